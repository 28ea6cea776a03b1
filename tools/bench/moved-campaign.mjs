// The report of a campaign that thousands of links with a history were moved into: the one report that has to be put
// together link by link, once for each set of links.
import { randomUUID } from 'node:crypto';
import { httpGet, percentile } from './instance.mjs';

const say = (text) => process.stdout.write(text);

/**
 * Moves so many links, of every popularity, into a new campaign, times its first report and the later ones, and moves the
 * links back.
 * @returns {Promise<{ count: number, slowest: number }[]>} p95 of the slowest period but `all` once the first report was
 *   there, in ms
 */
export async function timeMovedCampaigns({ database, port, cookie }, { counts, periods, rounds }) {
  const results = [];
  for (const count of counts) {
    const moved = await moveLinks(database, count);
    try {
      const path = `/api/campaigns/${moved.id}/analytics?attribution=current&period=`;
      const week = await time(port, `${path}7d`, cookie);
      const isDone = { value: false };
      const others = longestAnswer(port, isDone);
      const first = await time(port, `${path}90d`, cookie);
      isDone.value = true;
      const longest = await others;
      const later = {};
      for (let round = -1; round < rounds; round += 1) {
        for (const period of periods) {
          const took = await time(port, `${path}${period}`, cookie);
          if (round >= 0) (later[period] ??= []).push(took);
        }
      }
      say(
        `${count.toLocaleString('en')} links moved into a campaign: first report of 7 days ${week.toFixed(0)} ms, of 90 days ` +
          `${first.toFixed(0)} ms, meanwhile others waited ${longest.toFixed(0)} ms at most; then p95 (median) ` +
          `${periods.map((period) => `${period} ${percentile(later[period], 0.95).toFixed(0)} (${percentile(later[period], 0.5).toFixed(0)})`).join(', ')} ms\n`,
      );
      const windows = periods.filter((period) => period !== 'all').map((period) => percentile(later[period], 0.95));
      results.push({ count, slowest: Math.max(...windows) });
    } finally {
      await moved.back();
    }
  }
  return results;
}

async function moveLinks(database, count) {
  const id = randomUUID();
  const { rows } = await database.query(
    'SELECT id, campaign_id AS "campaignId" FROM links ORDER BY md5(id::text) LIMIT $1',
    [count],
  );
  const ids = rows.map((link) => link.id);
  await database.query(
    `INSERT INTO campaigns (id, workspace_id, name, utm_campaign) SELECT $1::uuid, workspace_id, $2, $1::text FROM links LIMIT 1`,
    [id, `moved-${count}`],
  );
  await database.query('UPDATE links SET campaign_id = $1 WHERE id = ANY ($2)', [id, ids]);
  await database.query('VACUUM (ANALYZE) links');
  const back = async () => {
    await database.query(
      `UPDATE links l SET campaign_id = t.campaign_id FROM unnest($1::uuid[], $2::uuid[]) AS t (id, campaign_id)
       WHERE l.id = t.id`,
      [ids, rows.map(({ campaignId }) => campaignId)],
    );
    await database.query('DELETE FROM campaigns WHERE id = $1', [id]);
    await database.query('VACUUM (ANALYZE) links');
  };
  return { id, back };
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
