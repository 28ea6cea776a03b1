import { ATTRIBUTIONS, TRAFFIC, type Attribution, type FieldError, type Traffic } from '@signpost/contracts';
import { parseRange, type ReportRange } from '@signpost/domain';
import { ApiError } from '../platform/errors/index.js';

/** Query of a report as received; a repeated key is an array, which no rule accepts. */
export type RawQuery = Readonly<Record<string, unknown>>;

/** Query keys that every report reads. */
export const RANGE_KEYS = ['period', 'from', 'to', 'compare'] as const;

/** What kind of report reads which choices; others are ignored like any unknown key. */
export interface ReportChoices {
  readonly traffic: Traffic;
  readonly attribution: Attribution | null;
}

/** @throws ApiError 422 naming every field at fault. */
export function readChoices(query: RawQuery, kind: 'link' | 'campaign' | 'workspace'): ReportChoices {
  const errors: FieldError[] = [];
  const choices: ReportChoices = {
    traffic: kind === 'link' ? choose('traffic', TRAFFIC, query['traffic'] ?? 'human', errors) : 'human',
    attribution:
      kind === 'campaign' ? choose('attribution', ATTRIBUTIONS, query['attribution'] ?? 'recorded', errors) : null,
  };
  const range = parseRange(query, 0, null);
  if (!range.ok) errors.push(...range.errors);
  if (errors.length > 0) throw new ApiError('validation_failed', { errors });
  return choices;
}

/**
 * The window of a query that {@link readChoices} has accepted.
 * @param earliestEventAt Unix milliseconds, where `all` begins.
 */
export function readRange(query: RawQuery, now: number, earliestEventAt: number | null): ReportRange {
  const range = parseRange(query, now, earliestEventAt);
  if (!range.ok) throw new ApiError('validation_failed', { errors: range.errors });
  return range.range;
}

function choose<T extends string>(field: string, known: readonly T[], input: unknown, errors: FieldError[]): T {
  const found = known.find((value) => value === input);
  if (found === undefined) errors.push({ field, message: `Choose one of ${known.join(', ')}.` });
  return found ?? (known[0] as T);
}
