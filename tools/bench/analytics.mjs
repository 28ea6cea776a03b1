// `npm run bench -- analytics [--events 1000000,10000000] [--links 10000] [--days 90] [--rounds 40] [--ingest 600000]
//   [--keep FOLDER] [--no-build]`
//
// Seeds an instance for each number of events, starts the built application on all of them and times every report over
// HTTP, in turn. Then, on the largest, the filtered ones, and how fast a journal of events that waited is stored. With `--keep` the instances stay in a folder, so that later runs need not seed them
// again; the journal adds clicks to the largest.
import { head, median, number, percentile, row, print, sum, Targets } from './figures.mjs';
import { prepare, send } from './instance.mjs';
import { writeJournal } from './journal.mjs';
import { describeMachine } from './machine.mjs';
import { bytesPerEvent, removeInstance, seedInstance, startInstance } from './seeded-instance.mjs';

const TARGETS = { windowMs: 50, allMs: 100, ratio: 1.3, bytes: 150, ingest: 20_000, seed: 50_000 };
/** Clicks of the link whose filtered report is timed. */
const FILTERED_CLICKS = 100_000;
const PERIODS = ['24h', '7d', '30d', '90d', 'all'];
/** Rounds that are not counted: processes, connections and caches warm up. */
const WARM_UP_ROUNDS = 3;
/** A writer that stores nothing for so long has stopped. */
const PATIENCE_MS = 60_000;

/** @param {string[]} args @returns {Promise<number>} 0 when every target is met. */
export async function main(args) {
  const usual = { events: '1000000,10000000', links: 10_000, days: 90, rounds: 40, ingest: 600_000, keep: '' };
  const { events: sizes, rounds, ingest, ...plan } = await prepare(args, usual);
  print(`${describeMachine()}\n`);
  const seeded = [];
  const running = [];
  const targets = new Targets();
  try {
    for (const events of sizes.split(',').map(Number)) {
      seeded.push(await seedInstance({ ...plan, events }));
      const { rate } = seeded.at(-1).seeded;
      targets.check(rate >= TARGETS.seed, `${number(events)}: seeded at ${number(rate)}/s (≥ ${number(TARGETS.seed)})`);
    }
    for (const instance of seeded) running.push(await startInstance(instance));
    const largest = running.at(-1);
    // What a link's day takes weighs more the fewer events it has: the target is that of the largest number.
    targets.atMost(TARGETS.bytes, await bytesPerEvent(largest), 'bytes per event');
    await measureReports(running, rounds, targets);
    await measureFiltered(largest, rounds, targets);
    // The others take memory meanwhile.
    while (running.length > 1) await running.shift().stop();
    const rate = await timeBacklog(largest, ingest);
    targets.check(rate >= TARGETS.ingest, `backlog stored at ${number(rate)}/s (≥ ${number(TARGETS.ingest)})`);
  } finally {
    for (const instance of running) await instance.stop();
    seeded.forEach(removeInstance);
  }
  return targets.show();
}

/** Times each report of each instance in rounds, one instance after the other: whatever the machine does falls on all of them. */
async function measureReports(running, rounds, targets) {
  const results = [];
  for (const instance of running) {
    const subjects = Object.entries(await subjectsOf(instance));
    const reportsOf = ([subject, path]) =>
      PERIODS.map((period) => ({ instance, subject, period, path: `${path}period=${period}`, took: [] }));
    results.push(subjects.flatMap(reportsOf));
  }
  await timeInTurn(
    results[0].flatMap((_, report) => results.map((reports) => reports[report])),
    rounds,
  );
  for (const [index, reports] of results.entries()) {
    const events = number(running[index].events);
    head([`${events} events: p95 in ms (median)`, ...PERIODS]);
    for (const subject of new Set(reports.map((report) => report.subject))) {
      row([subject, ...reports.filter((report) => report.subject === subject).map(({ took }) => p95AndMedian(took))]);
    }
    const slowest = (some) => Math.max(...some.map(({ took }) => percentile(took, 0.95)));
    const { all, window } = Object.groupBy(reports, ({ period }) => (period === 'all' ? 'all' : 'window'));
    targets.atMost(TARGETS.windowMs, slowest(window), `${events}: slowest of a window, p95 in ms`);
    targets.atMost(TARGETS.allMs, slowest(all), `${events}: slowest of all of it, p95 in ms`);
  }
  if (running.length < 2) return;
  const [least, most] = [results[0], results.at(-1)].map((reports) => sum(reports.map(({ took }) => median(took))));
  targets.atMost(TARGETS.ratio, most / least, 'all reports together, the most events against the fewest');
}

/** Asks for each report in rounds and notes in its `took` the milliseconds of each. */
async function timeInTurn(reports, rounds) {
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    for (const { instance, path, took } of reports) {
      const { ms } = await send(instance.port, 'GET', path, { cookie: instance.cookie });
      if (round >= 0) took.push(ms);
    }
  }
}

const p95AndMedian = (took) => `${percentile(took, 0.95).toFixed(1)} (${median(took).toFixed(1)})`;

/** Reports of the workspace, the most clicked link, and the campaign with the most links. */
async function subjectsOf({ database }) {
  const { rows: links } = await database.query(
    'SELECT link_id AS id FROM link_counters ORDER BY lifetime_clicks DESC, link_id LIMIT 1',
  );
  const { rows: campaigns } = await database.query(
    `SELECT k.campaign_id AS id, (SELECT count(*) FROM links l WHERE l.campaign_id = k.campaign_id) AS links
     FROM campaign_clicks k ORDER BY links DESC LIMIT 1`,
  );
  const ofCampaign = `/api/campaigns/${campaigns[0].id}/analytics?`;
  return {
    workspace: '/api/workspaces/analytics?',
    'link, most clicked': `/api/links/${links[0].id}/analytics?`,
    'campaign, recorded': ofCampaign,
    'campaign, current': `${ofCampaign}attribution=current&`,
  };
}

/** Times reports that are counted from the events since they are filtered. */
async function measureFiltered(instance, rounds, targets) {
  const { database, events } = instance;
  const { rows } = await database.query(
    'SELECT link_id AS id FROM link_counters ORDER BY abs(lifetime_clicks - $1), link_id LIMIT 1',
    [FILTERED_CLICKS],
  );
  const workspace = '/api/workspaces/analytics?country=DE&device=mobile&period=';
  head([`${number(events)} events, filtered`, 'p95 in ms (median)']);
  for (const [name, path, most] of [
    [`link of ${number(FILTERED_CLICKS)} clicks, all`, `/api/links/${rows[0].id}/analytics?country=DE&period=all`, 150],
    ['workspace, 7d', `${workspace}7d`, 300],
    ['workspace, 90d', `${workspace}90d`, 2000],
  ]) {
    const took = [];
    await timeInTurn([{ instance, path, took }], rounds);
    row([name, p95AndMedian(took)]);
    targets.atMost(most, percentile(took, 0.95), `filtered, ${name}: p95 in ms`);
  }
}

/** Hands the application a journal that another process has left behind. @returns how many events a second it stores. */
async function timeBacklog({ database, dataDir }, count) {
  const stored = async () =>
    (await database.query(`SELECT coalesce(sum(clicks), 0)::int AS n FROM click_totals WHERE kind = 0`)).rows[0].n;
  const { rows: links } = await database.query(
    `SELECT id, workspace_id AS "workspaceId", campaign_id AS "campaignId", utm_source AS source, utm_medium AS medium
     FROM links ORDER BY no LIMIT 10000`,
  );
  const before = await stored();
  const journalId = writeJournal({ dataDir, events: count, links });
  await database.query('INSERT INTO click_journals (journal_id) VALUES ($1)', [journalId]);
  // The clock starts with the first batch: until then the writer has only not looked.
  let first = null;
  let last = { at: performance.now(), clicks: before };
  while (last.clicks < before + count && performance.now() - last.at < PATIENCE_MS) {
    await new Promise((done) => setTimeout(done, 100));
    const clicks = await stored();
    if (clicks === last.clicks) continue;
    last = { at: performance.now(), clicks };
    first ??= last;
  }
  if (last.clicks < before + count) print(`backlog: ${before + count - last.clicks} events were not stored\n`);
  // One batch has no time between.
  if (first === null || first === last) return 0;
  return Math.round((last.clicks - first.clicks) / ((last.at - first.at) / 1000));
}
