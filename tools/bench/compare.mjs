// `npm run bench -- compare --with <commit> [--rounds 40] [--links 2000] [--events 100000] [--no-build]`
//
// Builds another version of Signpost next to this one, fills an instance of each with the same links and clicks, and asks both
// for the same in turn: redirects, lists, reports and an export. What takes 1.15 times as long as it did is named. A target
// leaves room, in which a version can become slower than the one before unseen.
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, runQuietly } from '../process.mjs';
import { head, median, number, row, print, Targets } from './figures.mjs';
import { describeHost, measureCalmly } from './host.mjs';
import { exchange, prepare } from './instance.mjs';
import { removeInstance, seedInstance, startInstance } from './seeded-instance.mjs';

/** How many times as long anything may take as before. */
const LIMIT = 1.15;
/** Rounds before the measurement, in which code is compiled and data is read. */
const WARM_UP_ROUNDS = 5;
/** Redirects per measurement: a single one is too short to measure. */
const REDIRECTS = 200;
/** The measured requests, how often each is sent, and its expected status; `%id%` and `%slug%` are those of the most clicked link. */
const REQUESTS = {
  redirects: ['/%slug%', REDIRECTS, 302],
  'unknown addresses': ['/not-an-address', REDIRECTS, 404],
  'links, first page': ['/api/links'],
  'links, most clicks': ['/api/links?sort=-clicks&perPage=100'],
  'links, a search': ['/api/links?q=a&status=active&sort=title'],
  'a link': ['/api/links/%id%'],
  'its history': ['/api/links/%id%/history'],
  'its report, 30 days': ['/api/links/%id%/analytics?period=30d'],
  'report, 24 hours': ['/api/workspaces/analytics?period=24h'],
  'report, 90 days': ['/api/workspaces/analytics?period=90d'],
  campaigns: ['/api/campaigns'],
  tags: ['/api/tags'],
  'export of all links': ['/api/links/export.csv'],
};

/** @param {string[]} args @returns {Promise<number>} 0 when nothing became slower beyond the limit. */
export async function main(args) {
  const { with: commit, rounds, ...plan } = await prepare(args, { with: '', rounds: 40, links: 2000, events: 100_000 });
  if (commit === '') throw new Error('--with names the commit, tag or branch to compare with.');
  const before = mkdtempSync(join(tmpdir(), 'signpost-compare-'));
  const git = (...words) => execFileSync('git', words, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  git('worktree', 'add', '--quiet', '--detach', before, commit);
  const seeded = [];
  const running = [];
  try {
    // Its scripts install what its package-lock.json names.
    if ((await runQuietly('npm', ['--prefix', before, 'run', 'build'])) !== 0)
      throw new Error(`${commit} was not built`);
    for (const root of [before, ROOT]) seeded.push(await seedInstance({ ...plan, days: 90, root }));
    for (const instance of seeded) running.push(await startInstance(instance));
    return await compare(running, rounds);
  } finally {
    for (const { stop } of running) await stop();
    seeded.forEach(removeInstance);
    git('worktree', 'remove', '--force', before);
  }
}

async function compare(sides, rounds) {
  const links = new Map();
  for (const side of sides) {
    const { text } = await exchange(side.port, 'GET', '/api/links?sort=-clicks&perPage=1', side);
    links.set(side, JSON.parse(text).items[0]);
  }
  const targets = new Targets();
  head(['', 'before', 'now', 'ratio']);
  for (const [name, [path, times = 1, expected = 200]] of Object.entries(REQUESTS)) {
    const measure = async (side) => {
      const own = path.replace('%id%', links.get(side).id).replace('%slug%', links.get(side).slug);
      const started = performance.now();
      for (let n = 0; n < times; n += 1) {
        const { status } = await exchange(side.port, 'GET', own, side);
        if (status !== expected) throw new Error(`${own} answered ${status}`);
      }
      return performance.now() - started;
    };
    const { before, now, ratio } = await inTurn(sides, measure, rounds);
    row([times > 1 ? `${times} ${name}` : name, `${before.toFixed(1)} ms`, `${now.toFixed(1)} ms`, number(ratio, 2)]);
    targets.atMost(LIMIT, ratio, name);
  }
  print(`\n${describeHost()}\n`);
  return targets.show();
}

/**
 * The medians of measurements that the sides take in turn, each of them first in every other round, and that of the ratios of
 * each round: what the machine does meanwhile falls on both.
 */
async function inTurn(sides, measure, rounds) {
  for (let n = 0; n < WARM_UP_ROUNDS; n += 1) for (const side of sides) await measure(side);
  const { calm } = await measureCalmly(rounds, async (round) => {
    const taken = new Map();
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) taken.set(side, await measure(side));
    return { before: taken.get(sides[0]), now: taken.get(sides[1]) };
  });
  const middle = (read) => median(calm.map(read));
  const [before, now] = [middle((taken) => taken.before), middle((taken) => taken.now)];
  return { before, now, ratio: middle((taken) => taken.now / taken.before) };
}
