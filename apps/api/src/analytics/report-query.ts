import {
  ATTRIBUTIONS,
  COMPARISONS,
  PERIODS,
  TRAFFIC,
  problem,
  type Attribution,
  type FieldError,
  type ReportFilters,
  type Traffic,
} from '@signpost/contracts';
import { parseRange, type ReportRange } from '@signpost/domain';
import { ApiError } from '../platform/errors/index.js';
import type { QuerySchema } from '../platform/openapi/index.js';
import { filterQuery, readFilters } from './report-filters.js';
import { firstOfEach, lostFilters, notUtf8 } from '../platform/validation/index.js';

/** Query of a report as received; a repeated key is an array, which only filters accept. */
export type RawQuery = Readonly<Record<string, unknown>>;

const oneOf = (words: readonly string[]): QuerySchema => ({ type: 'string', enum: [...words] });

const RANGE_QUERY: Readonly<Record<string, QuerySchema>> = {
  period: oneOf(PERIODS),
  from: { type: 'string', format: 'date' },
  to: { type: 'string', format: 'date' },
  compare: oneOf(COMPARISONS),
};
/** Query parameters of a workspace's report, for the document. */
export const WORKSPACE_QUERY = { ...RANGE_QUERY, ...filterQuery('group') };
/** Query parameters of a link's report. */
export const LINK_QUERY = { ...RANGE_QUERY, traffic: oneOf(TRAFFIC), ...filterQuery('link') };
/** Query parameters of a campaign's report. */
export const CAMPAIGN_QUERY = { ...WORKSPACE_QUERY, attribution: oneOf(ATTRIBUTIONS) };

const QUERIES = { workspace: WORKSPACE_QUERY, link: LINK_QUERY, campaign: CAMPAIGN_QUERY } as const;

/** Choices of a report. Which ones are read depends on the kind of report; others are ignored like any unknown key. */
export interface ReportChoices {
  readonly traffic: Traffic;
  readonly attribution: Attribution | null;
  /** Null: no filter. */
  readonly filters: ReportFilters | null;
  /** Whether it is known before anything is read that the report counts events: then it waits for its turn. */
  readonly needsEvents: boolean;
}

/** @throws ApiError 422 listing every invalid parameter. */
export function readChoices(query: RawQuery, kind: 'link' | 'campaign' | 'workspace'): ReportChoices {
  const names = Object.keys(QUERIES[kind]);
  const errors: FieldError[] = [...notUtf8(query, names), ...lostFilters(query, names, [])];
  const traffic = kind === 'link' ? choose('traffic', TRAFFIC, query['traffic'] ?? 'human', errors) : 'human';
  const attribution =
    kind === 'campaign' ? choose('attribution', ATTRIBUTIONS, query['attribution'] ?? 'recorded', errors) : null;
  const filters = readFilters(query, kind === 'link' ? 'link' : 'group', errors);
  // One year ago no hours are stored any more.
  const needsEvents = filters !== null || (query['period'] === '24h' && query['compare'] === 'year');
  const range = parseRange(query, 0, null);
  if (!range.ok) errors.push(...range.errors);
  if (errors.length > 0) throw new ApiError('validation_failed', { errors: firstOfEach(errors) });
  return { traffic, attribution, filters, needsEvents };
}

/**
 * The window of a query that {@link readChoices} has accepted.
 * @param earliestEventAt start of the period `all`, in Unix milliseconds.
 */
export function readRange(query: RawQuery, now: number, earliestEventAt: number | null): ReportRange {
  const range = parseRange(query, now, earliestEventAt);
  if (!range.ok) throw new ApiError('validation_failed', { errors: range.errors });
  return range.range;
}

function choose<T extends string>(field: string, known: readonly T[], input: unknown, errors: FieldError[]): T {
  const found = known.find((value) => value === input);
  if (found === undefined) errors.push(problem(field, 'one_of', { known }));
  return found ?? (known[0] as T);
}
