// `npm run bench -- web [--runs 3] [--links 2000] [--desktop] [--json file] [--no-build]`
//
// Starts the built application with its embedded database, fills one workspace with links and traffic, and has
// Lighthouse rate the overview and the list of links in real Chromium, cold each time, as a signed-in person on
// Lighthouse's own mid-range phone (or on its desktop). Prints the median of the runs.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { findChromium } from '../chromium.mjs';
import { run } from '../process.mjs';
import { head, median, row, say } from './figures.mjs';
import { build, distOf, freePort, register, settings, startApp } from './instance.mjs';
import { fetchPackage } from './packages.mjs';

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
      'no-build': { type: 'boolean', default: false },
    },
  });
  await build(values, 'api,web');
  const app = await startFilledApp(values.links);
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
    head(['page', ...Object.keys(TARGETS), ...Object.keys(METRICS), 'transfer']);
    for (const [name, path] of PAGES) {
      const reports = [];
      for (let n = 0; n < Number(values.runs); n += 1) reports.push(await rate(path));
      const result = summarize(name, reports);
      results.push(result);
      row([
        name,
        ...Object.keys(TARGETS).map((key) => result.scores[key]),
        ...Object.values(METRICS).map((key) => result.metrics[key]),
        `${result.transferKb} kB`,
      ]);
    }
  } finally {
    await browser.close();
    await app.stop();
  }
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(results, null, 2));
  for (const { name, complaints } of results) for (const text of complaints) say(`\n${name}: ${text}`);
  const isGood = results.every(({ scores }) => Object.entries(TARGETS).every(([key, least]) => scores[key] >= least));
  say(isGood ? '\nEvery target is met.\n' : '\nBelow a target.\n');
  return isGood ? 0 : 1;
}

/** The median of each score and metric, and what the findings but speed complain about. */
function summarize(name, reports) {
  const middle = (read) => median(reports.map(read));
  const [first] = reports;
  const scores = Object.fromEntries(
    Object.keys(TARGETS).map((key) => [key, Math.round(middle((report) => report.categories[key].score) * 100)]),
  );
  const metrics = Object.fromEntries(
    Object.values(METRICS).map((key) => {
      const value = middle((report) => report.audits[key].numericValue);
      return [key, key === METRICS.CLS ? value.toFixed(3) : `${Math.round(value)} ms`];
    }),
  );
  const transferKb = Math.round(middle((report) => report.audits['total-byte-weight'].numericValue) / 1000);
  const complaints = ['accessibility', 'best-practices'].flatMap((key) =>
    first.categories[key].auditRefs
      .filter(({ id, weight }) => weight > 0 && first.audits[id].score !== null && first.audits[id].score < 1)
      .map(({ id }) => first.audits[id].title),
  );
  return { name, scores, metrics, transferKb, complaints };
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
