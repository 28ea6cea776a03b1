// `npm run bench -- redirect [--seconds 4] [--rounds 3] [--connections 64] [--database same|other|both]
//   [--scenarios warm,many,…] [--links 100000] [--json file]`
//
// Starts the built application with its embedded database, and a bare node:http server that answers 302 from a Map, on
// the same Node; loads both in turn, round by round, so that whatever else the machine does falls on both.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { ROOT, runQuietly } from '../process.mjs';
import { GENERATOR, load } from './load.mjs';
import {
  cpuSeconds,
  describeMachine,
  familyCpuSeconds,
  findDescendant,
  has,
  pin,
  residentMb,
  threadCpuSeconds,
} from './machine.mjs';

const MAIN = join(ROOT, 'dist', 'apps', 'api', 'main.js');
const WARM_LINKS = 1000;
const FREE_LIMITS = { RATE_LIMIT_UNKNOWN_PATHS: '1000000/60' };

/** What is measured: the addresses asked for, and which counts as a click. */
const SCENARIOS = {
  warm: { title: 'warm, 1,000 links', prefix: 'warm', count: () => WARM_LINKS, isWarm: true, clicks: true },
  many: { title: 'warm, many links', prefix: 'many', count: (links) => links, isWarm: true, clicks: true },
  cold: { title: 'cold (each link once)', prefix: 'cold', count: (links) => links, isCold: true, clicks: true },
  unknown: { title: 'unknown address', prefix: 'none', count: () => 1000, clicks: false },
  capped: { title: 'link with a cap', prefix: 'capped', count: () => 10, clicks: true },
  targeted: {
    title: 'targeted by country and system',
    prefix: 'target',
    count: () => WARM_LINKS,
    isWarm: true,
    clicks: true,
  },
  bots: {
    title: 'warm, 10 % bots',
    prefix: 'warm',
    count: () => WARM_LINKS,
    isWarm: true,
    botShare: 0.1,
    clicks: true,
  },
};

export async function main(args) {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '4' },
      rounds: { type: 'string', default: '3' },
      connections: { type: 'string', default: '64' },
      database: { type: 'string', default: 'both' },
      scenarios: { type: 'string', default: Object.keys(SCENARIOS).join(',') },
      links: { type: 'string', default: '100000' },
      json: { type: 'string' },
      'no-build': { type: 'boolean', default: false },
    },
  });
  if (!values['no-build'] || !existsSync(MAIN)) {
    const built = await runQuietly('nx', ['run-many', '-t', 'build', '-p', 'api', '--output-style=static']);
    if (built !== 0) return built;
  }
  const options = {
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    connections: Number(values.connections),
    links: Number(values.links),
    scenarios: values.scenarios.split(','),
  };
  const isPinned = has('taskset');
  process.stdout.write(`${describeMachine()}; load by ${GENERATOR}, ${options.connections} connections; `);
  process.stdout.write(`${options.rounds} rounds of ${options.seconds} s, bare and Signpost in turn\n`);
  const placements = values.database === 'both' ? ['same', 'other'] : [values.database];
  const results = [];
  for (const placement of isPinned ? placements : ['unpinned']) results.push(...(await measure(placement, options)));
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(results, null, 2));
  return 0;
}

/** Every scenario with the database on the application's core (`same`) or on another (`other`). */
async function measure(placement, options) {
  const app = await startApp(options.links);
  const bare = await startBare();
  const loadCore = placement === 'unpinned' ? null : '1';
  try {
    if (placement !== 'unpinned') {
      pin(bare.pid, '0');
      pin(app.pid, '0');
      const postmaster = findDescendant(app.pid, 'postgres');
      if (postmaster !== null) pin(postmaster, placement === 'other' ? '1' : '0');
    }
    process.stdout.write(
      `\nDatabase on ${{ same: 'the same core', other: 'another core', unpinned: 'any core' }[placement]}\n`,
    );
    process.stdout.write(
      '| scenario | req/s | bare req/s | ratio | p50 ms | p99 ms | bare p99 | µs CPU bare | µs CPU app | µs CPU database | RSS MB | answered | recorded |\n' +
        '|---|---|---|---|---|---|---|---|---|---|---|---|---|\n',
    );
    const results = [];
    for (const name of options.scenarios) {
      const result = { placement, name, ...(await runScenario(SCENARIOS[name], app, bare, loadCore, options)) };
      results.push(result);
      print(result);
    }
    return results;
  } finally {
    await app.stop();
    bare.stop();
  }
}

async function runScenario(scenario, app, bare, core, { seconds, rounds, connections, links }) {
  const count = scenario.count(links);
  const common = { connections, core, prefix: scenario.prefix, count, botShare: scenario.botShare ?? 0 };
  if (scenario.isWarm) await load({ ...common, port: app.port, seconds: Math.max(1, Math.min(3, count / 20_000)) });
  await load({ ...common, prefix: 'warm', count: WARM_LINKS, port: bare.port, seconds: 1 });
  await app.settled(Infinity);
  const before = await app.recorded();
  const rows = [];
  let answered = 0;
  const cpu = { bare: 0, app: 0, database: 0 };
  const threads = {};
  let bareAnswered = 0;
  for (let round = 0; round < rounds; round += 1) {
    const bareBefore = cpuSeconds(bare.pid) ?? 0;
    const bareRun = await load({ ...common, prefix: 'warm', count: WARM_LINKS, port: bare.port, seconds });
    cpu.bare += (cpuSeconds(bare.pid) ?? 0) - bareBefore;
    bareAnswered += bareRun.requests;
    if (scenario.isCold) await app.forgetLinks();
    const appBefore = cpuSeconds(app.pid) ?? 0;
    const databaseBefore = app.databaseCpu();
    const threadsBefore = threadCpuSeconds(app.pid);
    const run = await load({ ...common, port: app.port, seconds, start: scenario.isCold ? 0 : round * 7919 });
    // What the load left to be written is part of its price.
    if (scenario.clicks) await app.settled(before + answered + run.requests);
    cpu.app += (cpuSeconds(app.pid) ?? 0) - appBefore;
    for (const [name, used] of Object.entries(threadCpuSeconds(app.pid))) {
      threads[name] = (threads[name] ?? 0) + used - (threadsBefore[name] ?? 0);
    }
    cpu.database += app.databaseCpu() - databaseBefore;
    answered += run.requests;
    rows.push({ bareRun, run });
  }
  await app.settled(Infinity);
  const recorded = (await app.recorded()) - before;
  return {
    title: scenario.title,
    perSecond: median(rows.map(({ run }) => run.perSecond)),
    barePerSecond: median(rows.map(({ bareRun }) => bareRun.perSecond)),
    ratio: median(rows.map(({ run, bareRun }) => run.perSecond / bareRun.perSecond)),
    p50: median(rows.map(({ run }) => run.p50)),
    p99: median(rows.map(({ run }) => run.p99)),
    bareP99: median(rows.map(({ bareRun }) => bareRun.p99)),
    cpuMicros: {
      bare: (cpu.bare * 1e6) / bareAnswered,
      app: (cpu.app * 1e6) / answered,
      database: (cpu.database * 1e6) / answered,
    },
    threadMicros: Object.fromEntries(Object.entries(threads).map(([name, used]) => [name, (used * 1e6) / answered])),
    residentMb: residentMb(app.pid),
    answered: scenario.clicks ? answered : null,
    // Answers that were under way when the generator stopped are recorded and not counted by it: at most one for each
    // connection and round.
    recorded: scenario.clicks ? recorded : null,
    isComplete: !scenario.clicks || (recorded >= answered && recorded <= answered + connections * rounds),
  };
}

function print(result) {
  const number = (value, digits = 0) =>
    value === null ? '–' : value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const complete = result.isComplete ? '' : ' (!)';
  const cells = [
    result.title,
    number(result.perSecond),
    number(result.barePerSecond),
    number(result.ratio, 2),
    number(result.p50, 2),
    number(result.p99, 2),
    number(result.bareP99, 2),
    number(result.cpuMicros.bare, 1),
    number(result.cpuMicros.app, 1),
    number(result.cpuMicros.database, 1),
    number(result.residentMb),
    number(result.answered),
    number(result.recorded) + complete,
  ];
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

async function startBare() {
  const child = spawn(process.execPath, [join(ROOT, 'tools', 'bench', 'bare-server.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise((done) => child.stdout.once('data', (chunk) => done(Number(chunk.toString()))));
  return { pid: child.pid, port, stop: () => child.kill('SIGKILL') };
}

async function startApp(links) {
  const dataDir = mkdtempSync(join(tmpdir(), 'signpost-bench-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [...(process.env.BENCH_NODE_OPTIONS ?? '').split(' ').filter(Boolean), MAIN], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      PUBLIC_URL: url,
      PORT: String(port),
      DATA_DIR: dataDir,
      JOBS_SCHEDULER: 'off',
      LOG_LEVEL: 'error',
      ...(process.env.DATABASE_URL === undefined ? {} : { DATABASE_URL: process.env.DATABASE_URL }),
      ...FREE_LIMITS,
    },
    stdio: ['ignore', process.env.BENCH_VERBOSE === undefined ? 'ignore' : 'inherit', 'inherit'],
  });
  await until(async () => {
    if (child.exitCode !== null) throw new Error('the application ended at start');
    return (await fetch(`${url}/api/health`).catch(() => null))?.status === 200;
  }, 60_000);
  const registered = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'bench@example.test', password: `bench-${randomUUID()}`, workspaceName: 'Bench' }),
  });
  if (registered.status !== 200) throw new Error(`setup answered ${registered.status}: ${await registered.text()}`);
  const pool = new pg.Pool({ connectionString: databaseUrl(dataDir), max: 2 });
  await addLinks(pool, links);
  return {
    pid: child.pid,
    port,
    /** Seconds of processor time that the embedded database has used. */
    databaseCpu: () => {
      const postmaster = findDescendant(child.pid, 'postgres');
      return postmaster === null ? 0 : familyCpuSeconds(postmaster);
    },
    /** Redirects of people and bots that the database has. */
    recorded: async () => Number((await pool.query(RECORDED)).rows[0].count),
    /** Waits until the database has that many, or until nothing more arrives in it for three seconds. */
    settled: async (expected) => {
      let last = -1;
      let quiet = 0;
      await until(async () => {
        const now = Number((await pool.query(RECORDED)).rows[0].count);
        quiet = now === last ? quiet + 1 : 0;
        last = now;
        return now >= expected || quiet >= 30;
      }, 120_000);
    },
    /** Makes every link in memory out of date, as any change to it would. */
    forgetLinks: async () => {
      await pool.query(`UPDATE links SET updated_at = now() WHERE slug LIKE 'cold%'`);
      await new Promise((done) => setTimeout(done, 1500));
    },
    stop: async () => {
      await pool.end();
      child.kill('SIGTERM');
      await new Promise((done) => child.once('exit', done));
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The running application's database: the given one, or the embedded one, which leaves its address in its folder. */
function databaseUrl(dataDir) {
  return process.env.DATABASE_URL ?? readFileSync(join(dataDir, 'postgres', 'url'), 'utf8');
}

const RECORDED = 'SELECT coalesce(sum(lifetime_clicks), 0) AS count FROM link_counters';

async function addLinks(pool, links) {
  const add = (prefix, count, columns = '', values = '') =>
    pool.query(
      `WITH made AS (
         INSERT INTO links (id, workspace_id, slug, destination_url, destination_host ${columns})
         SELECT gen_random_uuid(), (SELECT id FROM workspaces ORDER BY no LIMIT 1), $1 || n,
                'https://example.com/landing/' || n, 'example.com' ${values}
         FROM generate_series(0, $2 - 1) AS n
         RETURNING id, workspace_id, slug)
       INSERT INTO addresses (workspace_id, slug, kind, link_id) SELECT workspace_id, slug, 'slug', id FROM made`,
      [prefix, count],
    );
  await add('warm', WARM_LINKS);
  await add('many', links);
  await add('cold', links);
  await add('capped', 10, ', maximum_visits', ', 2000000000');
  const targeting = JSON.stringify({
    country: { DE: 'https://example.com/de' },
    os: { ios: 'https://example.com/ios', desktop: 'https://example.com/desktop' },
  });
  await add('target', WARM_LINKS, ', targeting', `, '${targeting}'::jsonb`);
  await pool.query('ANALYZE');
}

async function until(probe, withinMs) {
  const end = Date.now() + withinMs;
  while (!(await probe())) {
    if (Date.now() > end) throw new Error('what the benchmark waits for did not come');
    await new Promise((done) => setTimeout(done, 100));
  }
}

function freePort() {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}
