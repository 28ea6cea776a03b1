import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { FieldError } from '@signpost/contracts';
import type { Response } from 'express';
import { MoreThan, type DataSource, type EntityManager } from 'typeorm';
import { firstRow } from '../database/index.js';
import { ApiError, fail, type ErrorDetails } from '../errors/index.js';
import { Clock } from '../time/index.js';
import { IdempotencyKeyEntity } from './idempotency-key.entity.js';
import type { Repeatable } from './repeatable.js';

const KEPT_MS = 24 * 3_600_000;

/** The answer to a request, new or repeated from the first one. */
export interface OnceAnswer<Answer> {
  readonly answer: Answer;
  readonly isReplayed: boolean;
}

/** Executes a request with an `Idempotency-Key` once, however often it is sent within a day. */
@Injectable()
export class Idempotency {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Whether the key already has a stored answer. */
  async isKnown(request: Repeatable): Promise<boolean> {
    return request.problem === null && (await this.find(request, this.source.manager)) !== null;
  }

  /**
   * Returns the stored answer to the same request, or calls `make` and stores its answer in the same transaction: either both
   * the change and the answer are stored, or neither is. Errors are thrown and not stored.
   * @param tx the transaction of `make`, which must be rolled back if this throws.
   * @throws ApiError 422 for an invalid key, together with the problems of the body.
   * @throws ApiError `idempotency_key_reused` for another body; `idempotency_in_progress` while the first request is running.
   */
  async once<Answer>(
    request: Repeatable | null,
    tx: EntityManager,
    make: () => Promise<Answer>,
  ): Promise<OnceAnswer<Answer>> {
    if (request === null) return { answer: await make(), isReplayed: false };
    const { workspaceId, userId, route, key } = request;
    if (request.problem !== null) return refuseWith(request.problem, make);
    // SQL, because only the database can lock across all processes until the transaction ends.
    const turn = await firstRow<{ mine: boolean }>(
      tx,
      'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 45)) AS mine',
      [[workspaceId, userId, route, key].join('\n')],
    );
    if (turn?.mine !== true) fail('idempotency_in_progress', { retryAfter: 1 });
    const bodyHash = request.bodyHash();
    const first = await this.find(request, tx);
    if (first !== null) {
      if (!first.bodyHash.equals(bodyHash)) fail('idempotency_key_reused');
      return { answer: first.answer as Answer, isReplayed: true };
    }
    const answer = await make();
    const kept = { workspaceId, userId, route, key, bodyHash, answer: answer as object, createdAt: this.clock.date() };
    // There may be an answer older than a day.
    await tx.upsert(IdempotencyKeyEntity, kept, ['workspaceId', 'userId', 'route', 'key']);
    return { answer, isReplayed: false };
  }

  private find(
    { workspaceId, userId, route, key }: Repeatable,
    db: EntityManager,
  ): Promise<IdempotencyKeyEntity | null> {
    const createdAt = MoreThan(new Date(this.clock.now() - KEPT_MS));
    return db.findOneBy(IdempotencyKeyEntity, { workspaceId, userId, route, key, createdAt });
  }
}

/** Always throws. The body is processed nevertheless, so that one answer lists all problems of the request. */
async function refuseWith(problem: FieldError, make: () => Promise<unknown>): Promise<never> {
  const details = await make().then(
    (): ErrorDetails => ({}),
    (error: unknown): ErrorDetails => {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      return error.code === 'validation_failed' ? error.details : {};
    },
  );
  fail('validation_failed', { ...details, errors: [problem, ...(details.errors ?? [])] });
}

/** Returns the answer and, if it is a repeated one, sets the header that says so. */
export function answerOnce<Answer>(response: Response, { answer, isReplayed }: OnceAnswer<Answer>): Answer {
  if (isReplayed) response.setHeader('Idempotency-Replayed', 'true');
  return answer;
}
