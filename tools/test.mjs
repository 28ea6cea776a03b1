// `npm test`: every ring of tests, whatever the others say. Its last line is the sum of them all.
// `npm test -- --ring=db,api` runs some of them.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, run } from './process.mjs';
import { checkAdvisories } from './advisories.mjs';
import { runStaticChecks } from './static-checks.mjs';
import { describeFailures, readPlaywright, readVitest, summary } from './test-reports.mjs';

const reports = mkdtempSync(join(tmpdir(), 'signpost-reports-'));
const reportOf = (ring) => join(reports, `${ring}.json`);

/**
 * Limit for a ring that hangs, in milliseconds; the other rings still run. The longest ring takes a third of it on two
 * cores.
 */
const RING_LIMIT_MS = 25 * 60_000;
/** Characters of what a runner wrote to standard error. */
const ERRORS_KEPT = 20_000;

/** Runs a ring; resolves with how it ended. */
async function runRing(program, args, extra = {}) {
  let errors = '';
  const onError = (chunk) => (errors = `${errors}${chunk}`.slice(-ERRORS_KEPT));
  return { code: await run(program, args, extra, { limitMs: RING_LIMIT_MS, onError }), errors };
}

const build = () => run('nx', ['run-many', '-t', 'build', '--output-style=static']);

async function statics() {
  // Advisories are not part of `npm run check`: they query the registry, and report when it does not respond.
  const results = await runStaticChecks([{ name: 'advisories', run: checkAdvisories }]);
  const failures = results
    .filter(({ isGreen }) => !isGreen)
    .map(({ name }) => ({ name, messages: [], passedLater: false }));
  return { passed: results.length - failures.length, failed: failures.length, skipped: 0, failures };
}

const vitest =
  (ring, project = ring) =>
  async () =>
    readVitest(
      reportOf(ring),
      await runRing('vitest', [
        ...['run', `--project=${project}`],
        ...['--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(ring)}`],
      ]),
    );

/** The growing statements, on the oldest supported PostgreSQL, which npm has for Linux on x64 only. */
async function dbOldest() {
  if (!existsSync(join(ROOT, 'node_modules/postgres-oldest'))) {
    process.stdout.write('Skipped: npm has no PostgreSQL 14 for this machine.\n');
    return { passed: 0, failed: 0, skipped: 1, failures: [] };
  }
  return vitest('db-oldest')();
}

async function web() {
  const report = reportOf('web');
  const ended = await runRing('nx', [
    ...['run', 'web:test', '--output-style=static', '--skip-nx-cache'],
    ...['--reporters=default', '--reporters=json', `--output-file=${report}`],
  ]);
  return readVitest(report, ended);
}

async function browser() {
  const report = reportOf('browser');
  const ended = await runRing('playwright', ['test', '-c', 'apps/web-e2e', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  return readPlaywright(report, ended);
}

/**
 * `isLight`: starts no server and no browser, and has no time limits, so that it can run in parallel with the checks,
 * which use one linter thread most of the time.
 */
const RINGS = [
  { name: 'check', run: statics },
  { name: 'unit', run: vitest('unit', 'unit*'), isLight: true },
  { name: 'tools', run: vitest('tools'), isLight: true },
  { name: 'web', run: web, isLight: true },
  { name: 'db', run: vitest('db') },
  { name: 'db-oldest', run: dbOldest },
  { name: 'api', run: vitest('api'), needsBuild: true },
  { name: 'browser', run: browser, needsBuild: true },
];

/** Null for an unknown option: running everything instead would take minutes. */
function chosenRings(args) {
  const wanted = args.flatMap((arg) => (arg.startsWith('--ring=') ? arg.slice('--ring='.length).split(',') : []));
  const isKnown =
    args.every((arg) => arg.startsWith('--ring=')) && wanted.every((name) => RINGS.some((ring) => ring.name === name));
  if (!isKnown) return null;
  return wanted.length === 0 ? RINGS : RINGS.filter((ring) => wanted.includes(ring.name));
}

async function main(rings) {
  const results = new Map();
  let built;
  const buildOnce = () => (built ??= build());
  const runInTurn = async (some) => {
    for (const ring of some) {
      process.stdout.write(`\n=== ${ring.name}\n`);
      const begun = Date.now();
      const isReady = ring.needsBuild !== true || (await buildOnce()) === 0;
      const outcome = isReady ? await ring.run() : { passed: 0, failed: 1, skipped: 0, failures: [] };
      results.set(ring, { outcome, seconds: (Date.now() - begun) / 1000 });
    }
  };
  const checks = rings.filter(({ name }) => name === 'check');
  const light = rings.filter(({ isLight }) => isLight === true);
  const heavy = rings.filter((ring) => !checks.includes(ring) && !light.includes(ring));
  const prepare = () => (heavy.some(({ needsBuild }) => needsBuild === true) ? buildOnce() : undefined);
  await Promise.all([runInTurn(checks), runInTurn(light).then(prepare)]);
  await runInTurn(heavy);
  rmSync(reports, { recursive: true, force: true });

  const total = { passed: 0, failed: 0, skipped: 0 };
  const failures = rings.flatMap((ring) => results.get(ring).outcome.failures);
  process.stdout.write(['', ...describeFailures(failures), ''].join('\n'));
  for (const ring of rings) {
    const { outcome, seconds } = results.get(ring);
    for (const key of Object.keys(total)) total[key] += outcome[key];
    process.stdout.write(`${ring.name.padEnd(8)} ${summary(outcome)} (${seconds.toFixed(0)} s)\n`);
  }
  process.stdout.write(`${summary(total)}\n`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

const rings = chosenRings(process.argv.slice(2));
if (rings === null) {
  process.stderr.write(`Usage: npm test [-- --ring=NAME,NAME]\nRings: ${RINGS.map(({ name }) => name).join(', ')}\n`);
  process.exitCode = 2;
} else {
  await main(rings);
}
