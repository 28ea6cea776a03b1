// `npm run bench -- web [--runs 3] [--links 2000] [--no-build]`
//
// Starts the built application with its embedded database, fills one workspace with links and traffic, and has
// Lighthouse rate the overview and the list of links in real Chromium, cold each time, as a signed-in person on
// Lighthouse's own mid-range phone. Prints the median of the runs.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { freePort } from '../app-process.mjs';
import { findChromium } from '../chromium.mjs';
import { run } from '../process.mjs';
import { head, median, row, print, Targets } from './figures.mjs';
import { distOf, prepare, register, settings, startApp } from './instance.mjs';

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
  const { runs, links } = await prepare(args, { runs: 3, links: 2000 }, 'api,web');
  const app = await startFilledApp(links);
  const debugPort = await freePort();
  const { executablePath, args: browserArgs } = await findChromium({ asPeopleHaveIt: true });
  const browser = await chromium.launch({
    executablePath,
    args: [...browserArgs, `--remote-debugging-port=${debugPort}`],
  });
  const targets = new Targets();
  try {
    const lighthouse = await fetchLighthouse();
    const rate = async (path) => {
      const flags = {
        port: debugPort,
        logLevel: 'error',
        onlyCategories: Object.keys(TARGETS),
        extraHeaders: { Cookie: app.cookie },
      };
      // Now and then Chromium's trace begins after the page: a run without figures, which says nothing about the page.
      for (let attempt = 1; ; attempt += 1) {
        const { lhr } = await lighthouse(`${app.url}${path}`, flags);
        if (!lhr.runtimeError) return lhr;
        if (attempt === ATTEMPTS) throw new Error(lhr.runtimeError.message);
      }
    };
    head(['page', ...Object.keys(TARGETS), ...Object.keys(METRICS), 'transfer']);
    for (const [name, path] of PAGES) {
      const reports = [];
      for (let n = 0; n < runs; n += 1) reports.push(await rate(path));
      const { scores, metrics, transferKb, complaints } = summarize(reports);
      row([name, ...scores, ...metrics, `${transferKb} kB`]);
      for (const [index, [key, least]] of Object.entries(TARGETS).entries())
        targets.check(scores[index] >= least, `${name}: ${key} ${scores[index]} (≥ ${least})`);
      for (const complaint of complaints) print(`\n${name}: ${complaint}\n`);
    }
  } finally {
    await browser.close();
    await app.stop();
  }
  return targets.show();
}

/** Lighthouse brings what nothing else needs: it is fetched when this bench first runs, as tools/bench/package-lock.json has it. */
async function fetchLighthouse() {
  const here = import.meta.dirname;
  if (!existsSync(join(here, 'node_modules', 'lighthouse'))) {
    print('Fetching Lighthouse ...\n');
    const code = await run('npm', ['ci', '--prefix', here, '--no-audit', '--no-fund']);
    if (code !== 0) throw new Error(`npm ci in tools/bench ended with exit code ${code}.`);
  }
  return (await import('lighthouse')).default;
}

/** The median of each score and metric, and what the findings but speed complain about. */
function summarize(reports) {
  const middle = (read) => median(reports.map(read));
  const [first] = reports;
  const scores = Object.keys(TARGETS).map((key) => Math.round(middle((report) => report.categories[key].score) * 100));
  const metrics = Object.values(METRICS).map((key) => {
    const value = middle((report) => report.audits[key].numericValue);
    return key === METRICS.CLS ? value.toFixed(3) : `${Math.round(value)} ms`;
  });
  const transferKb = Math.round(middle((report) => report.audits['total-byte-weight'].numericValue) / 1000);
  const complaints = ['accessibility', 'best-practices'].flatMap((key) =>
    first.categories[key].auditRefs
      .filter(({ id, weight }) => weight > 0 && first.audits[id].score !== null && first.audits[id].score < 1)
      .map(({ id }) => first.audits[id].title),
  );
  return { scores, metrics, transferKb, complaints };
}

/** The application with an owner, links and ninety days of traffic. */
async function startFilledApp(links) {
  const port = await freePort();
  const env = { PUBLIC_URL: `http://localhost:${port}` };
  const app = await startApp({ port, env });
  try {
    const cookie = await register(app);
    const seed = [join(distOf(), 'seed.js'), '--events=100000', `--links=${links}`, '--days=90'];
    const seeded = await run(process.execPath, seed, settings({ ...app, env }));
    if (seeded !== 0) throw new Error('the workspace could not be filled');
    return { ...app, cookie };
  } catch (error) {
    await app.stop();
    throw error;
  }
}
