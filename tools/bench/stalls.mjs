// What keeps the event loop from its timers, beside what keeps a bare server's from them.
import { measureCalmly } from './host.mjs';
import { load } from './load.mjs';
import { threadCpuSeconds, waitedSeconds } from './machine.mjs';
import { WARM_LINKS } from './redirect-app.mjs';

/**
 * Measures how long the main thread does not come to its timers while it redirects and its clicks are written; and, in turn with
 * it, how long the bare server's does not, under the same load on the same core.
 * @param processes `bare` and `app`
 */
export async function measureStalls(processes, core, { seconds, connections, rounds }) {
  const common = { connections, core, prefix: 'warm', count: WARM_LINKS, seconds };
  const { calm } = await measureCalmly(rounds, async () => {
    const found = {};
    for (const [name, one] of Object.entries(processes)) {
      const waitedBefore = waitedSeconds(one.pid);
      const threadsBefore = threadCpuSeconds(one.pid);
      const stalls = await one.stalls(() => load({ ...common, port: one.port }));
      const threads = threadCpuSeconds(one.pid);
      const share = (thread) => ((threads[thread] ?? 0) - (threadsBefore[thread] ?? 0)) / seconds;
      found[name] = {
        ...stalls,
        waited: (waitedSeconds(one.pid) - waitedBefore) / seconds,
        helpers: share('V8Worker'),
        writer: share('click-writer'),
      };
    }
    await processes.app.settled();
    return found;
  });
  const stalls = { bare: together(calm.map(({ bare }) => bare)), app: together(calm.map(({ app }) => app)) };
  const names = stalls.app.boundsMs.map((bound) => (bound === null ? 'longer' : `≤ ${bound} ms`));
  process.stdout.write(`\nDelays of the main thread's timers, ${seconds * rounds} s of warm links each, in turn\n`);
  process.stdout.write(`| delay | ${names.join(' | ')} | longest |\n|---|${names.map(() => '---|').join('')}---|\n`);
  for (const [name, { wall, own, longest }] of Object.entries(stalls)) {
    process.stdout.write(`| ${name}, by the clock | ${wall.join(' | ')} | ${longest.wall.toFixed(1)} ms |\n`);
    process.stdout.write(`| ${name}, of its own work | ${own.join(' | ')} | ${longest.own.toFixed(1)} ms |\n`);
  }
  for (const [name, { waited, helpers, writer }] of Object.entries(stalls)) {
    const percent = [waited, helpers, writer].map((share) => (share * 100).toFixed(1));
    process.stdout.write(
      `${name}: its main thread waited for the core ${percent[0]} % of the time; V8's helpers had a core for ${percent[1]} %, the writer for ${percent[2]} %\n`,
    );
  }
  return stalls;
}

/** Several measurements as one. */
function together(parts) {
  const add = (key) => parts[0][key].map((_, at) => sum(parts.map((part) => part[key][at])));
  const mean = (key) => sum(parts.map((part) => part[key])) / parts.length;
  return {
    boundsMs: parts[0].boundsMs,
    wall: add('wall'),
    own: add('own'),
    longest: {
      wall: Math.max(...parts.map(({ longest }) => longest.wall)),
      own: Math.max(...parts.map(({ longest }) => longest.own)),
    },
    waited: mean('waited'),
    helpers: mean('helpers'),
    writer: mean('writer'),
  };
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}
