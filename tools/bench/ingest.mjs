// How fast clicks get from the journal into the database: a backlog, and clicks that keep coming.
import { join } from 'node:path';
import { ROOT } from '../process.mjs';
import { writeJournal } from './journal.mjs';
import { sustain } from './sustained.mjs';

/** A writer that stores nothing for so long has stopped. */
const PATIENCE_MS = 60_000;
/** Until the tables of the hour are warm and the batches have found their length. */
const WARM_UP_SECONDS = 5;

const say = (text) => process.stdout.write(text);

/** Hands the application a journal that another process has left behind, and watches how fast it is stored. */
export async function timeBacklog({ database, dataDir }, { count }) {
  const before = await storedClicks(database);
  const journalId = await writeJournal({ dataDir, events: count, links: await someLinks(database) });
  await database.query('INSERT INTO click_journals (journal_id) VALUES ($1)', [journalId]);
  // The clock starts with the first batch: until then the writer has only not looked.
  let first = null;
  let last = { at: performance.now(), clicks: before };
  while (last.clicks < before + count && performance.now() - last.at < PATIENCE_MS) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const clicks = await storedClicks(database);
    if (clicks === last.clicks) continue;
    last = { at: performance.now(), clicks };
    first ??= last;
  }
  if (last.clicks < before + count) say(`backlog: ${before + count - last.clicks} events were not stored\n`);
  // One batch has no time between.
  const rate =
    first === null || first === last ? 0 : Math.round((last.clicks - first.clicks) / ((last.at - first.at) / 1000));
  say(`backlog: ${count.toLocaleString('en')} events stored by the writer at ${rate.toLocaleString('en')}/s\n`);
  return rate;
}

/**
 * Clicks of now are journalled at `rate` a second for `seconds`, while the writer stores them. What waits in the journal
 * must not grow: its mean in the second half is held against that in the first, after a warm-up.
 */
export async function timeSustained({ database, dataDir, connectionString }, { rate, seconds }) {
  const before = await storedClicks(database);
  const worker = join(ROOT, 'dist', 'apps', 'api', 'click-writer.worker.js');
  const links = await someLinks(database);
  const result = await sustain({ dataDir, connectionString, worker, rate, seconds, links });
  const depths = result.samples.map(({ recorded, stored }) => recorded - stored);
  const warm = depths.slice(WARM_UP_SECONDS);
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const [first, second] = [mean(warm.slice(0, warm.length / 2)), mean(warm.slice(warm.length / 2))];
  const [start, end] = [result.samples[WARM_UP_SECONDS - 1], result.samples.at(-1)];
  const perSecond = (key) => Math.round((end[key] - start[key]) / (end.second - start.second));
  const inDatabase = (await storedClicks(database)) - before;
  say(`journal: events waiting, second by second: ${depths.map((depth) => depth.toLocaleString('en')).join(' ')}\n`);
  say(
    `journal: ${perSecond('recorded').toLocaleString('en')}/s recorded and ${perSecond('stored').toLocaleString('en')}/s stored after ` +
      `${WARM_UP_SECONDS} s; ${Math.round(first).toLocaleString('en')} waiting in the first half, ` +
      `${Math.round(second).toLocaleString('en')} in the second; all stored ${Math.round(result.restMs)} ms after the last; ` +
      `${result.recorded.toLocaleString('en')} recorded, ${inDatabase.toLocaleString('en')} in the database\n`,
  );
  return {
    recordedRate: perSecond('recorded'),
    storedRate: perSecond('stored'),
    first,
    second,
    isComplete: inDatabase === result.recorded,
  };
}

async function someLinks(database) {
  const { rows } = await database.query(
    `SELECT l.id, l.workspace_id AS "workspaceId", l.campaign_id AS "campaignId", l.utm_source AS source, l.utm_medium AS medium
     FROM links l ORDER BY l.no LIMIT 10000`,
  );
  return rows;
}

async function storedClicks(database) {
  const { rows } = await database.query(
    `SELECT coalesce(sum(clicks), 0)::int AS clicks FROM click_totals WHERE kind = 0`,
  );
  return rows[0].clicks;
}
