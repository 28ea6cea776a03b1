import { utcDay } from '@signpost/domain';
import type pg from 'pg';
import { HOT_QUERY_TIMEOUT_MS, type TimedQuery } from '../../platform/database/timed-query.js';

/** Advisory lock for creating and dropping partitions: "part" in ASCII. */
const PARTITION_LOCK = 0x70617274;

/** Number of months whose partitions are created in advance: the current one and the next two. */
export const MONTHS_READY = 3;

const NAME = /^click_events_(\d{4})_(\d{2})$/;

/** A calendar month in UTC, counted from January of year 0: comparable and countable. */
export type Month = number;

/** The month of an instant in Unix milliseconds. */
export function monthOf(at: number): Month {
  const date = new Date(at);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** Unix milliseconds of the month's first instant. */
function monthStart(month: Month): number {
  const start = new Date(0);
  start.setUTCFullYear(Math.floor(month / 12), month % 12, 1);
  return start.getTime();
}

/** Creates the missing partitions of `months`. Safe for concurrent writers, inside a transaction or not. */
export async function ensurePartitions(client: pg.ClientBase, months: Iterable<Month>): Promise<void> {
  const wanted = [...new Set(months)].sort((a, b) => a - b);
  for (const month of await missing(client, wanted)) await createPartition(client, month);
}

/**
 * Creates the partitions of `count` months, beginning with the one that contains `from` (Unix milliseconds).
 * @returns the number of months checked.
 */
export async function ensureMonths(client: pg.ClientBase, from: number, count: number): Promise<number> {
  const first = monthOf(from);
  await ensurePartitions(
    client,
    Array.from({ length: count }, (_, index) => first + index),
  );
  return count;
}

/**
 * Drops the raw events of every month before the one that contains `before` (Unix milliseconds). Roll-ups and lifetime counts
 * are retained.
 * @returns the number of months dropped.
 */
export async function dropBefore(client: pg.ClientBase, before: number): Promise<number> {
  const limit = monthOf(before);
  // Stored first, so that no late event creates a dropped partition again.
  await client.query(
    `INSERT INTO click_retention (dropped_before) VALUES ($1)
     ON CONFLICT (is_only) DO UPDATE SET dropped_before = greatest(click_retention.dropped_before, EXCLUDED.dropped_before)`,
    [isoDate(limit)],
  );
  const dropped = (await partitions(client)).filter((month) => month < limit);
  for (const month of dropped) {
    await client.query(`DROP TABLE IF EXISTS ${partitionName(month)}`);
  }
  return dropped.length;
}

/** Unix milliseconds before which retention has dropped the raw events. */
export async function retainedFrom(client: pg.ClientBase): Promise<number> {
  const found = await client.query<{ day: string }>('SELECT dropped_before::text AS day FROM click_retention');
  const [row] = found.rows;
  return row === undefined ? -Infinity : Date.parse(row.day);
}

/** The exclusive end of the newest partition in Unix milliseconds; null when there is none. */
export async function readyThrough(client: pg.ClientBase | pg.Pool): Promise<number | null> {
  const newest = (await partitions(client)).at(-1);
  return newest === undefined ? null : monthStart(newest + 1);
}

/** The months that have a partition, oldest first. */
export async function partitions(client: pg.ClientBase | pg.Pool): Promise<Month[]> {
  const found = await client.query<{ name: string }>(LIST);
  return found.rows
    .map(({ name }) => NAME.exec(name))
    .filter((match) => match !== null)
    .map((match) => Number(match[1]) * 12 + Number(match[2]) - 1)
    .sort((a, b) => a - b);
}

/** Has a timeout because connections of the redirect run it too, which a silent database must not block. */
const LIST: TimedQuery = {
  text: `
    SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'click_events'::regclass`,
  query_timeout: HOT_QUERY_TIMEOUT_MS,
};

async function missing(client: pg.ClientBase, months: readonly Month[]): Promise<Month[]> {
  if (months.length === 0) return [];
  const answer = await client.query<{ found: boolean }>(
    `SELECT to_regclass(name) IS NOT NULL AS found FROM unnest($1::text[]) WITH ORDINALITY AS t (name, position)
     ORDER BY position`,
    [months.map(partitionName)],
  );
  return months.filter((_, index) => answer.rows[index]?.found !== true);
}

async function createPartition(client: pg.ClientBase, month: Month): Promise<void> {
  const name = partitionName(month);
  // ATTACH, unlike CREATE … PARTITION OF, does not block writes to the table. The block is one statement, so it is atomic even
  // outside a transaction, and checks again under the lock, since another writer may have been faster. It queries pg_class,
  // because to_regclass may have cached that the name was missing.
  await client.query(`DO $$ BEGIN
    PERFORM pg_advisory_xact_lock(${PARTITION_LOCK});
    IF NOT EXISTS (SELECT FROM pg_class WHERE relname = '${name}' AND pg_table_is_visible(oid)) THEN
      CREATE TABLE ${name} (LIKE click_events INCLUDING DEFAULTS);
      ALTER TABLE click_events ATTACH PARTITION ${name}
        FOR VALUES FROM ('${isoDate(month)} 00:00:00+00') TO ('${isoDate(month + 1)} 00:00:00+00');
    END IF;
  END $$`);
}

function partitionName(month: Month): string {
  return `click_events_${isoDate(month).slice(0, 7).replace('-', '_')}`;
}

function isoDate(month: Month): string {
  return utcDay(monthStart(month));
}
