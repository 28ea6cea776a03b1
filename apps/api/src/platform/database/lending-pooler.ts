import type pg from 'pg';
import { OutsideError } from '../errors/outside-error.js';
import { DatabaseClient } from './database-client.js';
import { OPEN_TIMEOUT_MS } from './timed-query.js';

/** A pooler between Signpost and the database lends each connection for one transaction at a time. */
class LendingPoolerError extends OutsideError {
  override readonly name = 'LendingPoolerError';

  constructor() {
    super(
      'DATABASE_URL leads to a pooler that lends connections for one transaction at a time. Signpost listens on its connections and prepares statements: let the pooler keep a session (PgBouncer: pool_mode = session), or name the database itself.',
    );
  }
}

/**
 * Rejects a pooler that lends connections for one transaction at a time: notifications of changes would never arrive, and
 * nothing would report it.
 * @param url of the database that `client` is connected to.
 * @throws LendingPoolerError
 */
export async function requireOwnSession(client: pg.ClientBase, url: string): Promise<void> {
  const another = new DatabaseClient({
    connectionString: url,
    application_name: 'signpost-probe',
    connectionTimeoutMillis: OPEN_TIMEOUT_MS,
  });
  await another.connect();
  try {
    await requireNotLent(client, another);
  } finally {
    await another.end();
  }
}

/**
 * @param another a second connection, outside a transaction.
 * @throws LendingPoolerError
 */
export async function requireNotLent(
  client: Pick<pg.ClientBase, 'query'>,
  another: Pick<pg.ClientBase, 'query'>,
): Promise<void> {
  const own = await backendOf(client);
  await another.query('BEGIN');
  try {
    // A pooler lends first what it got back last: this transaction has what served `client` a moment ago.
    await backendOf(another);
    if ((await backendOf(client)) !== own) throw new LendingPoolerError();
  } finally {
    await another.query('ROLLBACK');
  }
}

async function backendOf(client: Pick<pg.ClientBase, 'query'>): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid ?? 0;
}
