import type { LookVerdict } from './look-verdict.js';

/** What is known of a destination; times are Unix milliseconds. */
export interface Health {
  readonly state: 'ok' | 'broken' | 'unknown';
  readonly reason: string | null;
  readonly since: number | null;
  /** The first look that found it broken, until a second one says the same. */
  readonly suspectedAt: number | null;
}

/** What a look makes of it, when to look again, and whether people are to be told. */
export interface Checked extends Health {
  readonly dueAt: number;
  readonly news: 'broken' | 'well' | null;
}

const HOUR = 3_600_000;
/** A destination counts as broken when two looks so far apart say so (decisions 4). */
export const CONFIRM_AFTER_MS = 6 * HOUR;
/** Each destination is looked at about once a day. */
const DAILY_MS = 24 * HOUR;

/**
 * What a look changes. A single look that finds a destination broken only makes it suspect; what cannot be said leaves a
 * broken one broken, since nothing has shown that it is well.
 * @param spread 0 to 1, so that looks do not fall on one hour of the day.
 * @param retryAfterSeconds how long the destination asked to be left alone.
 */
export function afterLook(
  before: Health,
  verdict: LookVerdict,
  now: number,
  spread: number,
  retryAfterSeconds: number | null,
): Checked {
  const pause = Math.max(DAILY_MS * (0.9 + 0.2 * spread), (retryAfterSeconds ?? 0) * 1000);
  const dueAt = now + pause;
  const enter = (state: Health['state'], reason: string | null, since = now): Omit<Checked, 'news' | 'dueAt'> => ({
    state,
    reason,
    since: before.state === state ? before.since : since,
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
  // Not known to be well any more, and not known to be broken either; the reason says what was seen.
  return { ...enter('unknown', verdict.reason), suspectedAt, dueAt: suspectedAt + CONFIRM_AFTER_MS, news: null };
}
