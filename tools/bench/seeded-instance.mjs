// An instance with so many seeded events: made for one run, or kept in a folder for the next ones.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { say } from './figures.mjs';
import { distOf, makeFolder, send, settings, startApp } from './instance.mjs';

/** Never that of DATABASE_URL: each instance has its own. */
const EMBEDDED = { DATABASE_URL: '' };

/**
 * Seeds an instance, unless the folder `keep` has one with so many events, links and days.
 * @param {{ events: number, links: string, days: string, keep: string | null, root?: string }} plan `root` is the checkout
 *   whose application seeds and serves it; left out, this one
 * @returns what {@link startInstance} and {@link removeInstance} take
 */
export async function seedInstance(plan) {
  const home = plan.keep === null ? makeFolder() : join(plan.keep, `${plan.events}-events`);
  mkdirSync(home, { recursive: true });
  // The embedded database may run as another user.
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

async function seed({ root, events, links, days, dataDir }) {
  const started = performance.now();
  const args = ['--events', String(events), '--links', links, '--days', days];
  const output = await runNode([join(distOf(root), 'seed.js'), ...args], settings({ dataDir, port: 0, env: EMBEDDED }));
  const seconds = (performance.now() - started) / 1000;
  const [, email, password] = /Sign in with (\S+) and the password (\S+)/.exec(output) ?? [];
  return { seconds, rate: Math.round(events / seconds), email, password };
}

/** Starts the built application on a seeded instance, everything of its database vacuumed and on disk. */
export async function startInstance({ root, dataDir, seeded, ...instance }) {
  const app = await startApp({ root, dataDir, env: EMBEDDED });
  const database = new pg.Client({ connectionString: readFileSync(join(dataDir, 'postgres', 'url'), 'utf8') });
  database.on('error', () => undefined);
  await database.connect();
  await database.query('VACUUM (ANALYZE)');
  await database.query('CHECKPOINT');
  const { email, password } = seeded;
  const { cookie } = await send(app.port, 'POST', '/api/auth/login', { body: { email, password } });
  const stop = async () => {
    await database.end();
    await app.stop();
  };
  return { ...instance, ...app, database, cookie, stop };
}

/** Deletes it, unless it is to be kept. */
export function removeInstance({ home, keep }) {
  if (keep === null) rmSync(home, { recursive: true, force: true });
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
