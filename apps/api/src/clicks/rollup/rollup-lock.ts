import type pg from 'pg';

/** Advisory lock class of a workspace's roll-ups: "roll" in ASCII. */
const ROLLUP_LOCK = 0x726f6c6c;

/**
 * Makes this transaction the only writer of the workspaces' roll-ups and visitor lists until it ends. Concurrent writers of a
 * workspace lose nothing by it, because they would wait for the row of its current hour anyway.
 */
export async function lockRollups(client: pg.ClientBase, workspaceNos: Iterable<number>): Promise<void> {
  for (const no of [...new Set(workspaceNos)].sort((a, b) => a - b)) {
    await client.query('SELECT pg_advisory_xact_lock($1, $2)', [ROLLUP_LOCK, no]);
  }
}
