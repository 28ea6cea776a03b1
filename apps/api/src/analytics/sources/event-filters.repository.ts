import { Injectable } from '@nestjs/common';
import type { ReportFilterName, ReportFilters } from '@signpost/contracts';
import { DIRECT, type BotClass, type Browser, type Device, type OperatingSystem, type Outcome } from '@signpost/domain';
import type { EntityManager } from 'typeorm';
import { botCode, countryCode, VOCABULARY } from '../../clicks/index.js';
import { tagNameOf } from '../../links/index.js';
import { rows } from '../../platform/database/index.js';
import { storedHost, UNKNOWN } from '../report-labels.js';

/** Columns of click_events that filters use. */
export type FilterColumn =
  'country' | 'referrer_no' | 'device' | 'browser' | 'os' | 'bot_class' | 'outcome' | 'utm_no' | 'link_no';

/** Allowed numbers by column. An empty list matches no event. */
export type EventConditions = ReadonlyMap<FilterColumn, readonly number[]>;

/** Workspace in which the words of filters are looked up. */
export interface FilterPlace {
  readonly workspaceId: string;
  readonly workspaceNo: number;
}

/** Translates filters to the numbers in stored events. */
@Injectable()
export class EventFiltersRepository {
  async conditions(db: EntityManager, place: FilterPlace, filters: ReportFilters): Promise<EventConditions> {
    const conditions = new Map<FilterColumn, readonly number[]>();
    for (const name of Object.keys(filters) as ReportFilterName[]) {
      const { column, numbers } = FILTERS[name];
      const found = await numbers(db, place, filters[name] ?? []);
      // Two filters may use one column, such as source and medium.
      const known = conditions.get(column);
      const inBoth = new Set(found);
      conditions.set(column, known === undefined ? found : known.filter((no) => inBoth.has(no)));
    }
    return conditions;
  }
}

interface Filter {
  readonly column: FilterColumn;
  readonly numbers: (db: EntityManager, place: FilterPlace, values: readonly string[]) => Promise<number[]>;
}

const words = (column: FilterColumn, code: (word: string) => number): Filter => ({
  column,
  numbers: (_, __, values) => Promise.resolve(values.map(code)),
});

const utm = (name: 'source' | 'medium'): Filter => ({
  column: 'utm_no',
  numbers: async (db, { workspaceNo }, values) => {
    const isUnknown = values.includes(UNKNOWN);
    const sql = `SELECT no FROM utm_sets WHERE workspace_no = $1 AND (${name} = ANY ($2) OR ($3 AND ${name} IS NULL))`;
    const found = await numbersOf(db, sql, [workspaceNo, values, isUnknown]);
    // Events without any UTM value have the number 0.
    return isUnknown ? [0, ...found] : found;
  },
});

/** All filters with their columns. Their words are already validated. */
const FILTERS: Readonly<Record<ReportFilterName, Filter>> = {
  country: words('country', (label) => (label === UNKNOWN ? 0 : countryCode(label))),
  device: words('device', (word) => VOCABULARY.device.code(word as Device)),
  browser: words('browser', (word) => VOCABULARY.browser.code(word as Browser)),
  os: words('os', (word) => VOCABULARY.os.code(word as OperatingSystem)),
  botClass: words('bot_class', (word) => botCode(word as BotClass)),
  outcome: words('outcome', (word) => VOCABULARY.outcome.code(word as Outcome)),
  source: utm('source'),
  medium: utm('medium'),
  referrer: {
    column: 'referrer_no',
    numbers: async (db, _, values) => {
      const hosts = values.map(storedHost);
      const found = await numbersOf(db, 'SELECT no FROM referrer_hosts WHERE host = ANY ($1)', [hosts]);
      return hosts.includes(DIRECT) ? [0, ...found] : found;
    },
  },
  tag: {
    column: 'link_no',
    numbers: (db, { workspaceId }, values) =>
      numbersOf(
        db,
        `SELECT DISTINCT l.no FROM tags t
         JOIN link_tags lt ON lt.tag_id = t.id AND lt.workspace_id = t.workspace_id
         JOIN links l ON l.id = lt.link_id AND l.workspace_id = t.workspace_id
         WHERE t.workspace_id = $1 AND l.deleted_at IS NULL
           AND lower(t.name) IN (SELECT lower(name) FROM unnest($2::text[]) AS u (name))`,
        [workspaceId, values.map(tagNameOf)],
      ),
  },
  link: {
    column: 'link_no',
    numbers: (db, { workspaceId }, values) =>
      numbersOf(db, 'SELECT no FROM links WHERE workspace_id = $1 AND id = ANY ($2::uuid[]) AND deleted_at IS NULL', [
        workspaceId,
        values,
      ]),
  },
};

async function numbersOf(db: EntityManager, sql: string, parameters: readonly unknown[]): Promise<number[]> {
  return (await rows<{ no: number }>(db, sql, parameters)).map(({ no }) => no);
}
