import { DAY_MS, utcDay } from '@signpost/domain';
import type { KeepRule } from '../../platform/config/index.js';

const PERIODS = ['daily', 'weekly', 'monthly'] as const;

/** Name of the period that an instant (Unix milliseconds) belongs to; equal names are the same period. */
const PERIOD_OF: Readonly<Record<(typeof PERIODS)[number], (at: number) => string>> = {
  daily: utcDay,
  // ISO weeks begin on Monday, so a week is identified by its Monday.
  weekly: (at) => {
    const day = Math.floor(at / DAY_MS);
    // 1970-01-01 was a Thursday.
    return String(day - ((day + 3) % 7));
  },
  monthly: (at) => new Date(at).toISOString().slice(0, 7),
};

/**
 * The backups to keep: the newest of each of the last days, weeks and months that have one; the rules add up. The
 * newest of all is always kept.
 * @param times when each was made, Unix milliseconds, in any order.
 */
export function timesToKeep(times: readonly number[], rule: KeepRule): Set<number> {
  const newestFirst = [...times].sort((a, b) => b - a);
  const kept = new Set(newestFirst.slice(0, 1));
  for (const period of PERIODS) {
    const periods = new Set<string>();
    for (const at of newestFirst) {
      const name = PERIOD_OF[period](at);
      if (periods.has(name)) continue;
      if (periods.size >= rule[period]) break;
      periods.add(name);
      kept.add(at);
    }
  }
  return kept;
}
