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

/** An answer, made now or the first one of the same request. */
export interface OnceAnswer<Answer> {
  readonly answer: Answer;
  readonly isReplayed: boolean;
}

/** Lets a request with an `Idempotency-Key` make something once, however often it comes within a day. */
@Injectable()
export class Idempotency {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Whether the key has an answer already. */
  async isKnown(request: Repeatable): Promise<boolean> {
    return request.problem === null && (await this.find(request, this.source.manager)) !== null;
  }

  /**
   * The first answer of the same request, or that of `make`, which is kept in the transaction of what it makes: either
   * both are there or none. Refusals are thrown and not kept.
   * @param tx the transaction of `make`, which a refusal has to end.
   * @throws ApiError 422 on the header with a bad key, beside what is wrong with the body; `idempotency_key_reused` with another body, `idempotency_in_progress` while the first is on its way.
   */
  async once<Answer>(
    request: Repeatable | null,
    tx: EntityManager,
    make: () => Promise<Answer>,
  ): Promise<OnceAnswer<Answer>> {
    if (request === null) return { answer: await make(), isReplayed: false };
    const { workspaceId, userId, route, key, bodyHash } = request;
    if (request.problem !== null) return refuseWith(request.problem, make);
    // SQL: only the database can hold a lock for all processes until the transaction ends.
    const turn = await firstRow<{ mine: boolean }>(
      tx,
      'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 45)) AS mine',
      [[workspaceId, userId, route, key].join('\n')],
    );
    if (turn?.mine !== true) fail('idempotency_in_progress', { retryAfter: 1 });
    const first = await this.find(request, tx);
    if (first !== null) {
      if (!first.bodyHash.equals(bodyHash)) fail('idempotency_key_reused');
      return { answer: first.answer as Answer, isReplayed: true };
    }
    const answer = await make();
    // One that is older than a day is written over.
    await tx.save(IdempotencyKeyEntity, {
      workspaceId,
      userId,
      route,
      key,
      bodyHash,
      answer: answer as object,
      createdAt: this.clock.date(),
    });
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

/** Refuses in any case; the body is tried all the same, so that one answer names everything that is wrong with the request. */
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

/** The answer for the client, with the header that says where it is a repeat's. */
export function answerOnce<Answer>(response: Response, { answer, isReplayed }: OnceAnswer<Answer>): Answer {
  if (isReplayed) response.setHeader('Idempotency-Replayed', 'true');
  return answer;
}
