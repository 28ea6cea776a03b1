import { DAY_MS, HOUR_MS } from '@signpost/domain';
import type { LookVerdict } from './look-verdict.js';

/** State of a destination; times are Unix milliseconds. */
export interface Health {
  readonly state: 'ok' | 'broken' | 'unknown';
  readonly reason: string | null;
  readonly since: number | null;
  /** Time of the first check that found it broken, until a second one confirms it. */
  readonly suspectedAt: number | null;
}

/** State after a check, time of the next check, and whether to notify people. */
export interface Checked extends Health {
  readonly dueAt: number;
  readonly news: 'broken' | 'well' | null;
}

/** Minimum time between the two checks that must agree that a destination is broken (decisions 4). */
export const CONFIRM_AFTER_MS = 6 * HOUR_MS;

/**
 * Computes the state after a check. A single check that finds a destination broken only marks it as suspected; an
 * inconclusive check leaves a broken one broken, since nothing shows that it works.
 * @param spread 0 to 1, to distribute the checks, about one a day, over the day.
 * @param restMs pause requested by a host on the way to the destination, 0 if none was.
 */
export function afterLook(before: Health, verdict: LookVerdict, now: number, spread: number, restMs: number): Checked {
  const dueAt = now + Math.max(DAY_MS * (0.9 + 0.2 * spread), restMs);
  const enter = (state: Health['state'], reason: string | null, since = now): Omit<Checked, 'news' | 'dueAt'> => ({
    state,
    reason,
    since: before.state === state ? (before.since ?? since) : since,
    suspectedAt: null,
  });
  if (verdict.state !== 'broken') {
    if (before.state === 'broken' && verdict.state === 'unknown') return { ...before, dueAt, news: null };
    const news = before.state === 'broken' ? 'well' : null;
    return { ...enter(verdict.state, verdict.reason), dueAt, news };
  }
  if (before.state === 'broken') return { ...enter('broken', verdict.reason), dueAt, news: null };
  const suspectedAt = before.suspectedAt ?? now;
  if (now - suspectedAt >= CONFIRM_AFTER_MS) {
    return { ...enter('broken', verdict.reason, suspectedAt), dueAt, news: 'broken' };
  }
  // Neither known to work any more nor known to be broken yet; the reason states what was observed.
  const confirmAt = Math.max(suspectedAt + CONFIRM_AFTER_MS, now + restMs);
  return { ...enter('unknown', verdict.reason), suspectedAt, dueAt: confirmAt, news: null };
}
