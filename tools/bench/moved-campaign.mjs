// The report of a campaign that thousands of links with a history were moved into: the one report that has to be put
// together link by link, once for each set of links.
import { randomUUID } from 'node:crypto';
import { httpGet, percentile } from './instance.mjs';

const say = (text) => process.stdout.write(text);

/**
 * Moves so many links, of every popularity, into a new campaign and times its first report and the later ones.
 * @returns what was printed, by number of links
 */
export async function timeMovedCampaigns(database, { port, cookie, counts, periods, rounds }) {
  const results = {};
  for (const count of counts) {
    const id = await moveLinks(database, count);
    const path = `/api/campaigns/${id}/analytics?attribution=current&period=`;
    const isDone = { value: false };
    const others = longestAnswer(port, isDone);
    const first = await time(port, `${path}90d`, cookie);
    isDone.value = true;
    const longest = await others;
    const later = {};
    for (let round = 0; round < rounds; round += 1) {
      for (const period of periods) (later[period] ??= []).push(await time(port, `${path}${period}`, cookie));
    }
    results[count] = { first, longest, later };
    say(
      `${count.toLocaleString('en')} links moved into a campaign: first report of 90 days ${first.toFixed(0)} ms, meanwhile ` +
        `others waited ${longest.toFixed(0)} ms at most; then p95 (median) ` +
        `${periods.map((period) => `${period} ${percentile(later[period], 0.95).toFixed(0)} (${percentile(later[period], 0.5).toFixed(0)})`).join(', ')} ms\n`,
    );
  }
  return results;
}

async function moveLinks(database, count) {
  const id = randomUUID();
  await database.query(
    `INSERT INTO campaigns (id, workspace_id, name, utm_campaign) SELECT $1, workspace_id, $2, $2 FROM links LIMIT 1`,
    [id, `moved-${count}`],
  );
  await database.query(
    'UPDATE links SET campaign_id = $1 WHERE id IN (SELECT id FROM links ORDER BY md5(id::text) LIMIT $2)',
    [id, count],
  );
  await database.query('ANALYZE links');
  return id;
}

async function time(port, path, cookie) {
  const started = performance.now();
  await httpGet(port, path, cookie);
  return performance.now() - started;
}

/** Asks for a page that needs no database until it is told to stop; how long the slowest answer took. */
async function longestAnswer(port, isDone) {
  let longest = 0;
  while (!isDone.value) {
    longest = Math.max(longest, await time(port, '/api/host', ''));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return longest;
}
