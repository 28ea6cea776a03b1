import type { BlockState } from '@signpost/domain';
import type { PageAnswer } from '../answers.js';

const RETRY_AFTER_SECONDS = 2;

/** The address does not exist. */
export const NOT_FOUND: PageAnswer = { status: 404, page: { kind: 'not_found' }, error: { code: 'link_not_found' } };
/** The address does not support the method of the request, but reading. */
export const METHOD: PageAnswer = {
  status: 405,
  page: { kind: 'method' },
  error: { code: 'method_not_allowed' },
  allow: 'GET, HEAD',
};
/** The request target is longer than any address. */
export const TOO_LONG: PageAnswer = { status: 414, page: { kind: 'too_long' }, error: { code: 'uri_too_long' } };
/** Neither the database nor memory knows the answer. */
export const UNAVAILABLE: PageAnswer = {
  status: 503,
  page: { kind: 'unavailable' },
  error: { code: 'database_unavailable' },
  retryAfterSeconds: RETRY_AFTER_SECONDS,
};
/** It is not known whether a visit is left under the link's cap. */
export const VISIT_LIMIT_UNAVAILABLE: PageAnswer = {
  status: 503,
  page: { kind: 'unavailable' },
  error: { code: 'visit_limit_unavailable' },
  retryAfterSeconds: RETRY_AFTER_SECONDS,
};

/** The page of a link that does not redirect in its current state. */
export function blocked(state: BlockState, opensAt: number | null): PageAnswer {
  if (state !== 'scheduled') return { status: 404, page: { kind: state }, error: { code: state } };
  const error = opensAt === null ? { code: state } : { code: state, opensAt: new Date(opensAt).toISOString() };
  return { status: 404, page: { kind: state, opensAt }, error };
}

/** The answer to a client that exceeded a rate limit. */
export function limited(retryAfterSeconds: number): PageAnswer {
  return { status: 429, page: { kind: 'limited' }, error: { code: 'rate_limited' }, retryAfterSeconds };
}
