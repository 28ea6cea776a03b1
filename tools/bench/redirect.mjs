// `npm run bench -- redirect [--seconds 4] [--rounds 3] [--links 100000] [--no-build]`
//
// Starts the built application with its embedded database, and a bare node:http server that answers 302 from a Map, on
// the same Node; loads both in turn, round by round, so that whatever else the machine does falls on both.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../process.mjs';
import { head, median, number, row, print, sum } from './figures.mjs';
import { describeHost, measureCalmly } from './host.mjs';
import { prepare } from './instance.mjs';
import { requestAll, load, LOAD_CORE } from './load.mjs';
import { cpuSeconds, describeMachine, family, onCore, pin, requirePrograms, residentMb } from './machine.mjs';
import { startWithLinks, WARM_LINKS } from './redirect-app.mjs';

/** What answers has this core; the load comes from another. */
const CORE = '0';
const CONNECTIONS = 64;
/** V8 compiles the writer's functions, which run once a second, for some twenty seconds of load. */
const COMPILED_AFTER_S = 20;
/** The same for what one scenario adds. */
const SCENARIO_COMPILED_AFTER_S = 6;

export async function main(args) {
  requirePrograms('wrk', 'taskset');
  const options = await prepare(args, { seconds: 4, rounds: 3, links: 100_000 });
  print(`${describeMachine()}; ${CONNECTIONS} connections of wrk; `);
  print(`${options.rounds} rounds of ${options.seconds} s, bare and Signpost in turn\n`);
  const same = await measure('same', options);
  const other = await measure('other', options);
  return same && other ? 0 : 1;
}

/**
 * Every scenario with the database on the application's core (`same`) or on another (`other`).
 * @returns {Promise<boolean>} whether every redirect was recorded
 */
async function measure(placement, options) {
  // Each address is requested once before the measurement.
  const scenarios = [
    { title: `warm, ${number(WARM_LINKS)} links`, prefix: 'warm', count: WARM_LINKS },
    { title: `warm, ${number(options.links)} links`, prefix: 'many', count: options.links },
    { title: 'link with a cap', prefix: 'capped', count: 10 },
  ];
  // The one that answers has a core, and of all programs of the bench only it and what it starts.
  const app = await startWithLinks(options.links, CORE);
  const bare = await startBare();
  pin([process.pid], LOAD_CORE);
  try {
    if (app.databasePid !== null) pin(family(app.databasePid), placement === 'other' ? LOAD_CORE : CORE);
    // Both run long before they are measured: what V8 has not compiled yet would be the first rows' price alone.
    for (const { port } of [bare, app]) {
      await load({ connections: CONNECTIONS, prefix: 'warm', count: WARM_LINKS, port, seconds: COMPILED_AFTER_S });
    }
    head([
      ...[`database on ${placement} core`, 'req/s', 'bare req/s', 'ratio', 'p50, p99 ms', 'bare'],
      ...['µs CPU: bare; application; database', 'RSS MB', 'answered', 'recorded', 'not 302'],
    ]);
    let isComplete = true;
    for (const { title, ...scenario } of scenarios) {
      if (!(await runScenario(title, { connections: CONNECTIONS, ...scenario }, app, bare, options)))
        isComplete = false;
    }
    print(`\n${describeHost()}\n`);
    return isComplete;
  } finally {
    await app.stop();
    bare.stop();
  }
}

/** Measures and prints one scenario. @returns {Promise<boolean>} whether each of its requests was a redirect and is recorded */
async function runScenario(title, scenario, app, bare, { seconds, rounds }) {
  await requestAll({ ...scenario, port: app.port, seconds: SCENARIO_COMPILED_AFTER_S });
  await app.settled();
  const before = await app.recorded();
  const cpu = { bare: 0, app: 0, database: 0 };
  const used = () => ({ bare: cpuSeconds(bare.pid), app: cpuSeconds(app.pid), database: app.databaseCpu() });
  const { calm, all } = await measureCalmly(rounds, async (round) => {
    const begin = used();
    const bareRun = await load({ ...scenario, prefix: 'warm', count: WARM_LINKS, port: bare.port, seconds });
    const between = used();
    const run = await load({ ...scenario, port: app.port, seconds, start: round * 7919 });
    // What the load left to be written is part of its price.
    await app.settled();
    const end = used();
    cpu.bare += between.bare - begin.bare;
    cpu.app += end.app - between.app;
    cpu.database += end.database - between.database;
    return { bareRun, run };
  });
  const recorded = (await app.recorded()) - before;
  const bareAnswered = sum(all.map(({ bareRun }) => bareRun.requests));
  const answered = sum(all.map(({ run }) => run.requests));
  const refused = sum(all.map(({ run }) => run.refused));
  // What was under way when the generator stopped is recorded and not counted by it: at most one for each connection and round.
  const underWay = CONNECTIONS * all.length;
  const isComplete = refused === 0 && recorded >= answered && recorded <= answered + underWay;
  const of = (read, digits = 0) => number(median(calm.map(read)), digits);
  const micros = (used, requests) => number((used * 1e6) / requests, 1);
  row([
    title,
    of(({ run }) => run.perSecond),
    of(({ bareRun }) => bareRun.perSecond),
    of(({ run, bareRun }) => run.perSecond / bareRun.perSecond, 2),
    `${of(({ run }) => run.p50, 2)}, ${of(({ run }) => run.p99, 2)}`,
    `${of(({ bareRun }) => bareRun.p50, 2)}, ${of(({ bareRun }) => bareRun.p99, 2)}`,
    `${micros(cpu.bare, bareAnswered)}; ${micros(cpu.app, answered)}; ${micros(cpu.database, answered)}`,
    residentMb(app.pid),
    number(answered),
    number(recorded) + (isComplete ? '' : ' (!)'),
    number(refused),
  ]);
  return isComplete;
}

async function startBare() {
  const script = join(ROOT, 'tools', 'bench', 'bare-server.mjs');
  const child = spawn(...onCore(CORE, [process.execPath, script]), { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await new Promise((done) => child.stdout.once('data', (chunk) => done(Number(chunk.toString()))));
  return { pid: child.pid, port, stop: () => child.kill('SIGKILL') };
}
