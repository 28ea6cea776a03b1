// `npm run bench -- links [--links 1000000] [--rounds 4] [--seconds 2] [--no-build]`
//
// Whether a redirect takes longer the more links and clicks there are. Starts two applications, each with a database of its
// own: one with 1,000 links, one with a million that have all been visited before. Asks them in turn, round by round: the
// first for its links, the second for 1,000 of its links, and for all of them in no order that a cache could guess.
import { head, median, number, row, print } from './figures.mjs';
import { describeHost, measureCalmly } from './host.mjs';
import { prepare } from './instance.mjs';
import { requestAll, load, LOAD_CORE } from './load.mjs';
import { describeMachine, family, pin, requirePrograms, residentMb } from './machine.mjs';
import { startWithLinks } from './redirect-app.mjs';

const FEW = 1000;
/** Prime, so that steps of it come by every link before they come by one again. */
const STEP = 48_271;
/** What an application takes up again after the others had their turns is not what its links cost. */
const BACK_AFTER_S = 1;
/** How long a visitor waits is what comes out of one at a time; without a pause it is how much a core can do. */
const LOADS = { 'one visitor at a time': 1, '64 visitors without a pause': 64 };

export async function main(args) {
  requirePrograms('wrk', 'taskset');
  const { links, rounds, seconds } = await prepare(args, { links: 1_000_000, rounds: 4, seconds: 2 });
  const few = await startWithLinks(FEW);
  const many = await startWithLinks(links);
  try {
    await warmUp(few, FEW);
    await warmUp(many, links);
    print(`${describeMachine()}; ${rounds} rounds of ${seconds} s, in turn\n`);
    const cases = [
      { title: `${number(FEW)} links`, app: few, count: FEW, step: 1 },
      { title: `${number(FEW)} of ${number(links)} links`, app: many, count: FEW, step: 1 },
      { title: `all of ${number(links)} links`, app: many, count: links, step: STEP },
    ];
    for (const [visitors, connections] of Object.entries(LOADS)) {
      const { calm } = await measureCalmly(rounds, (round) =>
        askInTurn(cases, { connections, seconds, start: round * 7919 }),
      );
      head([visitors, 'clicks stored', 'req/s', 'p50 ms', 'p99 ms', 'RSS MB', 'p50 ÷ first']);
      for (const [index, { title, app }] of cases.entries()) {
        const of = (name) => median(calm.map((runs) => runs[index][name]));
        const ratio = median(calm.map((runs) => runs[index].p50 / runs[0].p50));
        const [perSecond, p50, p99] = [number(of('perSecond')), number(of('p50'), 3), number(of('p99'), 2)];
        const [clicks, memory] = [number(await app.recorded()), residentMb(app.pid)];
        row([title, clicks, perSecond, p50, p99, memory, number(ratio, 2)]);
      }
    }
    print(`\n${describeHost()}\n`);
  } finally {
    await few.stop();
    await many.stop();
  }
  return 0;
}

/** Asks for every link once: what is measured afterwards is memory. */
async function warmUp(app, count) {
  pin(family(app.pid), '0');
  if (app.databasePid !== null) pin(family(app.databasePid), LOAD_CORE);
  await requestAll({ connections: 256, seconds: 5, port: app.port, prefix: 'many', count });
  await app.settled();
}

async function askInTurn(cases, { connections, seconds, start }) {
  const taken = [];
  for (const { app, count, step } of cases) {
    const options = { connections, port: app.port, prefix: 'many', count, step, start };
    await load({ ...options, seconds: BACK_AFTER_S });
    await app.settled();
    const run = await load({ ...options, seconds });
    if (run.refused > 0) throw new Error(`${run.refused} requests were no redirects`);
    await app.settled();
    taken.push(run);
  }
  return taken;
}
