import type { Attribution, Comparison, Period, ReportFilterName, ReportFilters, Traffic } from '@signpost/contracts';
import { parseRange, type ReportRange } from '@signpost/domain';

/** Query of a report, which its DTO has validated. */
export interface ReportQuery extends ReportFilters {
  period?: Period;
  from?: string;
  to?: string;
  compare?: Comparison;
}

/** Choices of a report. */
export interface ReportChoices {
  readonly traffic: Traffic;
  readonly attribution: Attribution | null;
  /** Null: no filter. */
  readonly filters: ReportFilters | null;
  /** Whether it is known before anything is read that the report counts events: then it waits for its turn. */
  readonly needsEvents: boolean;
  /** @param earliestEventAt start of the period `all`. Both in Unix milliseconds. */
  readonly range: (now: number, earliestEventAt: number | null) => ReportRange;
}

/** The choices of a query: the traffic of links, and the attribution of campaigns. */
export function choicesOf(
  query: ReportQuery,
  { traffic = 'human', attribution = null }: Partial<Pick<ReportChoices, 'traffic' | 'attribution'>> = {},
): ReportChoices {
  const filters = filtersOf(query);
  return {
    traffic,
    attribution,
    filters,
    // One year ago no hours are stored any more.
    needsEvents: filters !== null || (query.period === '24h' && query.compare === 'year'),
    range: (now, earliestEventAt) => {
      const range = parseRange(query, now, earliestEventAt);
      if (!range.ok) throw new Error('the range of a report has not been validated');
      return range.range;
    },
  };
}

/** The filters of a query, in the order in which a report repeats them. */
function filtersOf(query: ReportFilters): ReportFilters | null {
  const filters: Readonly<Record<ReportFilterName, readonly string[] | undefined>> = {
    country: query.country,
    referrer: query.referrer,
    device: query.device,
    browser: query.browser,
    os: query.os,
    botClass: query.botClass,
    outcome: query.outcome,
    source: query.source,
    medium: query.medium,
    tag: query.tag,
    link: query.link,
  };
  const chosen = Object.entries(filters).filter(([, values]) => values !== undefined);
  return chosen.length === 0 ? null : Object.fromEntries(chosen);
}
