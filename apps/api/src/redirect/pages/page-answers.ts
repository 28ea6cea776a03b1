import type { BlockState } from '@signpost/domain';
import type { PageAnswer } from '../answers.js';

const RETRY_AFTER_SECONDS = 2;

/** Nothing is at the address. */
export const NOT_FOUND: PageAnswer = { status: 404, page: { kind: 'not_found' }, error: { code: 'link_not_found' } };
/** An address can only be asked for. */
export const METHOD: PageAnswer = { status: 405, page: { kind: 'method' }, error: { code: 'method_not_allowed' } };
/** More was asked for than any address holds. */
export const TOO_LONG: PageAnswer = { status: 414, page: { kind: 'too_long' }, error: { code: 'uri_too_long' } };
/** Neither the database nor memory can say. */
export const UNAVAILABLE: PageAnswer = {
  status: 503,
  page: { kind: 'unavailable' },
  error: { code: 'database_unavailable' },
  retryAfterSeconds: RETRY_AFTER_SECONDS,
};
/** Whether a visit is left under the link's cap cannot be said. */
export const VISIT_LIMIT_UNAVAILABLE: PageAnswer = {
  status: 503,
  page: { kind: 'unavailable' },
  error: { code: 'visit_limit_unavailable' },
  retryAfterSeconds: RETRY_AFTER_SECONDS,
};

/** The page of a link that does not lead on. */
export function blocked(state: BlockState, opensAt: number | null): PageAnswer {
  if (state !== 'scheduled') return { status: 404, page: { kind: state }, error: { code: state } };
  const error = opensAt === null ? { code: state } : { code: state, opensAt: new Date(opensAt).toISOString() };
  return { status: 404, page: { kind: state, opensAt }, error };
}

/** The answer to a client that asked for too much. */
export function limited(retryAfterSeconds: number): PageAnswer {
  return { status: 429, page: { kind: 'limited' }, error: { code: 'rate_limited' }, retryAfterSeconds };
}
