import { OUTCOMES, type Outcome } from '@signpost/domain';

/** Answers that record no event. */
const WITHOUT_EVENT = ['password_page', 'not_found', 'rate_limited', 'unavailable'] as const;

/** How a short link was answered: an outcome as reports know it, or one of those that record nothing. */
export type RedirectAnswer = Outcome | (typeof WITHOUT_EVENT)[number];

/**
 * Counters of the redirect path since the process started. They are plain numbers, read on request, because a metrics
 * library in this path would cost more than the redirect itself.
 */
export class RedirectStats {
  /** Requests answered from memory alone (workspace and link), and requests that needed the database. */
  hits = 0;
  misses = 0;
  readonly answers = Object.fromEntries([...OUTCOMES, ...WITHOUT_EVENT].map((answer) => [answer, 0])) as Record<
    RedirectAnswer,
    number
  >;
}
