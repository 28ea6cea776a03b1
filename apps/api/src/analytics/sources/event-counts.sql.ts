import { DAY_MS, OUTCOMES } from '@signpost/domain';
import { TRAFFIC_CLASS, trafficOfOutcome, type DimensionName } from '../../clicks/index.js';
import type { EventConditions } from './event-filters.repository.js';

/*
 * Counting click_events is SQL text: grouping sets count all breakdowns in one pass, and conditions differ by report.
 */

/** Events of a report. */
export interface EventScope {
  readonly workspaceNo: number;
  /** Null: of any link. */
  readonly linkNos: readonly number[] | null;
  /** Null: whatever campaign was recorded. */
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

/** The traffic class of an event, as the click writer counts it. */
const TRAFFIC = `CASE WHEN bot_class <> 0 THEN ${TRAFFIC_CLASS.bot} WHEN outcome IN (${outcomesOf(TRAFFIC_CLASS.click)})
  THEN ${TRAFFIC_CLASS.click} ELSE ${TRAFFIC_CLASS.other} END`;

/** What each dimension is counted by; null for those that only roll-ups have. */
const COLUMN: Readonly<Record<DimensionName, string | null>> = {
  outcome: 'outcome',
  hour: null,
  referrer: 'referrer_no',
  country: 'country',
  device: 'device',
  browser: 'browser',
  os: 'os',
  botClass: 'bot_class',
  utm: 'utm_no',
};

/** What an answer's row counts: a dimension, a bucket of the series, or a link. */
export type CountedBy = DimensionName | 'bucket' | 'link';

export interface CountRow {
  /** Place in {@link countEvents}'s `by`, or {@link VISITORS_PLACE}. */
  readonly place: number;
  readonly traffic: number;
  readonly code: number;
  readonly count: number;
}

/** Place of the distinct visitors of each day's clicks, all days together. */
export const VISITORS_PLACE = -1;

const columnOf = (by: CountedBy): string => (by === 'bucket' || by === 'link' ? `${by}_no` : (COLUMN[by] ?? 'outcome'));

/** An event's time since 1970, in whole units of so many milliseconds. */
const unitsOf = (milliseconds: number): string =>
  `floor(date_part('epoch', occurred_at) / ${milliseconds / 1000})::int`;

/**
 * Counts the events of a window by several things at once, and their distinct visitors. The events are read once: finding
 * them takes longer than counting them.
 * @param step milliseconds of a bucket.
 */
export function countEvents(
  scope: EventScope,
  window: { from: number; to: number },
  by: readonly CountedBy[],
  step: number,
): Statement {
  const { where, values } = conditionsOf(scope, window);
  const columns = by.map(columnOf);
  const read = columns.map((column) => (column === 'bucket_no' ? `${unitsOf(step)} AS bucket_no` : column));
  return {
    text: `
      WITH e AS MATERIALIZED (
        SELECT ${TRAFFIC} AS traffic, visitor, ${unitsOf(DAY_MS)} AS day_no, ${read.join(', ')}
        FROM click_events WHERE ${where}
      )
      SELECT CASE ${columns.map((column, place) => `WHEN grouping(${column}) = 0 THEN ${place}`).join(' ')} END AS place,
             traffic, coalesce(${columns.join(', ')}) AS code, count(*)::int AS count
      FROM e GROUP BY GROUPING SETS (${columns.map((column) => `(traffic, ${column})`).join(', ')})
      UNION ALL
      SELECT ${VISITORS_PLACE}, ${TRAFFIC_CLASS.click}, 0, count(*)::int
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
