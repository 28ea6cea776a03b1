import type { KeepRule } from './config.js';

const PERIODS = ['daily', 'weekly', 'monthly'] as const;

/** Parses `daily:7,weekly:4,monthly:6`, any of them in any order; null for other text, and for a rule that retains nothing. */
export function parseKeepRule(text: string): KeepRule | null {
  const rule = { daily: 0, weekly: 0, monthly: 0 };
  const seen = new Set<string>();
  for (const part of text.split(',')) {
    const match = /^(daily|weekly|monthly):(\d{1,4})$/.exec(part.trim());
    const period = match?.[1] as keyof KeepRule | undefined;
    if (period === undefined || seen.has(period)) return null;
    seen.add(period);
    rule[period] = Number(match?.[2]);
  }
  return PERIODS.some((period) => rule[period] > 0) ? rule : null;
}
