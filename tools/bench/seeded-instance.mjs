// An instance with seeded events: made for one run, or kept in a folder for the next ones.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { makeFolder } from '../app-process.mjs';
import { number, print, sum } from './figures.mjs';
import { distOf, send, settings, startApp } from './instance.mjs';

/** Never that of DATABASE_URL: each instance has its own. */
const EMBEDDED = { DATABASE_URL: '' };

/**
 * Seeds an instance, unless the folder `keep` has one with the same numbers of events, links and days.
 * @param {{ events: number, links: number, days: number, keep?: string, root?: string }} plan `root` is the checkout
 *   whose application seeds and serves it; left out, this one
 * @returns what {@link startInstance} and {@link removeInstance} take
 */
export async function seedInstance(plan) {
  const { root, events, links, days, keep = '' } = plan;
  const home = keep === '' ? makeFolder() : join(keep, `${events}-events-${links}-links-${days}-days`);
  mkdirSync(home, { recursive: true });
  // The embedded database may run as another user.
  chmodSync(home, 0o755);
  const dataDir = join(home, 'data');
  const file = join(home, 'seeded.json');
  if (!existsSync(file)) {
    rmSync(dataDir, { recursive: true, force: true });
    const started = performance.now();
    const args = [join(distOf(root), 'seed.js'), '--events', events, '--links', links, '--days', days].map(String);
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      env: settings({ dataDir, port: 0, env: EMBEDDED }),
    });
    const rate = Math.round(events / ((performance.now() - started) / 1000));
    const [, email, password] = /Sign in with (\S+) and the password (\S+)/.exec(stdout) ?? [];
    writeFileSync(file, JSON.stringify({ rate, email, password }), { mode: 0o600 });
  }
  const seeded = JSON.parse(readFileSync(file, 'utf8'));
  print(`${number(events)} events, ${links} links, ${days} days: seeded at ${number(seeded.rate)} events/s, `);
  print('the start of the database included\n');
  return { ...plan, home, dataDir, seeded };
}

/** Starts the built application on a seeded instance, everything of its database vacuumed and on disk. */
export async function startInstance({ root, dataDir, seeded: { email, password }, ...instance }) {
  const app = await startApp({ root, dataDir, env: EMBEDDED });
  const database = new pg.Client({ connectionString: app.databaseUrl });
  database.on('error', () => undefined);
  await database.connect();
  await database.query('VACUUM (ANALYZE)');
  await database.query('CHECKPOINT');
  const { cookie } = await send(app.port, 'POST', '/api/auth/login', { body: { email, password } });
  const stop = async () => {
    await database.end();
    await app.stop();
  };
  return { ...instance, ...app, database, cookie, stop };
}

/** Deletes it, unless it is to be kept. */
export function removeInstance({ home, keep = '' }) {
  if (keep === '') rmSync(home, { recursive: true, force: true });
}

/** What an event takes on disk, indexes included. */
export async function bytesPerEvent({ database, events }) {
  const { rows } = await database.query(
    `SELECT coalesce(i.inhparent::regclass::text, c.relname) AS name, sum(pg_total_relation_size(c.oid))::float AS bytes
     FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
     WHERE c.relkind = 'r' AND (c.relname LIKE 'click\\_%' OR c.relname IN ('referrer_hosts', 'utm_sets'))
     GROUP BY 1 ORDER BY 2 DESC`,
  );
  const each = rows.map(({ name, bytes }) => ({ name, share: bytes / events }));
  const total = sum(each.map(({ share }) => share));
  const parts = each.filter(({ share }) => share >= 0.1).map(({ name, share }) => `${name} ${share.toFixed(1)}`);
  print(`${total.toFixed(1)} bytes per event, indexes included: ${parts.join(', ')}\n`);
  return total;
}
