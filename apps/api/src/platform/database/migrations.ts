import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { databaseAdvice, databaseError } from '../errors/database-error.js';
import { OutsideError } from '../errors/outside-error.js';
import { reasonOf } from '../errors/reason.js';
import { requireChanges, requireKnownSchema, requireSuitable } from './suitable-database.js';
import { inTransaction } from './transaction.js';

/** Key of the advisory lock for migrations: "sign" in ASCII. */
const LOCK_KEY = 0x7369676e;

/** A migration of the schema. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** Folder of the SQL files: next to the bundle, or in the source tree when not bundled. */
const FOLDER = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../migrations/' : './migrations/', import.meta.url),
);

/** All migrations, ordered by file name. */
export function readMigrations(): Migration[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const sql = readFileSync(join(FOLDER, file), 'utf8');
      return { name: file.slice(0, -4), sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

/** Whether the database has a table of this name. */
export async function hasTable(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [name]);
  return rows[0]?.found === true;
}

/**
 * Migrations that are not applied yet; changes nothing.
 * @throws UnsuitableDatabaseError for a database that does not support this build, or that a newer build has migrated.
 */
export async function pendingMigrations(client: pg.ClientBase, all = readMigrations()): Promise<Migration[]> {
  await requireSuitable(client);
  if (!(await hasTable(client, 'schema_migrations'))) return all;
  const applied = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM schema_migrations',
  );
  requireKnownSchema(
    applied.rows.map(({ name }) => name),
    new Set(all.map(({ name }) => name)),
  );
  const known = new Map(applied.rows.map((row) => [row.name, row.checksum]));
  for (const migration of all) {
    const checksum = known.get(migration.name);
    if (checksum !== undefined && checksum !== migration.checksum) {
      throw new Error(`migration ${migration.name} was changed after it had been applied`);
    }
  }
  return all.filter((migration) => !known.has(migration.name));
}

/** First line of a migration whose statements each run on their own, such as CREATE INDEX CONCURRENTLY. */
const OUTSIDE_TRANSACTION = /^-- outside a transaction\n/;
/**
 * Maximum wait for a lock, in milliseconds. A statement that waits for a table lock blocks every later statement on that table,
 * including redirects, so the wait is short and is repeated.
 */
const LOCK_TIMEOUT_MS = 500;
const PAUSE_MS = 2_000;
/** Time after which a migration outside a transaction is reported: it waits for other transactions, or builds an index. */
const LONG_MS = 5_000;
const LOCK_NOT_AVAILABLE = '55P03';

type OnWait = (name: string, attempt: number) => void;

/** What is done around the migrations. */
export interface MigrateOptions {
  /** Called when a migration has to wait for a lock, with the number of the attempt, or takes long outside a transaction (1). */
  readonly onWait?: OnWait;
  /** Called when another process holds the turn to migrate, which may be the backend of a killed one. */
  readonly onTurnOfAnother?: () => void;
  /** Runs before the schema of a database in use is changed; if it fails, nothing is migrated. */
  readonly beforeUpgrade?: (pending: readonly Migration[]) => Promise<void>;
  /** Maximum number of attempts of a migration to get its locks, 2 s apart. */
  readonly attempts?: number;
}

/**
 * Applies missing migrations, each in its own transaction (unless it is marked otherwise), under an advisory lock, so that
 * several processes may start at once. Running it again changes nothing.
 * @returns the names of the applied migrations.
 * @throws UnsuitableDatabaseError as {@link pendingMigrations}, and for a read-only server.
 * @throws OutsideError when a migration never gets its locks, is not permitted or loses its connection; Error when it fails.
 *   Earlier migrations stay applied.
 */
export async function migrate(
  client: pg.ClientBase,
  all = readMigrations(),
  { onWait, onTurnOfAnother, beforeUpgrade, attempts = 90 }: MigrateOptions = {},
): Promise<string[]> {
  await takeTurn(client, onTurnOfAnother);
  try {
    const pending = await pendingMigrations(client, all);
    await requireChanges(client);
    if (pending.length > 0 && pending.length < all.length) await beforeUpgrade?.(pending);
    await client.query(TABLE);
    for (const migration of pending) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          await apply(client, migration, onWait);
          break;
        } catch (error) {
          const isLocked = (error as { code?: string }).code === LOCK_NOT_AVAILABLE;
          if (!isLocked || attempt >= attempts) throw failureOf(`Migration ${migration.name}`, error);
          onWait?.(migration.name, attempt);
          await pause(PAUSE_MS);
        }
      }
    }
    return pending.map(({ name }) => name);
  } finally {
    // A connection that is lost has given it back; why it was lost is what the caller needs to know.
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK_KEY]).catch(() => undefined);
  }
}

const TABLE = `
  CREATE TABLE IF NOT EXISTS schema_migrations (
    name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`;

/** The error of a change of the schema; one that the operator can mend says how. */
function failureOf(change: string, cause: unknown): Error {
  if (databaseError(cause)?.code === LOCK_NOT_AVAILABLE)
    return new OutsideError(
      `${change} did not get its locks: see pg_stat_activity for a transaction that has been open for long.`,
      { cause },
    );
  const advice = databaseAdvice(cause);
  return advice === null
    ? new Error(`${change} failed`, { cause })
    : new OutsideError(`${change} failed: ${reasonOf(cause)}. ${advice}`, { cause });
}

/**
 * Polls for the lock instead of waiting for it: building an index concurrently waits for every running statement, which would
 * include one that waits for this lock, and so would never end.
 */
async function takeTurn(client: pg.ClientBase, onTurnOfAnother?: () => void): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [LOCK_KEY]);
    if (rows[0]?.mine === true) return;
    if (attempt === 1) onTurnOfAnother?.();
    await pause(100);
  }
}

async function apply(client: pg.ClientBase, { name, sql, checksum }: Migration, onWait?: OnWait): Promise<void> {
  const record = (): Promise<unknown> =>
    client.query('INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)', [name, checksum]);
  if (OUTSIDE_TRANSACTION.test(sql)) {
    // No lock timeout: such a statement blocks neither reads nor writes, and has to wait for other transactions.
    const long = setTimeout(() => onWait?.(name, 1), LONG_MS);
    try {
      for (const statement of sql.split(/;[ \t]*$/m))
        if (withoutComments(statement) !== '') await client.query(statement);
    } finally {
      clearTimeout(long);
    }
    await record();
    return;
  }
  await inTransaction(client, async () => {
    await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query(sql);
    await record();
  });
}

function withoutComments(statement: string): string {
  return statement.replaceAll(/--[^\n]*/g, '').trim();
}
