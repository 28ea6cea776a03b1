// The built application with its embedded database and the links of the redirect bench.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { ROOT, SERVER_FLAGS } from '../process.mjs';
import { freePort, stopProcess, untilHealthy } from './instance.mjs';
import { familyCpuSeconds, findDescendant, onCore } from './machine.mjs';

/** The bundle that `npm start` runs. */
export const MAIN = join(ROOT, 'dist', 'apps', 'api', 'main.js');
export const WARM_LINKS = 1000;
/** A million first visits take four minutes on a slow machine. */
const SETTLE_MS = 600_000;

/**
 * Starts a process in a folder of its own, on the database of `databaseUrl` or an embedded one. `BENCH_NODE_OPTIONS` are
 * given to Node, as `--cpu-prof` may be. On a core (null: any) from the beginning, as it is in a container with one.
 */
export async function startProcess(databaseUrl = process.env.DATABASE_URL, core = null) {
  const dataDir = mkdtempSync(join(tmpdir(), 'signpost-bench-'));
  const port = await freePort();
  const options = (process.env.BENCH_NODE_OPTIONS ?? '').split(' ').filter(Boolean);
  const child = spawn(...onCore(core, [process.execPath, ...SERVER_FLAGS, ...options, MAIN]), {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      PORT: String(port),
      DATA_DIR: dataDir,
      JOBS_SCHEDULER: 'off',
      LOG_LEVEL: 'error',
      RATE_LIMIT_UNKNOWN_PATHS: '1000000/60',
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    },
    stdio: ['ignore', process.env.BENCH_VERBOSE === undefined ? 'ignore' : 'inherit', 'inherit'],
  });
  await untilHealthy(port, child);
  return {
    child,
    port,
    dataDir,
    // The embedded database leaves its address in its folder.
    databaseUrl: databaseUrl ?? readFileSync(join(dataDir, 'postgres', 'url'), 'utf8'),
    stop: async () => {
      await stopProcess(child);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A process with an owner, a workspace and links. */
export async function startApp(links, core = null) {
  const running = await startProcess(undefined, core);
  const { child, port, dataDir, databaseUrl } = running;
  const url = `http://127.0.0.1:${port}`;
  const registered = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'bench@example.test', password: `bench-${randomUUID()}`, workspaceName: 'Bench' }),
  });
  if (registered.status !== 200) throw new Error(`setup answered ${registered.status}: ${await registered.text()}`);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  await addLinks(pool, links);
  return {
    pid: child.pid,
    port,
    databaseUrl,
    pool,
    /** Process id of the embedded database; null when it is not ours. */
    databasePid: () => findDescendant(child.pid, 'postgres'),
    /** Seconds of processor time that the embedded database has used. */
    databaseCpu: () => {
      const postmaster = findDescendant(child.pid, 'postgres');
      return postmaster === null ? 0 : familyCpuSeconds(postmaster);
    },
    /** Events that the database has, of people and of bots. */
    recorded: async () => Number((await pool.query('SELECT count(*) AS count FROM click_events')).rows[0].count),
    /** Waits until the database has everything that the journal holds. */
    settled: () => until(() => isStored(pool, join(dataDir, 'journal')), SETTLE_MS),
    /** Makes every link in memory out of date, as any change to it would. */
    forgetLinks: async () => {
      await pool.query(`UPDATE links SET updated_at = now() WHERE slug LIKE 'many%'`);
      await new Promise((done) => setTimeout(done, 1500));
    },
    /** Holds a snapshot as a backup or a long report does; answers how to let it go. */
    holdSnapshot: async () => {
      const client = await pool.connect();
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
      await client.query('SELECT 1 FROM links LIMIT 1');
      return async () => {
        await client.query('COMMIT');
        client.release();
      };
    },
    stop: async () => {
      await pool.end();
      await running.stop();
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

/** Links of one transaction. */
const LINKS_AT_ONCE = 20_000;

async function addLinks(pool, links) {
  await addRows(pool, { prefix: 'warm', count: WARM_LINKS });
  await addRows(pool, { prefix: 'many', count: links.many });
  await addRows(pool, { prefix: 'capped', count: 10, column: 'maximum_visits', value: '2000000000' });
  const targeting = JSON.stringify({
    country: { DE: 'https://example.com/de' },
    os: { ios: 'https://example.com/ios', desktop: 'https://example.com/desktop' },
  });
  await addRows(pool, { prefix: 'target', count: WARM_LINKS, column: 'targeting', value: `'${targeting}'::jsonb` });
  await pool.query('VACUUM ANALYZE');
}

/**
 * Adds links without the triggers that keep other rows in step, and with those rows: a million in minutes instead of an
 * hour. What searches read is left empty. Their ids are of their time, as the application makes them: links made one after
 * the other lie side by side in every index.
 */
async function addRows(pool, { prefix, count, column, value }) {
  const [more, set] = column === undefined ? ['', ''] : [`, ${column}`, `, ${value}`];
  const sql = `
    WITH made AS (
      INSERT INTO links (id, workspace_id, slug, destination_url, destination_host ${more})
      SELECT id, (SELECT id FROM workspaces ORDER BY no LIMIT 1), $1 || n, 'https://example.com/landing/' || n,
             'example.com' ${set}
      FROM (SELECT id, $2::int + place - 1 AS n FROM unnest($3::uuid[]) WITH ORDINALITY AS given (id, place)) AS given
      RETURNING id, workspace_id, slug, maximum_visits),
    addressed AS (
      INSERT INTO addresses (workspace_id, slug, kind, link_id) SELECT workspace_id, slug, 'slug', id FROM made)
    INSERT INTO link_counters (link_id, workspace_id, maximum_visits) SELECT id, workspace_id, maximum_visits FROM made`;
  let from = 0;
  const addSome = async () => {
    const client = await pool.connect();
    for (let at = from; at < count; at = from) {
      from += LINKS_AT_ONCE;
      await client.query('BEGIN; SET LOCAL session_replication_role = replica; SET LOCAL synchronous_commit = off');
      const ids = Array.from({ length: Math.min(count - at, LINKS_AT_ONCE) }, () => uuidv7());
      await client.query(sql, [prefix, at, ids]);
      await client.query('COMMIT');
    }
    client.release();
  };
  await Promise.all([addSome(), addSome()]);
}

async function until(probe, withinMs) {
  const end = Date.now() + withinMs;
  while (!(await probe())) {
    if (Date.now() > end) throw new Error('what the benchmark waits for did not come');
    await new Promise((done) => setTimeout(done, 50));
  }
}
