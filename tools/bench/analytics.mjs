// `npm run bench -- analytics [--events 1000000,10000000] [--links 10000] [--days 90] [--rounds 40] [--ingest 600000]
//   [--keep FOLDER] [--no-build]`
//
// Seeds an instance for each number of events, starts the built application on all of them and times every report over
// HTTP, in turn, with the same counts as GROUP BY over the raw events beside them, and on the largest the filtered ones. Then, on the largest, the application is
// handed a journal of events that waited. With `--keep` the instances stay in a folder, so that later runs need not seed them
// again; the journal adds clicks to the largest.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { head, median, number, percentile, row, say, sum, Targets } from './figures.mjs';
import { build, send } from './instance.mjs';
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
  const { values } = parseArgs({
    args,
    options: {
      events: { type: 'string', default: '1000000,10000000' },
      links: { type: 'string', default: '10000' },
      days: { type: 'string', default: '90' },
      rounds: { type: 'string', default: '40' },
      ingest: { type: 'string', default: '600000' },
      keep: { type: 'string' },
      'no-build': { type: 'boolean', default: false },
    },
  });
  await build(values);
  say(`${describeMachine()}\n`);
  const keep = values.keep === undefined ? null : resolve(values.keep);
  const seeded = [];
  const running = [];
  const targets = new Targets();
  try {
    for (const events of values.events.split(',').map(Number)) {
      const instance = await seedInstance({ events, links: values.links, days: values.days, keep });
      seeded.push(instance);
      const { rate } = instance.seeded;
      targets.check(rate >= TARGETS.seed, `${number(events)}: seeded at ${number(rate)}/s (≥ ${number(TARGETS.seed)})`);
    }
    for (const instance of seeded) running.push(await startInstance(instance));
    await measureReports(running, Number(values.rounds), targets);
    const largest = running.at(-1);
    await measureFiltered(largest, Number(values.rounds), targets);
    await timeRaw(largest);
    // The others take memory meanwhile.
    while (running.length > 1) await running.shift().stop();
    const rate = await timeBacklog(largest, Number(values.ingest));
    targets.check(rate >= TARGETS.ingest, `backlog stored at ${number(rate)}/s (≥ ${number(TARGETS.ingest)})`);
  } finally {
    for (const instance of running) await instance.stop();
    seeded.forEach(removeInstance);
  }
  return targets.show();
}

async function measureReports(running, rounds, targets) {
  const largest = running.at(-1);
  for (const instance of running) {
    const bytes = await bytesPerEvent(instance);
    // What a link's day takes weighs more the fewer events it has: the target is that of the largest number.
    if (instance === largest)
      targets.check(bytes <= TARGETS.bytes, `${bytes.toFixed(1)} bytes per event (≤ ${TARGETS.bytes})`);
  }
  const medians = [];
  for (const [index, reports] of (await timeReports(running, rounds)).entries()) {
    const { events } = running[index];
    head([`${number(events)} events: p95 in ms (median)`, ...PERIODS]);
    for (const subject of new Set(reports.map((report) => report.subject))) {
      const cells = reports.filter((report) => report.subject === subject);
      row([subject, ...cells.map(({ took }) => `${percentile(took, 0.95).toFixed(1)} (${median(took).toFixed(1)})`)]);
    }
    for (const [isAll, most] of [
      [false, TARGETS.windowMs],
      [true, TARGETS.allMs],
    ]) {
      const slowest = Math.max(
        ...reports.filter(({ period }) => (period === 'all') === isAll).map(({ took }) => percentile(took, 0.95)),
      );
      const which = isAll ? 'all of it' : 'a window';
      targets.check(
        slowest <= most,
        `${number(events)}: slowest of ${which}, p95 ${slowest.toFixed(1)} ms (≤ ${most})`,
      );
    }
    medians.push(sum(reports.map(({ took }) => median(took))));
  }
  if (running.length < 2) return;
  const ratio = medians.at(-1) / medians[0];
  targets.check(
    ratio <= TARGETS.ratio,
    `all reports together, ${number(largest.events)} events against ${number(running[0].events)}: ${ratio.toFixed(2)} times (≤ ${TARGETS.ratio})`,
  );
}

/** Times each report of each instance in rounds, one instance after the other: whatever the machine does falls on all of them. */
async function timeReports(instances, rounds) {
  const results = [];
  for (const instance of instances) {
    const subjects = Object.entries(await subjectsOf(instance));
    results.push(
      subjects.flatMap(([subject, path]) =>
        PERIODS.map((period) => ({ subject, period, path: `${path}period=${period}`, took: [] })),
      ),
    );
  }
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    for (let report = 0; report < results[0].length; report += 1) {
      for (const [index, { port, cookie }] of instances.entries()) {
        const { path, took } = results[index][report];
        const { ms } = await send(port, 'GET', path, { cookie });
        if (round >= 0) took.push(ms);
      }
    }
  }
  return results;
}

/** Reports of the workspace, the most clicked link, one in the middle, a cold one, and the campaign with the most links. */
async function subjectsOf({ database }) {
  const { rows: links } = await database.query(
    `SELECT l.id FROM links l JOIN link_counters c ON c.link_id = l.id ORDER BY c.lifetime_clicks DESC, l.no`,
  );
  const { rows: campaigns } = await database.query(
    `SELECT k.campaign_id AS id, (SELECT count(*) FROM links l WHERE l.campaign_id = k.campaign_id) AS links
     FROM campaign_clicks k ORDER BY links DESC LIMIT 1`,
  );
  const ofLink = ({ id }) => `/api/links/${id}/analytics?`;
  const ofCampaign = `/api/campaigns/${campaigns[0].id}/analytics?`;
  return {
    workspace: '/api/workspaces/analytics?',
    'link, most clicked': ofLink(links[0]),
    'link, middle': ofLink(links[Math.floor(links.length / 20)]),
    'link, cold': ofLink(links.at(-1)),
    'campaign, recorded': ofCampaign,
    'campaign, current': `${ofCampaign}attribution=current&`,
  };
}

/** Times reports that are counted from the events since they are filtered. */
async function measureFiltered({ database, port, cookie, events }, rounds, targets) {
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
    for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
      const { ms } = await send(port, 'GET', path, { cookie });
      if (round >= 0) took.push(ms);
    }
    const p95 = percentile(took, 0.95);
    row([name, `${p95.toFixed(1)} (${median(took).toFixed(1)})`]);
    targets.check(p95 <= most, `filtered, ${name}: p95 ${p95.toFixed(1)} ms (≤ ${most})`);
  }
}

/** The same counts from the raw events: what reports would cost without roll-ups. */
async function timeRaw({ database, events }) {
  const started = performance.now();
  for (const by of ["date_trunc('day', occurred_at)", 'referrer_no', 'country', 'device', 'browser', 'os']) {
    await database.query(`SELECT ${by}, count(*) FROM click_events WHERE outcome = 0 GROUP BY 1`);
  }
  const seconds = (performance.now() - started) / 1000;
  say(`\nraw GROUP BY over ${number(events)} events, six counts of the workspace: ${seconds.toFixed(2)} s\n`);
}

/** Hands the application a journal that another process has left behind, and watches how fast it is stored. */
async function timeBacklog({ database, dataDir }, count) {
  const stored = async () =>
    (await database.query(`SELECT coalesce(sum(clicks), 0)::int AS n FROM click_totals WHERE kind = 0`)).rows[0].n;
  const { rows: links } = await database.query(
    `SELECT id, workspace_id AS "workspaceId", campaign_id AS "campaignId", utm_source AS source, utm_medium AS medium
     FROM links ORDER BY no LIMIT 10000`,
  );
  const before = await stored();
  const journalId = await writeJournal({ dataDir, events: count, links });
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
  if (last.clicks < before + count) say(`backlog: ${before + count - last.clicks} events were not stored\n`);
  // One batch has no time between.
  if (first === null || first === last) return 0;
  return Math.round((last.clicks - first.clicks) / ((last.at - first.at) / 1000));
}
