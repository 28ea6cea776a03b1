// `npm run bench -- compare --with <commit> [--rounds 40] [--links 2000] [--events 100000] [--limit 1.15]
//   [--json file] [--no-build]`
//
// Builds another version of Signpost beside this one, fills an instance of each with the same links and clicks, and asks both
// for the same in turn: redirects, lists, reports and an export. What takes longer than it did
// beyond the limit is named. A target leaves room, in which a version can become slower than the one before unseen.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT, runQuietly } from '../process.mjs';
import { head, median, row, say } from './figures.mjs';
import { describeHost, measureCalmly } from './host.mjs';
import { build, exchange } from './instance.mjs';
import { removeInstance, seedInstance, startInstance } from './seeded-instance.mjs';

/** Rounds that do not count: what has to be compiled and read is. */
const WARM_UP_ROUNDS = 5;
/** One redirect is too short to be told from the next: so many make one measurement. */
const REDIRECTS = 200;
/** What is asked for over HTTP, by name; `%id%` is the most clicked link. */
const REQUESTS = {
  'links, first page': '/api/links',
  'links, most clicks': '/api/links?sort=-clicks&perPage=100',
  'links, a search': '/api/links?q=a&status=active&sort=title',
  'a link': '/api/links/%id%',
  'its history': '/api/links/%id%/history',
  'its report, 30 days': '/api/links/%id%/analytics?period=30d',
  'report, 24 hours': '/api/workspaces/analytics?period=24h',
  'report, 90 days': '/api/workspaces/analytics?period=90d',
  campaigns: '/api/campaigns',
  tags: '/api/tags',
  'export of all links': '/api/links/export.csv',
};

/** @param {string[]} args @returns {Promise<number>} 0 when nothing became slower beyond the limit. */
export async function main(args) {
  const { values } = parseArgs({
    args,
    options: {
      with: { type: 'string' },
      rounds: { type: 'string', default: '40' },
      links: { type: 'string', default: '2000' },
      events: { type: 'string', default: '100000' },
      limit: { type: 'string', default: '1.15' },
      json: { type: 'string' },
      'no-build': { type: 'boolean', default: false },
    },
  });
  if (values.with === undefined) {
    process.stderr.write('--with names the commit, tag or branch to compare with.\n');
    return 2;
  }
  await build(values);
  const before = await checkOut(values.with);
  if (before === null) return 1;
  const seeded = [];
  try {
    const plan = { events: Number(values.events), links: values.links, days: '90', keep: null };
    for (const root of [before.root, ROOT]) seeded.push(await seedInstance({ ...plan, root }));
    const results = await compare(seeded, Number(values.rounds));
    if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(results, null, 2));
    return check(results, Number(values.limit));
  } finally {
    seeded.forEach(removeInstance);
    before.remove();
  }
}

/** Another version in a folder of its own, built with its own packages; null where that fails. */
async function checkOut(commit) {
  const git = (...args) => execFileSync('git', args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  const root = mkdtempSync(join(tmpdir(), 'signpost-compare-'));
  const remove = () => git('worktree', 'remove', '--force', root);
  git('worktree', 'add', '--quiet', '--detach', root, commit);
  // Its scripts install what its package-lock.json names.
  if ((await runQuietly('npm', ['--prefix', root, 'run', 'build'])) === 0) return { root, remove };
  remove();
  return null;
}

async function compare(seeded, rounds) {
  const running = [];
  try {
    for (const instance of seeded) running.push(await startInstance(instance));
    const sides = await Promise.all(running.map(findSubjects));
    return await compareRequests(sides, rounds);
  } finally {
    for (const { stop } of running) await stop();
  }
}

/** An instance with its most clicked link, which is the same on both sides. */
async function findSubjects(instance) {
  const { text } = await exchange(instance.port, 'GET', '/api/links?sort=-clicks&perPage=1', instance);
  return { ...instance, link: JSON.parse(text).items[0] };
}

async function compareRequests(sides, rounds) {
  const many = (path, status) => async (side) => {
    for (let n = 0; n < REDIRECTS; n += 1) await expectStatus(side, path(side), status);
  };
  const measurements = {
    [`${REDIRECTS} redirects`]: many(({ link }) => `/${link.slug}`, 302),
    [`${REDIRECTS} unknown addresses`]: many(() => '/not-an-address', 404),
  };
  for (const [name, path] of Object.entries(REQUESTS)) {
    measurements[name] = (side) => expectStatus(side, path.replace('%id%', side.link.id), 200);
  }
  const results = [];
  for (const [name, ask] of Object.entries(measurements)) {
    const timed = async (side) => {
      const started = performance.now();
      await ask(side);
      return performance.now() - started;
    };
    results.push({ name, ...(await inTurn(sides, timed, rounds)) });
  }
  return results;
}

async function expectStatus({ port, cookie }, path, expected) {
  const { status } = await exchange(port, 'GET', path, { cookie });
  if (status !== expected) throw new Error(`${path} answered ${status}`);
}

/**
 * The medians of measurements that the sides take in turn, each of them first in every other round, and that of the ratios of
 * each round: what the machine does meanwhile falls on both.
 */
async function inTurn(sides, measure, rounds) {
  const { calm } = await measureCalmly(rounds + WARM_UP_ROUNDS, async (round) => {
    const taken = new Map();
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) taken.set(side, await measure(side));
    return { round, taken };
  });
  const counted = calm.toSorted((a, b) => a.round - b.round).slice(WARM_UP_ROUNDS);
  const middle = (read) => median(counted.map(read));
  const [before, now] = sides.map((side) => middle(({ taken }) => taken.get(side)));
  return { before, now, ratio: middle(({ taken }) => taken.get(sides[1]) / taken.get(sides[0])) };
}

function check(results, limit) {
  head(['', 'before', 'now', 'ratio']);
  for (const { name, before, now, ratio } of results) {
    row([name, `${before.toFixed(1)} ms`, `${now.toFixed(1)} ms`, ratio.toFixed(2)]);
  }
  say(`\n${describeHost('measurements')}\n`);
  const dearer = results.filter(({ ratio }) => ratio > limit);
  const names = dearer.map(({ name, ratio }) => `${name} (${ratio.toFixed(2)})`);
  say(
    names.length === 0 ? `\nNothing became dearer beyond ${limit}.\n` : `\nDearer than before: ${names.join(', ')}\n`,
  );
  return names.length === 0 ? 0 : 1;
}
