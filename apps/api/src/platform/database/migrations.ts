import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

/** Key of the advisory lock under which migrations run: "sign" in ASCII. */
const LOCK_KEY = 0x7369676e;

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** Folder of the SQL files: beside the bundle when built, in the source tree when not. */
export function migrationsFolder(): string {
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

/** Migrations that the database does not have yet; creates nothing. */
export async function pendingMigrations(client: pg.ClientBase, all = readMigrations()): Promise<Migration[]> {
  const exists = await client.query<{ found: string | null }>(`SELECT to_regclass('schema_migrations')::text AS found`);
  if (exists.rows[0]?.found === null) return all;
  const applied = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM schema_migrations',
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

/**
 * Applies what is missing, each migration in a transaction of its own, under an advisory lock, so that several
 * processes may start at once. Running it again changes nothing.
 * @returns the names that were applied.
 */
export async function migrate(client: pg.ClientBase, all = readMigrations()): Promise<string[]> {
  await client.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
  try {
    const pending = await pendingMigrations(client, all);
    await client.query(
      `CREATE TABLE IF NOT EXISTS schema_migrations (
         name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
    );
    for (const { name, sql, checksum } of pending) {
      await client.query('BEGIN');
      try {
        await client.query(sql);
        await client.query('INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)', [name, checksum]);
        await client.query('COMMIT');
      } catch (error) {
        await client.query('ROLLBACK');
        throw new Error(`migration ${name} failed`, { cause: error });
      }
    }
    return pending.map(({ name }) => name);
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK_KEY]);
  }
}
