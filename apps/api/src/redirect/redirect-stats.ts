import { OUTCOMES, type Outcome } from '@signpost/domain';

/** Answers that record no event. */
const WITHOUT_EVENT = ['password_page', 'not_found', 'rate_limited', 'unavailable'] as const;

/** How a short link was answered: an outcome as reports know it, or one of those that record nothing. */
export type RedirectAnswer = Outcome | (typeof WITHOUT_EVENT)[number];

/**
 * What the redirect path has done since the process began. Plain numbers, read when somebody asks: a metrics library
 * in the path would cost more than the redirect.
 */
export class RedirectStats {
  /** Requests for which memory knew the workspace and the link, and those that asked the database. */
  hits = 0;
  misses = 0;
  readonly answers = Object.fromEntries([...OUTCOMES, ...WITHOUT_EVENT].map((answer) => [answer, 0])) as Record<
    RedirectAnswer,
    number
  >;
}
