import type pg from 'pg';
import { OutsideError } from '../errors/outside-error.js';

/** The database does not support this build of Signpost. The message tells the operator what to do. */
class UnsuitableDatabaseError extends OutsideError {
  override readonly name = 'UnsuitableDatabaseError';
}

const OLDEST_VERSION = 14;

/**
 * Rejects a server that is too old and a database whose encoding cannot store every letter, before anything is created in it.
 * @throws UnsuitableDatabaseError
 */
export async function requireSuitable(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ version: number; encoding: string; name: string }>(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding,
       current_database() AS name`,
  );
  const { version, encoding, name } = rows[0] ?? { version: 0, encoding: '', name: '' };
  const major = Math.floor(version / 10_000);
  if (major < OLDEST_VERSION) {
    throw new UnsuitableDatabaseError(
      `The database runs on PostgreSQL ${major}. Signpost needs PostgreSQL ${OLDEST_VERSION} or newer.`,
    );
  }
  if (encoding !== 'UTF8') {
    throw new UnsuitableDatabaseError(
      `The database ${name} has the encoding ${encoding}, which cannot hold every letter. Make one with UTF-8: createdb --encoding UTF8 --template template0 NAME`,
    );
  }
}

/**
 * Rejects a read-only server, such as a standby, because every process writes clicks.
 * @throws UnsuitableDatabaseError
 */
export async function requireChanges(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isReadOnly: boolean }>(
    `SELECT current_setting('transaction_read_only')::bool AS "isReadOnly"`,
  );
  if (rows[0]?.isReadOnly !== true) return;
  throw new UnsuitableDatabaseError(
    'The database takes no changes: it is a standby, or read-only. Let DATABASE_URL name the primary, or both servers with target_session_attrs=read-write.',
  );
}

/**
 * Rejects a schema with migrations that this build does not know: a newer build has changed it.
 * @param applied names of the applied migrations.
 * @param known names of this build's migrations.
 * @throws UnsuitableDatabaseError naming the unknown migrations.
 */
export function requireKnownSchema(applied: readonly string[], known: ReadonlySet<string>): void {
  const unknown = applied.filter((name) => !known.has(name)).sort();
  if (unknown.length === 0) return;
  throw new UnsuitableDatabaseError(
    `A newer version of Signpost has changed this database: ${unknown.join(', ')} ${unknown.length === 1 ? 'is a migration' : 'are migrations'} that this version does not know. Run that version, or restore a backup that was made before.`,
  );
}
