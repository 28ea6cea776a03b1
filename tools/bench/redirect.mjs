// `npm run bench -- redirect [--seconds 4] [--rounds 3] [--connections 64] [--database same|other|both]
//   [--scenarios warm,many,…] [--links 100000] [--json file] [--no-build]`
//
// Starts the built application with its embedded database, and a bare node:http server that answers 302 from a Map, on
// the same Node; loads both in turn, round by round, so that whatever else the machine does falls on both.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../process.mjs';
import { head, median, number, row, say, sum } from './figures.mjs';
import { describeHost, measureCalmly } from './host.mjs';
import { build } from './instance.mjs';
import { GENERATOR, load } from './load.mjs';
import { cpuSeconds, describeMachine, has, onCore, pin, pinAlone, residentMb } from './machine.mjs';
import { startWithLinks, WARM_LINKS } from './redirect-app.mjs';

/** V8 compiles the writer's functions, which run once a second, for some twenty seconds of load. */
const COMPILED_AFTER_S = 20;
/** The same for what one scenario adds. */
const SCENARIO_COMPILED_AFTER_S = 6;

const WARM = { prefix: 'warm', count: () => WARM_LINKS, isWarm: true, clicks: true };
const MANY = { ...WARM, prefix: 'many', count: (many) => many };
/** What is measured: the addresses asked for, and whether each answer is a click. */
const SCENARIOS = {
  warm: { title: () => 'warm, 1,000 links', ...WARM },
  many: { title: (many) => `warm, ${number(many)} links`, ...MANY },
  cold: { title: () => 'cold (each link once)', ...MANY, isWarm: false, isCold: true },
  unknown: { title: () => 'unknown address', prefix: 'none', count: () => 1000, clicks: false },
  capped: { title: () => 'link with a cap', prefix: 'capped', count: () => 10, clicks: true },
  targeted: { title: () => 'targeted by country and system', ...WARM, prefix: 'target' },
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
  await build(values);
  const scenarios = values.scenarios.split(',');
  const options = {
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    connections: Number(values.connections),
    many: scenarios.some((name) => SCENARIOS[name].prefix === 'many') ? Number(values.links) : 0,
    scenarios,
  };
  say(`${describeMachine()}; load by ${GENERATOR}, ${options.connections} connections; `);
  say(`${options.rounds} rounds of ${options.seconds} s, bare and Signpost in turn\n`);
  const placements = values.database === 'both' ? ['same', 'other'] : [values.database];
  const results = [];
  for (const placement of has('taskset') ? placements : ['any']) results.push(await measure(placement, options));
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(results, null, 2));
  return results.every((placed) => placed.scenarios.every(({ isComplete }) => isComplete)) ? 0 : 1;
}

/** Every scenario with the database on the application's core (`same`), on another (`other`), or nothing bound (`any`). */
async function measure(placement, options) {
  const isPinned = placement !== 'any';
  // The one that answers has a core, and of all programs of the bench only it and what it starts.
  const app = await startWithLinks(options.many, isPinned ? '0' : null);
  const bare = await startBare(isPinned ? '0' : null);
  const core = isPinned ? '1' : null;
  if (isPinned) pinAlone(process.pid, core);
  try {
    if (isPinned && app.databasePid !== null) pin(app.databasePid, placement === 'other' ? '1' : '0');
    const common = { connections: options.connections, core };
    // Both run long before they are measured: what V8 has not compiled yet would be the first rows' price alone.
    for (const { port } of [bare, app]) {
      await load({ ...common, prefix: 'warm', count: WARM_LINKS, port, seconds: COMPILED_AFTER_S });
    }
    head([
      `database on ${placement} core`,
      'req/s',
      'bare req/s',
      'ratio',
      'p50, p99 ms',
      'bare',
      'µs CPU: bare; application; database',
      'RSS MB',
      'answered',
      'recorded',
      'not 302',
    ]);
    const scenarios = [];
    for (const name of options.scenarios) {
      const result = { name, ...(await runScenario(SCENARIOS[name], app, bare, common, options)) };
      scenarios.push(result);
      print(result);
    }
    say(`\n${describeHost()}\n`);
    return { placement, scenarios };
  } finally {
    await app.stop();
    bare.stop();
  }
}

async function runScenario(scenario, app, bare, { connections, core }, { seconds, rounds, many }) {
  const { prefix, botShare = 0, isCold = false, clicks } = scenario;
  const count = scenario.count(many);
  const common = { connections, core, prefix, count, botShare };
  const title = scenario.title(many, await app.recorded());
  if (scenario.isWarm) await warmUp({ ...common, port: app.port });
  await app.settled();
  const before = await app.recorded();
  const cpu = { bare: 0, app: 0, database: 0 };
  const { calm, all } = await measureCalmly(rounds, async (round) => {
    const used = () => ({ bare: cpuSeconds(bare.pid), app: cpuSeconds(app.pid), database: app.databaseCpu() });
    const bareBegin = used();
    const bareRun = await load({ ...common, prefix: 'warm', count: WARM_LINKS, port: bare.port, seconds });
    cpu.bare += used().bare - bareBegin.bare;
    if (isCold) await app.forgetLinks();
    const begin = used();
    // A cold round ends where the links do.
    const run = await load({ ...common, port: app.port, seconds, start: isCold ? 0 : round * 7919 });
    // What the load left to be written is part of its price.
    await app.settled();
    const end = used();
    cpu.app += end.app - begin.app;
    cpu.database += end.database - begin.database;
    return { bareRun, run };
  });
  const recorded = (await app.recorded()) - before;
  const bareAnswered = sum(all.map(({ bareRun }) => bareRun.requests));
  const answered = sum(all.map(({ run }) => run.requests));
  const refused = sum(all.map(({ run }) => run.refused));
  const of = (read) => median(calm.map(read));
  // What was under way when the generator stopped is recorded and not counted by it: at most one for each connection and round.
  const underWay = connections * all.length;
  return {
    title,
    perSecond: of(({ run }) => run.perSecond),
    barePerSecond: of(({ bareRun }) => bareRun.perSecond),
    ratio: of(({ run, bareRun }) => run.perSecond / bareRun.perSecond),
    p50: of(({ run }) => run.p50),
    bareP50: of(({ bareRun }) => bareRun.p50),
    p99: of(({ run }) => run.p99),
    bareP99: of(({ bareRun }) => bareRun.p99),
    cpuMicros: {
      bare: (cpu.bare * 1e6) / bareAnswered,
      app: (cpu.app * 1e6) / answered,
      database: (cpu.database * 1e6) / answered,
    },
    residentMb: residentMb(app.pid),
    answered,
    refused,
    recorded,
    // Every redirect is recorded, and nothing else.
    isComplete: clicks
      ? refused === 0 && recorded >= answered && recorded <= answered + underWay
      : recorded === 0 && refused === answered,
  };
}

/** Asks for every link at least once, until what the scenario adds is compiled: what is measured then is neither reading nor compiling. */
async function warmUp(options) {
  for (let sent = 0; sent < options.count;) {
    sent += (await load({ ...options, seconds: SCENARIO_COMPILED_AFTER_S, start: sent })).requests;
  }
}

function print(result) {
  const { bare, app, database } = result.cpuMicros;
  row([
    result.title,
    number(result.perSecond),
    number(result.barePerSecond),
    number(result.ratio, 2),
    `${number(result.p50, 2)}, ${number(result.p99, 2)}`,
    `${number(result.bareP50, 2)}, ${number(result.bareP99, 2)}`,
    `${number(bare, 1)}; ${number(app, 1)}; ${number(database, 1)}`,
    result.residentMb ?? '–',
    number(result.answered),
    number(result.recorded) + (result.isComplete ? '' : ' (!)'),
    number(result.refused),
  ]);
}

async function startBare(core) {
  const script = join(ROOT, 'tools', 'bench', 'bare-server.mjs');
  const child = spawn(...onCore(core, [process.execPath, script]), { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await new Promise((done) => child.stdout.once('data', (chunk) => done(Number(chunk.toString()))));
  return { pid: child.pid, port, stop: () => child.kill('SIGKILL') };
}
