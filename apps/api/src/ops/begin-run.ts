import type pg from 'pg';

/**
 * Begins a run that makes files or databases. The connection marks it as under way until it ends, which it does with its process,
 * however that ends.
 * @param removeLeft is called first when no other run is under way: what is unfinished then, a killed run has left.
 */
export async function beginRun(
  client: pg.Client,
  work: 'backup' | 'restore_drill' | 'redirect_map',
  removeLeft: () => Promise<void>,
): Promise<void> {
  const key = [`signpost ${work}`];
  const { rows } = await client.query<{ alone: boolean }>(
    'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS alone',
    key,
  );
  const isAlone = rows[0]?.alone === true;
  if (isAlone) await removeLeft();
  await client.query('SELECT pg_advisory_lock_shared(hashtextextended($1, 0))', key);
  if (isAlone) await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', key);
}
