import { DAY_MS, OUTCOMES } from '@signpost/domain';
import { TRAFFIC_CLASS, trafficOfOutcome, type DimensionName } from '../../clicks/index.js';
import type { EventConditions } from './event-filters.repository.js';

/*
 * Counts of click_events are SQL text: grouping sets compute all breakdowns in one pass, and conditions differ by report.
 */

/** The events that a report counts. */
export interface EventScope {
  readonly workspaceNo: number;
  /** Null: events of all links. */
  readonly linkNos: readonly number[] | null;
  /** Null: events with any or no campaign. */
  readonly campaignNo: number | null;
  readonly conditions: EventConditions;
}

/** A statement with its parameters. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

const outcomesOf = (traffic: number): string =>
  OUTCOMES.flatMap((outcome, code) => (trafficOfOutcome(outcome) === traffic ? code : [])).join(', ');

/** The traffic class of an event, equal to that of the click writer. */
const TRAFFIC = `CASE WHEN bot_class <> 0 THEN ${TRAFFIC_CLASS.bot} WHEN outcome IN (${outcomesOf(TRAFFIC_CLASS.click)})
  THEN ${TRAFFIC_CLASS.click} ELSE ${TRAFFIC_CLASS.other} END`;

/** What events are grouped by: a dimension of stored events, a bucket of the series, or a link. */
export type CountedBy = Exclude<DimensionName, 'hour'> | 'bucket' | 'link';

const COLUMN: Readonly<Record<Exclude<CountedBy, 'bucket'>, string>> = {
  outcome: 'outcome',
  referrer: 'referrer_no',
  country: 'country',
  device: 'device',
  browser: 'browser',
  os: 'os',
  botClass: 'bot_class',
  utm: 'utm_no',
  link: 'link_no',
};

/**
 * Dimensions that are grouped together, where few values combine: each grouping set has its own hash table, in which every event
 * is looked up, and this counting is most of the cost of a report.
 */
const TOGETHER: readonly (readonly CountedBy[])[] = [
  ['bucket', 'outcome', 'botClass'],
  ['device', 'browser', 'os'],
  ['referrer'],
  ['country'],
  ['utm'],
  ['link'],
];

/** A count of events for one combination of a grouping set; the values of all other sets are null. */
export type CountRow = Readonly<Partial<Record<CountedBy, number | null>>> & {
  readonly traffic: number;
  /** Whether `count` is instead the number of distinct visitors of clicks per day, summed over all days. */
  readonly visitors: boolean;
  readonly count: number;
};

/** An event's time since 1970 in units of `milliseconds`, rounded down. */
const unitsOf = (milliseconds: number): string =>
  `floor(date_part('epoch', occurred_at) / ${milliseconds / 1000})::int`;

/**
 * Counts the events of a window by several dimensions at once, and their distinct visitors. The events are read only once, because
 * finding them takes longer than counting them.
 * @param step milliseconds of a bucket.
 * @returns a statement whose rows are {@link CountRow}s.
 */
export function countEvents(
  scope: EventScope,
  window: { from: number; to: number },
  by: readonly CountedBy[],
  step: number,
): Statement {
  const { where, values } = conditionsOf(scope, window);
  const sets = TOGETHER.map((set) => set.filter((one) => by.includes(one))).filter((set) => set.length > 0);
  const counted = sets.flat();
  const names = counted.map((one) => `"${one}"`);
  return {
    text: `
      WITH e AS MATERIALIZED (
        SELECT ${TRAFFIC} AS traffic, visitor, ${unitsOf(DAY_MS)} AS day_no,
               ${counted.map((one) => `${one === 'bucket' ? unitsOf(step) : COLUMN[one]} AS "${one}"`).join(', ')}
        FROM click_events WHERE ${where}
      )
      SELECT traffic, false AS visitors, ${names.join(', ')}, count(*)::int AS count
      FROM e GROUP BY GROUPING SETS (${sets.map((set) => `(traffic, ${set.map((one) => `"${one}"`).join(', ')})`).join(', ')})
      UNION ALL
      SELECT ${TRAFFIC_CLASS.click}, true, ${names.map(() => 'NULL').join(', ')}, count(*)::int
      FROM (SELECT DISTINCT day_no, visitor FROM e WHERE traffic = ${TRAFFIC_CLASS.click}) v`,
    values,
  };
}

function conditionsOf(
  { workspaceNo, linkNos, campaignNo, conditions }: EventScope,
  { from, to }: { from: number; to: number },
): { where: string; values: unknown[] } {
  const values: unknown[] = [workspaceNo, new Date(from), new Date(to)];
  const parts = ['workspace_no = $1', 'occurred_at >= $2', 'occurred_at < $3'];
  const add = (part: (parameter: string) => string, value: unknown): void => {
    parts.push(part(`$${values.push(value)}`));
  };
  if (linkNos !== null) add((parameter) => `link_no = ANY (${parameter}::int[])`, linkNos);
  if (campaignNo !== null) add((parameter) => `campaign_no = ${parameter}`, campaignNo);
  for (const [column, numbers] of conditions) {
    const type = column.endsWith('_no') ? 'int' : 'smallint';
    add((parameter) => `${column} = ANY (${parameter}::${type}[])`, numbers);
  }
  return { where: parts.join(' AND '), values };
}
