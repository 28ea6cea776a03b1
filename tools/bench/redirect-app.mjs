// The built application with its embedded database and the links of the redirect benches.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { register, startApp } from './instance.mjs';
import { familyCpuSeconds, findInFamily } from './machine.mjs';

export const WARM_LINKS = 1000;
/** A million first visits take four minutes on a slow machine. */
const SETTLE_MS = 600_000;
/** Links of one transaction. */
const LINKS_AT_ONCE = 20_000;

/** A process with an owner, a workspace and links: `many` of them in addition to those that every bench has. */
export async function startWithLinks(many, core = null) {
  const app = await startApp({ core });
  await register(app);
  const pool = new pg.Pool({ connectionString: app.databaseUrl, max: 2 });
  await addLinks(pool, 'warm', WARM_LINKS);
  await addLinks(pool, 'many', many);
  await addLinks(pool, 'capped', 10, 2_000_000_000);
  await pool.query('VACUUM ANALYZE');
  const databasePid = findInFamily(app.pid, 'postgres');
  return {
    ...app,
    /** Process id of the embedded database; null when it is not ours. */
    databasePid,
    /** Seconds of processor time that the embedded database has used. */
    databaseCpu: () => (databasePid === null ? 0 : familyCpuSeconds(databasePid)),
    /** Events that the database has, of people and of bots. */
    recorded: async () => Number((await pool.query('SELECT count(*) AS count FROM click_events')).rows[0].count),
    /** Waits until the database has everything that the journal holds. */
    settled: async () => {
      const end = Date.now() + SETTLE_MS;
      while (!(await isStored(pool, join(app.dataDir, 'journal')))) {
        if (Date.now() > end) throw new Error('the clicks were not stored in time');
        await new Promise((done) => setTimeout(done, 50));
      }
    },
    stop: async () => {
      await pool.end();
      await app.stop();
    },
  };
}

/** Whether each journal is stored to its last byte. */
async function isStored(pool, folder) {
  const ends = new Map();
  for (const name of readdirSync(folder)) {
    const [, id, base] = /^([0-9a-f-]{36})-(\d{16})\.clicks$/.exec(name) ?? [];
    const size = id === undefined ? undefined : statSync(join(folder, name), { throwIfNoEntry: false })?.size;
    if (size !== undefined) ends.set(id, Math.max(ends.get(id) ?? 0, Number(base) + size));
  }
  const { rows } = await pool.query('SELECT journal_id AS id, position FROM click_journals');
  const positions = new Map(rows.map(({ id, position }) => [id, Number(position)]));
  return [...ends].every(([id, end]) => positions.get(id) === end);
}

/**
 * Adds links without the triggers that keep other rows in step, and with those rows: a million in minutes instead of an
 * hour. What searches read is left empty. Their ids are of their time, as the application makes them: links made one after
 * the other lie side by side in every index.
 */
async function addLinks(pool, prefix, count, maximumVisits = null) {
  const sql = `
    WITH made AS (
      INSERT INTO links (id, workspace_id, slug, destination_url, destination_host, maximum_visits)
      SELECT id, (SELECT id FROM workspaces ORDER BY no LIMIT 1), $1 || n, 'https://example.com/landing/' || n,
             'example.com', $4::integer
      FROM (SELECT id, $2::int + place - 1 AS n FROM unnest($3::uuid[]) WITH ORDINALITY AS given (id, place)) AS given
      RETURNING id, workspace_id, slug, maximum_visits),
    addressed AS (
      INSERT INTO addresses (workspace_id, slug, kind, link_id) SELECT workspace_id, slug, 'slug', id FROM made)
    INSERT INTO link_counters (link_id, workspace_id, maximum_visits) SELECT id, workspace_id, maximum_visits FROM made`;
  const client = await pool.connect();
  for (let at = 0; at < count; at += LINKS_AT_ONCE) {
    await client.query('BEGIN; SET LOCAL session_replication_role = replica; SET LOCAL synchronous_commit = off');
    const ids = Array.from({ length: Math.min(count - at, LINKS_AT_ONCE) }, () => uuidv7());
    await client.query(sql, [prefix, at, ids, maximumVisits]);
    await client.query('COMMIT');
  }
  client.release();
}
