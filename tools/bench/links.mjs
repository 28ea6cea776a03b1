// `npm run bench -- links [--links 1000000] [--rounds 4] [--seconds 2] [--loads steady,one,full] [--database same|other]`
//
// Whether a redirect takes longer the more links and clicks there are. Starts two applications, each with a database of its
// own: one with 1,000 links, one with a million that have all been visited before. Asks them in turn, round by round: the
// first for its links, the second for 1,000 of its links, and for all of them in no order that a cache could guess. How long a
// visitor waits is what comes out of a load below what a core can do; under a full load it is how much a core can do.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runQuietly } from '../process.mjs';
import { describeHost, measureCalmly } from './host.mjs';
import { GENERATOR, load } from './load.mjs';
import { describeMachine, has, pin, residentMb, threadCpuSeconds } from './machine.mjs';
import { MAIN, startApp } from './redirect-app.mjs';

const FEW = 1000;
/** Prime, so that steps of it come by every link before they come by one again. */
const STEP = 48_271;
/** What an application takes up again after the others had their turns is not what its links cost. */
const BACK_AFTER_S = 1;
const WARM_UP = { connections: 256, seconds: 5 };
const LOADS = {
  steady: { title: '64 visitors who pause for 10 ms', connections: 64, pauseMs: 10 },
  one: { title: 'one visitor at a time', connections: 1 },
  full: { title: '64 visitors without a pause', connections: 64 },
};

export async function main(args) {
  const { values } = parseArgs({
    args,
    options: {
      links: { type: 'string', default: '1000000' },
      rounds: { type: 'string', default: '4' },
      seconds: { type: 'string', default: '2' },
      loads: { type: 'string', default: 'steady,one,full' },
      database: { type: 'string', default: 'other' },
      'no-build': { type: 'boolean', default: false },
    },
  });
  if (!values['no-build'] || !existsSync(MAIN)) {
    const built = await runQuietly('nx', ['run-many', '-t', 'build', '-p', 'api', '--output-style=static']);
    if (built !== 0) return built;
  }
  const links = Number(values.links);
  const few = await start(FEW, values.database);
  const many = await start(links, values.database);
  try {
    const cases = [
      { title: `${number(FEW)} links`, app: few, count: FEW, step: 1 },
      { title: `${number(FEW)} of ${number(links)} links`, app: many, count: FEW, step: 1 },
      { title: `all of ${number(links)} links`, app: many, count: links, step: STEP },
    ];
    await warmUp(few, FEW);
    await warmUp(many, links);
    process.stdout.write(
      `${describeMachine()}; load by ${GENERATOR}; ${values.rounds} rounds of ${values.seconds} s, `,
    );
    process.stdout.write(`in turn; database on ${values.database === 'other' ? 'another' : 'the same'} core\n`);
    const lengths = { rounds: Number(values.rounds), seconds: Number(values.seconds) };
    for (const name of values.loads.split(',')) await compare(cases, LOADS[name], lengths);
    process.stdout.write(`\n${describeHost()}\n`);
  } finally {
    await few.stop();
    await many.stop();
  }
  return 0;
}

async function start(links, placement) {
  const app = await startApp({ many: links });
  if (has('taskset')) {
    pin(app.pid, '0');
    const database = app.databasePid();
    if (database !== null) pin(database, placement === 'other' ? '1' : '0');
  }
  return app;
}

/** Asks for every link once: what is measured afterwards is memory. */
async function warmUp(app, count) {
  const started = performance.now();
  for (let sent = 0; sent < count;) {
    const { requests } = await load({ ...WARM_UP, core: '1', port: app.port, prefix: 'many', count, start: sent });
    sent += requests;
  }
  await app.settled();
  const seconds = (performance.now() - started) / 1000;
  process.stdout.write(`${number(count)} links read and their visits stored in ${number(seconds)} s\n`);
}

async function compare(cases, { title: visitors, ...pace }, { rounds, seconds }) {
  const { calm } = await measureCalmly(rounds, async (round) => {
    const taken = [];
    for (const { app, count, step } of cases) {
      const options = { ...pace, core: '1', port: app.port, prefix: 'many', count, step, seconds };
      await load({ ...options, start: (round + rounds) * 7919, seconds: BACK_AFTER_S });
      await app.settled();
      const before = threadCpuSeconds(app.pid);
      const run = await load({ ...options, start: round * 7919 });
      if (run.refused > 0) throw new Error(`${run.refused} requests were no redirects`);
      await app.settled();
      const after = threadCpuSeconds(app.pid);
      const micros = (name) => (((after[name] ?? 0) - (before[name] ?? 0)) * 1e6) / run.requests;
      taken.push({ ...run, main: micros('MainThread'), writer: micros('click-writer') });
    }
    return taken;
  });
  const runs = cases.map((_, index) => calm.map((taken) => taken[index]));
  process.stdout.write(
    `\n| ${visitors} | clicks stored | req/s | p50 ms | p99 ms | µs main thread, writer | RSS MB | p50 ÷ first |\n`,
  );
  process.stdout.write(`|---|---|---|---|---|---|---|---|\n`);
  for (const [index, { title, app }] of cases.entries()) {
    const of = (key) => median(runs[index].map((run) => run[key]));
    const cells = [
      title,
      number(await app.recorded()),
      number(of('perSecond')),
      number(of('p50'), 3),
      number(of('p99'), 2),
      `${number(of('main'), 1)}, ${number(of('writer'), 1)}`,
      residentMb(app.pid) ?? '–',
      number(median(runs[index].map((run, round) => run.p50 / runs[0][round].p50)), 2),
    ];
    process.stdout.write(`| ${cells.join(' | ')} |\n`);
  }
}

function number(value, digits = 0) {
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
