import { createHash } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { problem, type FieldError } from '@signpost/contracts';
import type { Request } from 'express';

/** A request that its sender may repeat: the key, whose request it is, and what a repeat has to equal. */
export interface Repeatable {
  readonly workspaceId: string;
  readonly userId: string;
  readonly route: string;
  readonly key: string;
  /** What is wrong with the key. Nothing may be made then: it is refused with what is wrong with the body. */
  readonly problem: FieldError | null;
  /** Of the body as parsed, whatever the order of its keys. */
  readonly bodyHash: Buffer;
}

const HEADER = 'Idempotency-Key';
/** Visible ASCII. */
const KEY = /^[\x21-\x7e]{1,255}$/;

/** The request as a repeatable one; null without an `Idempotency-Key`. */
export function repeatableOf(request: Request): Repeatable | null {
  const key = request.get(HEADER);
  const { member } = request.context;
  if (key === undefined || member === null) return null;
  const broken = KEY.test(key) ? null : problem(HEADER, 'idempotency_key');
  const route = `${request.method} ${request.path.replace(/\/$/, '')}`;
  const bodyHash = createHash('sha256').update(canonical(request.body)).digest();
  return { workspaceId: member.workspaceId, userId: member.userId, route, key, problem: broken, bodyHash };
}

/** For a handler whose request may be repeated by its key. */
export const MaybeRepeated = createParamDecorator((_: unknown, context: ExecutionContext): Repeatable | null =>
  repeatableOf(context.switchToHttp().getRequest<Request>()),
);

/** JSON with the keys of each object in order. */
function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
