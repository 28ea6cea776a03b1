// How fast clicks get from the journal into the database.
import { writeJournal } from './journal.mjs';

/** A writer that stores nothing for so long has stopped. */
const PATIENCE_MS = 60_000;

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
