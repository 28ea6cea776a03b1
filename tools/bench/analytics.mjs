// `npm run bench -- analytics [--events 1000000,10000000] [--links 10000] [--days 90] [--rounds 40] [--ingest 600000]
//   [--sustain 30] [--moved 1000,5000]`
//
// Seeds an instance of its own for each number of events, starts the built application on it and times every report
// over HTTP, with the same counts as GROUP BY over the raw events beside them. Then links are moved into campaigns, clicks
// keep coming into a journal while they are stored, and the application is handed a journal of events that waited.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { ROOT, runQuietly } from '../process.mjs';
import { freePort, httpGet, percentile, stopProcess, untilHealthy } from './instance.mjs';
import { timeBacklog, timeSustained } from './ingest.mjs';
import { bundle } from './journal.mjs';
import { timeMovedCampaigns } from './moved-campaign.mjs';

const DIST = join(ROOT, 'dist', 'apps', 'api');
const PERIODS = ['24h', '7d', '30d', '90d', 'all'];
const TARGETS = { windowMs: 50, allMs: 100, ratio: 1.3, bytes: 120, ingest: 30_000, seed: 50_000 };
/** What waits in the journal may be so much more in the second half: the beginning of a batch, not a trend. */
const GROWTH = 1.1;

/** @param {string[]} args @returns {Promise<number>} 0 when every target is met. */
export async function main(args) {
  const { values } = parseArgs({
    args,
    options: {
      events: { type: 'string', default: '1000000,10000000' },
      links: { type: 'string', default: '10000' },
      days: { type: 'string', default: '90' },
      rounds: { type: 'string', default: '40' },
      ingest: { type: 'string', default: '600000' },
      sustain: { type: 'string', default: '30' },
      moved: { type: 'string', default: '1000,5000' },
      'no-build': { type: 'boolean', default: false },
    },
  });
  if (!values['no-build'] || !existsSync(join(DIST, 'seed.js'))) {
    const built = await runQuietly('nx', ['run-many', '-t', 'build', '-p', 'api', '--output-style=static']);
    if (built !== 0) return built;
  }
  const plan = {
    links: values.links,
    days: values.days,
    rounds: Number(values.rounds),
    ingest: Number(values.ingest),
    sustain: Number(values.sustain),
    moved: values.moved.split(',').map(Number),
  };
  say(
    `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}\n`,
  );
  const results = [];
  const sizes = values.events.split(',').map(Number);
  // What storing costs does not depend on what is stored: the largest instance shows it.
  for (const events of sizes) results.push(await measure(events, plan, events === sizes.at(-1)));
  return summarise(results);
}

async function measure(events, plan, stores) {
  say(`\n## ${events.toLocaleString('en')} events, ${plan.links} links, ${plan.days} days\n`);
  const home = mkdtempSync(join(tmpdir(), 'signpost-bench-'));
  chmodSync(home, 0o755);
  const port = await freePort();
  const env = {
    ...process.env,
    DATA_DIR: join(home, 'data'),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    PORT: String(port),
    JOBS_SCHEDULER: 'off',
    LOG_LEVEL: 'warn',
  };
  delete env.DATABASE_URL;
  let app = null;
  try {
    const { seedRate, signIn } = await seed(events, plan, env);
    app = await startApp(env, port);
    const connectionString = await findDatabase(env);
    const database = await connect(connectionString);
    await database.query('VACUUM (ANALYZE)');
    await database.query('CHECKPOINT');
    const bytes = await bytesPerEvent(database, events);
    const cookie = await logIn(port, signIn);
    const subjects = await findSubjects(database);
    const reports = await timeReports(port, cookie, subjects, plan.rounds);
    const raw = await timeRaw(database, subjects);
    await timeMovedCampaigns(database, {
      port,
      cookie,
      counts: plan.moved.filter((count) => count > 0 && count <= Number(plan.links)),
      periods: PERIODS,
      rounds: Math.min(plan.rounds, 10),
    });
    const dataDir = env.DATA_DIR;
    const sustained =
      plan.sustain === 0 || !stores
        ? null
        : await timeSustained(database, { dataDir, connectionString, rate: TARGETS.ingest, seconds: plan.sustain });
    const ingest = plan.ingest === 0 || !stores ? null : await timeBacklog(database, { dataDir, count: plan.ingest });
    await database.end();
    return { events, seedRate, bytes, reports, raw, sustained, ingest };
  } finally {
    if (app !== null) await stopProcess(app);
    rmSync(home, { recursive: true, force: true });
  }
}

async function seed(events, plan, env) {
  const started = performance.now();
  const output = await runNode(
    ['seed.js', '--events', String(events), '--links', plan.links, '--days', plan.days],
    env,
  );
  const seconds = (performance.now() - started) / 1000;
  const seedRate = Math.round(events / seconds);
  const [, email, password] = /Sign in with (\S+) and the password (\S+)/.exec(output) ?? [];
  say(
    `seeded in ${seconds.toFixed(1)} s, ${seedRate.toLocaleString('en')} events/s, the start of the database included\n`,
  );
  return { seedRate, signIn: { email, password } };
}

function runNode([file, ...args], env) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(DIST, file), ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve(output) : reject(new Error(`${file} ended with ${code}`))));
  });
}

async function startApp(env, port) {
  const child = spawn(process.execPath, [join(DIST, 'main.js')], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  await untilHealthy(port, child);
  return child;
}

/** The embedded database of the application, as the command line tools find it. */
async function findDatabase(env) {
  const { findRunningEmbeddedPostgres } = await import(await bundle('platform/database/embedded-postgres.ts'));
  return findRunningEmbeddedPostgres(env.DATA_DIR);
}

async function connect(connectionString) {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  return client;
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

/** The most clicked link, one in the middle, a cold one, and the campaign with the most links. */
async function findSubjects(database) {
  const { rows: links } = await database.query(
    `SELECT l.id, l.no FROM links l JOIN link_counters c ON c.link_id = l.id ORDER BY c.lifetime_clicks DESC, l.no`,
  );
  const { rows: campaigns } = await database.query(
    `SELECT k.campaign_id AS id, c.no, (SELECT count(*) FROM links l WHERE l.campaign_id = c.id) AS links
     FROM campaign_clicks k JOIN campaigns c ON c.id = k.campaign_id ORDER BY links DESC LIMIT 1`,
  );
  say(`the largest campaign has ${campaigns[0]?.links} links\n`);
  return { hot: links[0], middle: links[Math.floor(links.length / 20)], cold: links.at(-1), campaign: campaigns[0] };
}

/** Times each report in rounds, so that whatever else the machine does falls on all of them. */
async function timeReports(port, cookie, subjects, rounds) {
  const paths = {
    workspace: '/api/workspaces/analytics?',
    'link, most clicked': `/api/links/${subjects.hot.id}/analytics?`,
    'link, middle': `/api/links/${subjects.middle.id}/analytics?`,
    'link, cold': `/api/links/${subjects.cold.id}/analytics?`,
    'campaign, recorded': `/api/campaigns/${subjects.campaign.id}/analytics?`,
    'campaign, current': `/api/campaigns/${subjects.campaign.id}/analytics?attribution=current&`,
  };
  const times = new Map();
  for (let round = -2; round < rounds; round += 1) {
    for (const [name, path] of Object.entries(paths)) {
      for (const period of PERIODS) {
        const started = performance.now();
        await httpGet(port, `${path}period=${period}`, cookie);
        const took = performance.now() - started;
        // The first rounds warm the process up.
        if (round >= 0) times.set(`${name} ${period}`, [...(times.get(`${name} ${period}`) ?? []), took]);
      }
    }
  }
  say(`\n| p95 in ms (median) | ${PERIODS.join(' | ')} |\n|---|${PERIODS.map(() => '---|').join('')}\n`);
  const results = {};
  for (const name of Object.keys(paths)) {
    const cells = PERIODS.map((period) => {
      const of = times.get(`${name} ${period}`);
      const p95 = percentile(of, 0.95);
      results[`${name} ${period}`] = { p95, p50: percentile(of, 0.5) };
      return `${p95.toFixed(1)} (${percentile(of, 0.5).toFixed(1)})`;
    });
    say(`| ${name} | ${cells.join(' | ')} |\n`);
  }
  return results;
}

/** The same counts of 90 days from the raw events: what reports would cost without roll-ups. */
async function timeRaw(database, { hot }) {
  const results = {};
  for (const [name, where] of [
    ['workspace', 'true'],
    ['link, most clicked', `link_no = ${hot.no}`],
  ]) {
    const started = performance.now();
    for (const by of ["date_trunc('day', occurred_at)", 'referrer_no', 'country', 'device', 'browser', 'os']) {
      await database.query(`SELECT ${by}, count(*) FROM click_events WHERE ${where} AND outcome = 0 GROUP BY 1`);
    }
    results[name] = performance.now() - started;
    say(`raw GROUP BY, six counts of the ${name}: ${(results[name] / 1000).toFixed(2)} s\n`);
  }
  return results;
}

async function bytesPerEvent(database, events) {
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

function summarise(results) {
  const failures = [];
  const check = (holds, text) => {
    say(`${holds ? 'met   ' : 'MISSED'} ${text}\n`);
    if (!holds) failures.push(text);
  };
  say('\n## Targets\n');
  const [small, large] = [results[0], results.at(-1)];
  for (const { events, reports, bytes, sustained, ingest, seedRate } of results) {
    const size = events.toLocaleString('en');
    const worst = (all) =>
      Object.entries(reports)
        .filter(([name]) => name.endsWith(' all') === all)
        .sort((a, b) => b[1].p95 - a[1].p95)[0];
    const [windowName, window] = worst(false);
    const [allName, all] = worst(true);
    check(
      window.p95 <= TARGETS.windowMs,
      `${size}: slowest window ${windowName}, p95 ${window.p95.toFixed(1)} ms (≤ ${TARGETS.windowMs})`,
    );
    check(
      all.p95 <= TARGETS.allMs,
      `${size}: slowest of all time ${allName}, p95 ${all.p95.toFixed(1)} ms (≤ ${TARGETS.allMs})`,
    );
    // What a link's day takes weighs more the fewer events it has: the target is that of the largest number.
    if (events === large.events)
      check(bytes <= TARGETS.bytes, `${size}: ${bytes.toFixed(1)} bytes per event (≤ ${TARGETS.bytes})`);
    check(
      seedRate >= TARGETS.seed,
      `${size}: seeding ${seedRate.toLocaleString('en')}/s (≥ ${TARGETS.seed.toLocaleString('en')})`,
    );
    if (sustained !== null)
      check(
        sustained.isComplete &&
          sustained.recordedRate >= TARGETS.ingest * 0.99 &&
          sustained.second <= sustained.first * GROWTH,
        `${size}: ${sustained.recordedRate.toLocaleString('en')}/s recorded while stored, waiting ${Math.round(sustained.first).toLocaleString('en')}, then ${Math.round(sustained.second).toLocaleString('en')} (not growing at ${TARGETS.ingest.toLocaleString('en')})`,
      );
    if (ingest !== null)
      check(
        ingest >= TARGETS.ingest,
        `${size}: backlog ${ingest.toLocaleString('en')}/s (≥ ${TARGETS.ingest.toLocaleString('en')})`,
      );
  }
  if (small !== large) {
    const sum = ({ reports }) => Object.values(reports).reduce((total, { p50 }) => total + p50, 0);
    const ratio = sum(large) / sum(small);
    check(
      ratio <= TARGETS.ratio,
      `all reports together, ${large.events / small.events} times the events: ${ratio.toFixed(2)} times the time (≤ ${TARGETS.ratio})`,
    );
  }
  return failures.length === 0 ? 0 : 1;
}

function say(text) {
  process.stdout.write(text);
}
