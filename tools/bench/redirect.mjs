// `npm run bench -- redirect [--seconds 4] [--rounds 3] [--connections 64] [--database same|other|both]
//   [--scenarios warm,many,…] [--links 100000] [--json file]`
//
// Starts the built application with its embedded database, and a bare node:http server that answers 302 from a Map, on
// the same Node; loads both in turn, round by round, so that whatever else the machine does falls on both.
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT, runQuietly } from '../process.mjs';
import { describeHost, measureCalmly } from './host.mjs';
import { percentile } from './instance.mjs';
import { GENERATOR, load } from './load.mjs';
import {
  cpuSeconds,
  describeMachine,
  diskSyncMs,
  has,
  onCore,
  pin,
  pinAlone,
  residentMb,
  threadCpuSeconds,
} from './machine.mjs';
import { MAIN, startApp, WARM_LINKS } from './redirect-app.mjs';

/** V8 compiles the writer's functions, which run once a second, for some twenty seconds of load. */
const COMPILED_AFTER_S = 20;
/** The same for what one scenario adds. */
const SCENARIO_COMPILED_AFTER_S = 6;

const WARM = { prefix: 'warm', count: () => WARM_LINKS, isWarm: true, clicks: true };

/** What is measured: the addresses asked for, and whether each answer is a click. */
const SCENARIOS = {
  warm: { title: () => 'warm, 1,000 links', ...WARM },
  many: {
    title: ({ many }) => `warm, ${number(many)} links`,
    prefix: 'many',
    count: ({ many }) => many,
    isWarm: true,
    clicks: true,
  },
  cold: {
    title: () => 'cold (each link once)',
    prefix: 'many',
    count: ({ many }) => many,
    isCold: true,
    clicks: true,
  },
  unknown: { title: () => 'unknown address', prefix: 'none', count: () => 1000, clicks: false },
  capped: { title: () => 'link with a cap', prefix: 'capped', count: () => 10, clicks: true, waitsForDisk: true },
  held: {
    title: () => 'the same beside a held snapshot',
    prefix: 'capped',
    count: () => 10,
    clicks: true,
    waitsForDisk: true,
    besideSnapshot: true,
  },
  targeted: {
    title: () => 'targeted by country and system',
    prefix: 'target',
    count: () => WARM_LINKS,
    isWarm: true,
    clicks: true,
  },
  bots: { title: () => 'warm, 10 % bots', ...WARM, botShare: 0.1 },
  again: { title: (_, stored) => `warm again, ${number(stored)} clicks stored`, ...WARM },
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
  const scenarios = values.scenarios.split(',');
  const options = {
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    connections: Number(values.connections),
    links: { many: scenarios.includes('many') || scenarios.includes('cold') ? Number(values.links) : 0 },
    scenarios,
  };
  const isPinned = has('taskset');
  process.stdout.write(`${describeMachine()}; load by ${GENERATOR}, ${options.connections} connections; `);
  process.stdout.write(`${options.rounds} rounds of ${options.seconds} s, bare and Signpost in turn\n`);
  const placements = values.database === 'both' ? ['same', 'other'] : [values.database];
  const results = [];
  for (const placement of isPinned ? placements : ['unpinned']) results.push(await measure(placement, options));
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(results, null, 2));
  return results.every(({ scenarios }) => scenarios.every(({ isComplete }) => isComplete)) ? 0 : 1;
}

/** Every scenario with the database on the application's core (`same`) or on another (`other`). */
async function measure(placement, options) {
  const isPinned = placement !== 'unpinned';
  // The one that answers has a core, and of all programs of the bench only it and what it starts.
  const app = await startApp(options.links, isPinned ? '0' : null);
  const bare = await startBare(isPinned ? '0' : null);
  const core = isPinned ? '1' : null;
  if (isPinned) pinAlone(process.pid, core);
  try {
    const database = app.databasePid();
    if (isPinned && database !== null) pin(database, placement === 'other' ? '1' : '0');
    const where = { same: 'the same core', other: 'another core', unpinned: 'any core' }[placement];
    process.stdout.write(
      `\nDatabase on ${where}; CPU per request: bare, application (main thread, writer), database\n`,
    );
    process.stdout.write(
      '| scenario | req/s | bare req/s | ratio | p50 ms | bare p50 | p99 ms | bare p99 | µs CPU | RSS MB | answered | recorded | not 302 |\n' +
        '|---|---|---|---|---|---|---|---|---|---|---|---|---|\n',
    );
    // Both run long before they are measured: what V8 has not compiled yet would be the first rows' price alone.
    for (const { port } of [bare, app]) {
      await load({
        connections: options.connections,
        core,
        prefix: 'warm',
        count: WARM_LINKS,
        port,
        seconds: COMPILED_AFTER_S,
      });
    }
    const scenarios = [];
    for (const name of options.scenarios) {
      const result = { name, ...(await runScenario(SCENARIOS[name], app, bare, core, options)) };
      scenarios.push(result);
      print(result);
    }
    for (const { title, syncMs } of scenarios) {
      if (syncMs !== null)
        process.stdout.write(
          `\n${title}: one fdatasync of 8 kB took ${number(syncMs.p50, 2)} ms (p50), ${number(syncMs.p99, 1)} ms (p99) meanwhile\n`,
        );
    }
    process.stdout.write(`${describeHost()}\n`);
    return { placement, scenarios };
  } finally {
    await app.stop();
    bare.stop();
  }
}

async function runScenario(scenario, app, bare, core, { seconds, rounds, connections, links }) {
  const count = scenario.count(links);
  const common = { connections, core, prefix: scenario.prefix, count, botShare: scenario.botShare ?? 0 };
  const title = scenario.title(links, await app.recorded());
  if (scenario.isWarm) await warmUp({ ...common, port: app.port });
  await load({ ...common, prefix: 'warm', count: WARM_LINKS, port: bare.port, seconds: 1 });
  await app.settled();
  const before = await app.recorded();
  const release = scenario.besideSnapshot ? await app.holdSnapshot() : null;
  const cpu = { bare: 0, app: 0, database: 0 };
  const threads = {};
  const syncs = [];
  const { calm: rows, all } = await measureCalmly(rounds, async (round) => {
    if (scenario.waitsForDisk) syncs.push(diskSyncMs());
    const bareBefore = cpuSeconds(bare.pid) ?? 0;
    const bareRun = await load({ ...common, prefix: 'warm', count: WARM_LINKS, port: bare.port, seconds });
    cpu.bare += (cpuSeconds(bare.pid) ?? 0) - bareBefore;
    if (scenario.isCold) await app.forgetLinks();
    const appBefore = cpuSeconds(app.pid) ?? 0;
    const databaseBefore = app.databaseCpu();
    const threadsBefore = threadCpuSeconds(app.pid);
    // A cold round ends where the links do.
    const run = await load({ ...common, port: app.port, seconds, start: scenario.isCold ? 0 : round * 7919 });
    // What the load left to be written is part of its price.
    await app.settled();
    cpu.app += (cpuSeconds(app.pid) ?? 0) - appBefore;
    for (const [name, used] of Object.entries(threadCpuSeconds(app.pid)))
      threads[name] = (threads[name] ?? 0) + used - (threadsBefore[name] ?? 0);
    cpu.database += app.databaseCpu() - databaseBefore;
    return { bareRun, run };
  });
  await release?.();
  const recorded = (await app.recorded()) - before;
  const bareAnswered = sum(all.map(({ bareRun }) => bareRun.requests));
  const answered = sum(all.map(({ run }) => run.requests));
  const refused = sum(all.map(({ run }) => run.refused));
  const micros = (used, by) => (used * 1e6) / by;
  return {
    title,
    perSecond: median(rows.map(({ run }) => run.perSecond)),
    barePerSecond: median(rows.map(({ bareRun }) => bareRun.perSecond)),
    ratio: median(rows.map(({ run, bareRun }) => run.perSecond / bareRun.perSecond)),
    p50: median(rows.map(({ run }) => run.p50)),
    bareP50: median(rows.map(({ bareRun }) => bareRun.p50)),
    p99: median(rows.map(({ run }) => run.p99)),
    bareP99: median(rows.map(({ bareRun }) => bareRun.p99)),
    cpuMicros: {
      bare: micros(cpu.bare, bareAnswered),
      app: micros(cpu.app, answered),
      database: micros(cpu.database, answered),
    },
    threadMicros: Object.fromEntries(Object.entries(threads).map(([name, used]) => [name, micros(used, answered)])),
    residentMb: residentMb(app.pid),
    syncMs: scenario.waitsForDisk
      ? {
          p50: median(syncs.map((times) => percentile(times, 0.5))),
          p99: median(syncs.map((times) => percentile(times, 0.99))),
        }
      : null,
    answered,
    refused,
    recorded,
    isComplete: isComplete({
      clicks: scenario.clicks,
      answered,
      refused,
      recorded,
      underWay: connections * all.length,
    }),
  };
}

/** Asks for every link at least once, until what the scenario adds is compiled: what is measured then is neither reading nor compiling. */
async function warmUp(options) {
  for (let sent = 0; sent < options.count;) {
    const { requests } = await load({ ...options, seconds: SCENARIO_COMPILED_AFTER_S, start: sent });
    sent += requests;
  }
}

/**
 * Every redirect is recorded, and nothing else. What was under way when the generator stopped is recorded and not
 * counted by it: at most one request for each connection and round.
 */
function isComplete({ clicks, answered, refused, recorded, underWay }) {
  if (!clicks) return recorded === 0 && refused === answered;
  return refused === 0 && recorded >= answered && recorded <= answered + underWay;
}

function print(result) {
  const { cpuMicros, threadMicros } = result;
  const own = `${number(threadMicros.MainThread ?? 0, 1)}, ${number(threadMicros['click-writer'] ?? 0, 1)}`;
  const cells = [
    result.title,
    number(result.perSecond),
    number(result.barePerSecond),
    number(result.ratio, 2),
    number(result.p50, 2),
    number(result.bareP50, 2),
    number(result.p99, 2),
    number(result.bareP99, 2),
    `${number(cpuMicros.bare, 1)}; ${number(cpuMicros.app, 1)} (${own}); ${number(cpuMicros.database, 1)}`,
    result.residentMb === null ? '–' : number(result.residentMb),
    number(result.answered),
    number(result.recorded) + (result.isComplete ? '' : ' (!)'),
    number(result.refused),
  ];
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

function number(value, digits = 0) {
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

async function startBare(core) {
  const script = join(ROOT, 'tools', 'bench', 'bare-server.mjs');
  const child = spawn(...onCore(core, [process.execPath, script]), {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise((done) => child.stdout.once('data', (chunk) => done(Number(chunk.toString()))));
  return { pid: child.pid, port, stop: () => child.kill('SIGKILL') };
}
