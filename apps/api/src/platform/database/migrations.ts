import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { requireChanges, requireKnownSchema, requireSuitable } from './suitable-database.js';

/** Key of the advisory lock under which migrations run: "sign" in ASCII. */
const LOCK_KEY = 0x7369676e;

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** Folder of the SQL files: beside the bundle when built, in the source tree when not. */
function migrationsFolder(): string {
  const here = import.meta.url;
  return fileURLToPath(new URL(here.endsWith('.ts') ? '../../migrations/' : './migrations/', here));
}

/** Every migration, in the order of its file name. */
export function readMigrations(folder = migrationsFolder()): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const sql = readFileSync(`${folder}/${file}`, 'utf8');
      return { name: file.slice(0, -4), sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

/**
 * Migrations that the database does not have yet; creates nothing.
 * @throws UnsuitableDatabaseError for a database that cannot carry this build, or that a newer one has migrated.
 */
export async function pendingMigrations(client: pg.ClientBase, all = readMigrations()): Promise<Migration[]> {
  await requireSuitable(client);
  const exists = await client.query<{ found: string | null }>(`SELECT to_regclass('schema_migrations')::text AS found`);
  if (exists.rows[0]?.found === null) return all;
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
 * Longest wait for a lock, in milliseconds. Whoever waits for a table keeps everybody behind from it, redirects too, so
 * the wait ends soon and is tried again.
 */
const LOCK_TIMEOUT_MS = 500;
const PAUSE_MS = 2_000;
const LOCK_NOT_AVAILABLE = '55P03';

export interface MigrateOptions {
  /** Hears of a migration that has to wait for a lock that somebody else holds, and for which time. */
  readonly onWait?: (name: string, attempt: number) => void;
  /** Runs before anything is changed in a schema that has been in use; when it fails, nothing is migrated. */
  readonly beforeUpgrade?: (pending: readonly Migration[]) => Promise<void>;
  /** How often a migration tries to get its locks, 2 s apart. */
  readonly attempts?: number;
}

/**
 * Applies what is missing, each migration in a transaction of its own (unless it says otherwise), under an advisory
 * lock, so that several processes may start at once. Running it again changes nothing.
 * @returns the names that were applied.
 * @throws UnsuitableDatabaseError as {@link pendingMigrations}, and for a server that takes no changes; Error when a migration fails, or never gets its locks; what was applied before stays.
 */
export async function migrate(
  client: pg.ClientBase,
  all = readMigrations(),
  { onWait, beforeUpgrade, attempts = 90 }: MigrateOptions = {},
): Promise<string[]> {
  await takeTurn(client);
  try {
    const pending = await pendingMigrations(client, all);
    await requireChanges(client);
    if (pending.length > 0 && pending.length < all.length) await beforeUpgrade?.(pending);
    await client.query(
      `CREATE TABLE IF NOT EXISTS schema_migrations (
         name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
    );
    for (const migration of pending) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          await apply(client, migration);
          break;
        } catch (error) {
          const isLocked = (error as { code?: string }).code === LOCK_NOT_AVAILABLE;
          if (!isLocked || attempt >= attempts) {
            throw new Error(`migration ${migration.name} ${isLocked ? NEVER_LOCKED : 'failed'}`, { cause: error });
          }
          onWait?.(migration.name, attempt);
          await pause(PAUSE_MS);
        }
      }
    }
    return pending.map(({ name }) => name);
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK_KEY]);
  }
}

const NEVER_LOCKED = 'did not get its locks: see pg_stat_activity for a transaction that has been open for long';

/**
 * Asked again and again rather than waited for: an index that is built concurrently waits for every statement that is
 * under way, one that waits for this lock included.
 */
async function takeTurn(client: pg.ClientBase): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [LOCK_KEY]);
    if (rows[0]?.mine === true) return;
    await pause(100);
  }
}

async function apply(client: pg.ClientBase, { name, sql, checksum }: Migration): Promise<void> {
  const record = (): Promise<unknown> =>
    client.query('INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)', [name, checksum]);
  if (OUTSIDE_TRANSACTION.test(sql)) {
    // Its locks keep nobody from reading or writing, and waiting for others is how it works.
    for (const statement of sql.split(/;[ \t]*$/m))
      if (withoutComments(statement) !== '') await client.query(statement);
    await record();
    return;
  }
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query(sql);
    await record();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

function withoutComments(statement: string): string {
  return statement.replaceAll(/--[^\n]*/g, '').trim();
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
