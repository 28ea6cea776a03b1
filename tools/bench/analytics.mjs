// `npm run bench -- analytics [--events 1000000,10000000] [--links 10000] [--days 90] [--rounds 40] [--ingest 600000]
//   [--keep FOLDER] [--only seed,reports,backlog]`
//
// Seeds an instance for each number of events, starts the built application on all of them and times every report over
// HTTP, in turn, with the same counts as GROUP BY over the raw events beside them. Then, on the largest, the application is
// handed a journal of events that waited. With `--keep` the instances stay in a folder, so that later runs need not seed them again and can do
// the parts one by one; `backlog` adds clicks to the largest.
import { existsSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runQuietly } from '../process.mjs';
import { bytesPerEvent, DIST, removeInstance, seedInstance, startInstance } from './seeded-instance.mjs';
import { compareReports, timeRaw, timeReports } from './analytics-reports.mjs';
import { timeBacklog } from './ingest.mjs';

const PARTS = ['seed', 'reports', 'backlog'];
const TARGETS = { windowMs: 50, allMs: 100, ratio: 1.3, bytes: 120, ingest: 20_000, seed: 50_000 };

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
      keep: { type: 'string' },
      only: { type: 'string', default: PARTS.join() },
      'no-build': { type: 'boolean', default: false },
    },
  });
  const parts = new Set(values.only.split(','));
  if (![...parts].every((part) => PARTS.includes(part))) {
    process.stderr.write(`--only takes some of ${PARTS.join(', ')}.\n`);
    return 2;
  }
  if (!values['no-build'] || !existsSync(join(DIST, 'seed.js'))) {
    const built = await runQuietly('nx', ['run-many', '-t', 'build', '-p', 'api', '--output-style=static']);
    if (built !== 0) return built;
  }
  say(
    `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}\n`,
  );
  const plan = {
    links: values.links,
    days: values.days,
    keep: values.keep === undefined ? null : resolve(values.keep),
    rounds: Number(values.rounds),
    ingest: Number(values.ingest),
  };
  const seeded = [];
  const targets = new Targets();
  try {
    for (const events of values.events.split(',').map(Number)) {
      seeded.push(await seedInstance({ events, links: plan.links, days: plan.days, keep: plan.keep }));
    }
    if (parts.has('seed')) {
      for (const {
        events,
        seeded: { rate },
      } of seeded) {
        targets.check(rate >= TARGETS.seed, `${size(events)}: seeded at ${size(rate)}/s (≥ ${size(TARGETS.seed)})`);
      }
    }
    if (PARTS.some((part) => part !== 'seed' && parts.has(part))) await measure(seeded, parts, plan, targets);
  } finally {
    seeded.forEach(removeInstance);
  }
  return targets.show();
}

async function measure(seeded, parts, plan, targets) {
  const running = [];
  try {
    for (const instance of seeded) running.push(await startInstance(instance));
    const largest = running.at(-1);
    if (parts.has('reports')) {
      await measureReports(running, plan, targets);
      await timeRaw(largest);
    }
    // What storing costs does not depend on what is stored, and the others take memory meanwhile.
    while (running.length > 1) await running.shift().stop();
    if (parts.has('backlog') && plan.ingest > 0) {
      const rate = await timeBacklog(largest, { count: plan.ingest });
      targets.check(rate >= TARGETS.ingest, `backlog stored at ${size(rate)}/s (≥ ${size(TARGETS.ingest)})`);
    }
  } finally {
    for (const instance of running) await instance.stop();
  }
}

async function measureReports(running, plan, targets) {
  const largest = running.at(-1);
  for (const instance of running) {
    const bytes = await bytesPerEvent(instance);
    // What a link's day takes weighs more the fewer events it has: the target is that of the largest number.
    if (instance === largest)
      targets.check(bytes <= TARGETS.bytes, `${bytes.toFixed(1)} bytes per event (≤ ${TARGETS.bytes})`);
  }
  const results = await timeReports(running, plan.rounds);
  results.forEach((reports, index) => {
    for (const [isAll, most] of [
      [false, TARGETS.windowMs],
      [true, TARGETS.allMs],
    ]) {
      const [name, { p95 }] = Object.entries(reports)
        .filter(([report]) => report.endsWith(' all') === isAll)
        .sort((a, b) => b[1].p95 - a[1].p95)[0];
      targets.check(
        p95 <= most,
        `${size(running[index].events)}: slowest is ${name}, p95 ${p95.toFixed(1)} ms (≤ ${most})`,
      );
    }
  });
  if (running.length < 2) return;
  const { clock, cpu, worst } = compareReports(results[0], results.at(-1));
  targets.check(
    clock <= TARGETS.ratio,
    `all reports together, ${size(largest.events)} events against ${size(running[0].events)}: ${clock.toFixed(2)} times the time, ` +
      `${cpu.toFixed(2)} times the processor time (≤ ${TARGETS.ratio}); most of all ${worst.name}: ${worst.ratio.toFixed(2)}`,
  );
}

/** Which targets are met. */
class Targets {
  lines = [];
  missed = 0;

  check(holds, text) {
    this.lines.push(`${holds ? 'met   ' : 'MISSED'} ${text}\n`);
    if (!holds) this.missed += 1;
  }

  /** @returns {number} 0 when all are. */
  show() {
    say(`\n## Targets\n${this.lines.join('')}`);
    return this.missed === 0 ? 0 : 1;
  }
}

function size(number) {
  return Math.round(number).toLocaleString('en');
}

function say(text) {
  process.stdout.write(text);
}
