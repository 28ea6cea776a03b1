import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTransaction, type TestDatabase } from '@signpost/testing';
import pg from 'pg';

/** The database server that an application runs for itself on `dataDir`, once it is started. */
export function embeddedDatabase(dataDir: string): TestDatabase {
  let opened: pg.Pool | null = null;
  const pool = (): pg.Pool => {
    if (opened !== null) return opened;
    opened = new pg.Pool({ connectionString: readFileSync(join(dataDir, 'postgres', 'url'), 'utf8'), max: 2 });
    opened.on('error', () => undefined);
    return opened;
  };
  return {
    // None: the application starts its own.
    url: '',
    get pool() {
      return pool();
    },
    query: async <Row extends pg.QueryResultRow>(sql: string, parameters: unknown[] = []) =>
      (await pool().query<Row>(sql, parameters)).rows,
    transaction: (work) => inTransaction(pool(), work),
    drop: async () => opened?.end(),
  };
}
