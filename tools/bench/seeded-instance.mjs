// An instance with so many seeded events: made for one run, or kept in a folder for the next ones.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ROOT, SERVER_FLAGS } from '../process.mjs';
import { freePort, stopProcess, untilHealthy } from './instance.mjs';
import { bundle } from './journal.mjs';

export const DIST = distOf(ROOT);

const say = (text) => process.stdout.write(text);

/** Where a checkout has its built application. */
function distOf(root) {
  return join(root, 'dist', 'apps', 'api');
}

/**
 * Seeds an instance, unless the folder `keep` has one with so many events, links and days.
 * @param {{ events: number, links: string, days: string, keep: string | null, root?: string }} plan `root` is the checkout
 *   whose application seeds and serves it; left out, this one
 * @returns what {@link startInstance} and {@link removeInstance} take
 */
export async function seedInstance(plan) {
  const home =
    plan.keep === null ? mkdtempSync(join(tmpdir(), 'signpost-bench-')) : join(plan.keep, `${plan.events}-events`);
  mkdirSync(home, { recursive: true });
  // The embedded database runs as another user.
  chmodSync(home, 0o755);
  const instance = { ...plan, home, dataDir: join(home, 'data') };
  const file = join(home, 'seeded.json');
  if (existsSync(file)) {
    const seeded = JSON.parse(readFileSync(file, 'utf8'));
    if (seeded.links === plan.links && seeded.days === plan.days) {
      say(`${title(plan)}: seeded on ${seeded.at}, ${describe(seeded)}\n`);
      return { ...instance, seeded };
    }
  }
  rmSync(instance.dataDir, { recursive: true, force: true });
  const seeded = { links: plan.links, days: plan.days, at: new Date().toISOString(), ...(await seed(instance)) };
  say(`${title(plan)}: ${describe(seeded)}, the start of the database included\n`);
  writeFileSync(file, JSON.stringify(seeded), { mode: 0o600 });
  return { ...instance, seeded };
}

const title = ({ events, links, days }) => `${events.toLocaleString('en')} events, ${links} links, ${days} days`;
const describe = ({ seconds, rate }) => `in ${seconds.toFixed(1)} s, ${rate.toLocaleString('en')} events/s`;

async function seed({ root = ROOT, events, links, days, dataDir }) {
  const started = performance.now();
  const args = ['--events', String(events), '--links', links, '--days', days];
  const output = await runNode([join(distOf(root), 'seed.js'), ...args], environment(dataDir, 0));
  const seconds = (performance.now() - started) / 1000;
  const [, email, password] = /Sign in with (\S+) and the password (\S+)/.exec(output) ?? [];
  return { seconds, rate: Math.round(events / seconds), email, password };
}

/** Starts the built application on a seeded instance, everything of its database vacuumed and on disk. */
export async function startInstance(instance) {
  const port = await freePort();
  const app = spawn(process.execPath, [...SERVER_FLAGS, join(distOf(instance.root ?? ROOT), 'main.js')], {
    env: environment(instance.dataDir, port),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilHealthy(port, app);
  const connectionString = await findDatabase(instance.dataDir);
  const database = new pg.Client({ connectionString });
  database.on('error', () => undefined);
  await database.connect();
  await database.query('VACUUM (ANALYZE)');
  await database.query('CHECKPOINT');
  const cookie = await logIn(port, instance.seeded);
  const stop = async () => {
    await database.end();
    await stopProcess(app);
  };
  return { ...instance, pid: app.pid, port, connectionString, database, cookie, stop };
}

/** Deletes it, unless it is to be kept. */
export function removeInstance({ home, keep }) {
  if (keep === null) rmSync(home, { recursive: true, force: true });
}

function environment(dataDir, port) {
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    PORT: String(port),
    JOBS_SCHEDULER: 'off',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_UNKNOWN_PATHS: '1000000/60',
  };
  delete env.DATABASE_URL;
  return env;
}

function runNode([file, ...args], env) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve(output) : reject(new Error(`${file} ended with ${code}`))));
  });
}

/** The embedded database of the application, as the command line tools find it. */
async function findDatabase(dataDir) {
  const { findRunningEmbeddedPostgres } = await import(await bundle('platform/database/embedded/embedded-postgres.ts'));
  return findRunningEmbeddedPostgres(dataDir);
}

async function logIn(port, { email, password }) {
  const answer = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`sign-in answered ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
}

/** What an event takes on disk, indexes included. */
export async function bytesPerEvent({ database, events }) {
  const { rows } = await database.query(
    `SELECT coalesce(i.inhparent::regclass::text, c.relname) AS name, sum(pg_total_relation_size(c.oid))::bigint AS bytes
     FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
     WHERE c.relkind = 'r' AND (c.relname LIKE 'click\\_%' OR c.relname IN ('referrer_hosts', 'utm_sets'))
     GROUP BY 1 ORDER BY 2 DESC`,
  );
  const total = rows.reduce((sum, { bytes }) => sum + Number(bytes), 0) / events;
  const parts = rows.filter(({ bytes }) => Number(bytes) / events >= 0.1);
  say(`${total.toFixed(1)} bytes per event, indexes included: `);
  say(`${parts.map(({ name, bytes }) => `${name} ${(Number(bytes) / events).toFixed(1)}`).join(', ')}\n`);
  return total;
}
