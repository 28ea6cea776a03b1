import type pg from 'pg';

/** Advisory lock class of a workspace's roll-ups: "roll" in ASCII. */
const ROLLUP_LOCK = 0x726f6c6c;

/**
 * Makes this transaction the only one that writes the workspaces' roll-ups and visitor sets until it ends. Writers of one
 * workspace lose nothing by taking turns: its hour is one row, which they would have to wait for anyway.
 */
export async function lockRollups(client: pg.ClientBase, workspaceNos: Iterable<number>): Promise<void> {
  for (const no of [...new Set(workspaceNos)].sort((a, b) => a - b)) {
    await client.query('SELECT pg_advisory_xact_lock($1, $2)', [ROLLUP_LOCK, no]);
  }
}
