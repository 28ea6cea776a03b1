// `npm run bench -- web [--runs 3] [--links 2000] [--desktop] [--json file] [--details folder] [--no-build]`
//
// Starts the built application with its embedded database, fills one workspace with links and traffic, and has
// Lighthouse rate the overview and the list of links in real Chromium, cold each time, as a signed-in person on
// Lighthouse's own mid-range phone (or on its desktop). Prints the median of the runs.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { findChromium } from '../chromium.mjs';
import { ROOT, run, runQuietly, SERVER_FLAGS } from '../process.mjs';
import { freePort, percentile, stopProcess, untilHealthy } from './instance.mjs';
import { fetchPackage } from './packages.mjs';

const MAIN = join(ROOT, 'dist', 'apps', 'api', 'main.js');
const PAGES = [
  ['overview', '/'],
  ['links', '/links'],
];
const TARGETS = { performance: 90, accessibility: 100, 'best-practices': 100 };
/** How often one run is tried. */
const ATTEMPTS = 3;
const METRICS = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
  SI: 'speed-index',
};

export async function main(args) {
  const { values } = parseArgs({
    args,
    options: {
      runs: { type: 'string', default: '3' },
      links: { type: 'string', default: '2000' },
      desktop: { type: 'boolean', default: false },
      json: { type: 'string' },
      details: { type: 'string' },
      'no-build': { type: 'boolean', default: false },
    },
  });
  if (!values['no-build'] || !existsSync(MAIN)) {
    const built = await runQuietly('nx', ['run-many', '-t', 'build', '-p', 'api,web', '--output-style=static']);
    if (built !== 0) return built;
  }
  const app = await startApp(Number(values.links));
  const debugPort = await freePort();
  const { executablePath, args: browserArgs } = await findChromium({ asPeopleHaveIt: true });
  const browser = await chromium.launch({
    executablePath,
    args: [...browserArgs, `--remote-debugging-port=${debugPort}`],
  });
  const results = [];
  try {
    const { default: lighthouse, desktopConfig } = await fetchPackage('lighthouse');
    const rate = async (path) => {
      const flags = {
        port: debugPort,
        logLevel: 'error',
        onlyCategories: Object.keys(TARGETS),
        extraHeaders: { Cookie: app.cookie },
      };
      // Now and then Chromium's trace begins after the page: a run without figures, which says nothing about the page.
      for (let attempt = 1; ; attempt += 1) {
        const { lhr } = await lighthouse(`${app.url}${path}`, flags, values.desktop ? desktopConfig : undefined);
        if (!lhr.runtimeError) return lhr;
        if (attempt === ATTEMPTS) throw new Error(lhr.runtimeError.message);
      }
    };
    const heads = ['page', ...Object.keys(TARGETS), ...Object.keys(METRICS), 'transfer'];
    print(heads);
    print(heads.map(() => '---'));
    for (const [name, path] of PAGES) {
      const reports = [];
      for (let n = 0; n < Number(values.runs); n += 1) reports.push(await rate(path));
      const result = summarize(name, reports);
      results.push(result);
      print([
        name,
        ...Object.keys(TARGETS).map((key) => result.scores[key]),
        ...Object.values(METRICS).map((key) => result.metrics[key]),
        `${result.transferKb} kB`,
      ]);
      if (values.details !== undefined) {
        mkdirSync(values.details, { recursive: true });
        reports.forEach((report, n) =>
          writeFileSync(join(values.details, `${name}-${n + 1}.json`), JSON.stringify(report)),
        );
      }
    }
  } finally {
    await browser.close();
    await app.stop();
  }
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(results, null, 2));
  for (const { name, complaints } of results) for (const text of complaints) process.stdout.write(`\n${name}: ${text}`);
  const isGood = results.every(({ scores }) => Object.entries(TARGETS).every(([key, least]) => scores[key] >= least));
  process.stdout.write(isGood ? '\nEvery target is met.\n' : '\nBelow a target.\n');
  return isGood ? 0 : 1;
}

/** The median of each score and metric, and what the findings but speed complain about. */
function summarize(name, reports) {
  const median = (read) => percentile(reports.map(read), 0.5);
  const [first] = reports;
  const scores = Object.fromEntries(
    Object.keys(TARGETS).map((key) => [key, Math.round(median((report) => report.categories[key].score) * 100)]),
  );
  const metrics = Object.fromEntries(
    Object.values(METRICS).map((key) => {
      const value = median((report) => report.audits[key].numericValue);
      return [key, key === METRICS.CLS ? value.toFixed(3) : `${Math.round(value)} ms`];
    }),
  );
  const transferKb = Math.round(median((report) => report.audits['total-byte-weight'].numericValue) / 1000);
  const complaints = ['accessibility', 'best-practices'].flatMap((key) =>
    first.categories[key].auditRefs
      .filter(({ id, weight }) => weight > 0 && first.audits[id].score !== null && first.audits[id].score < 1)
      .map(({ id }) => first.audits[id].title),
  );
  return { name, scores, metrics, transferKb, complaints };
}

/** The application with an owner, links and ninety days of traffic. */
async function startApp(links) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const data = mkdtempSync(join(tmpdir(), 'signpost-bench-web-'));
  // Run by root, the database runs as another user, who must be able to walk in.
  chmodSync(data, 0o755);
  const env = { PORT: String(port), PUBLIC_URL: url, DATA_DIR: data, LOG_LEVEL: 'error' };
  const child = spawn(process.execPath, [...SERVER_FLAGS, MAIN], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = async () => {
    await stopProcess(child);
    rmSync(data, { recursive: true, force: true });
  };
  try {
    await untilHealthy(port, child);
    const answer = await fetch(`${url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email: 'owner@example.com',
        password: 'correct horse battery staple 7',
        workspaceName: 'Bench',
      }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    const cookie = answer.headers.getSetCookie()[0].split(';')[0];
    const seeded = await run(
      process.execPath,
      [join(ROOT, 'dist/apps/api/seed.js'), '--events=100000', `--links=${links}`, '--days=90'],
      env,
    );
    if (seeded !== 0) throw new Error('the workspace could not be filled');
    return { url, cookie, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function print(cells) {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}
