// `npm run bench -- api [--links 100000] [--requests 100] [--sweep 20] [--no-build]`
//
// Starts the built application with its embedded database, fills one workspace, and times the requests that people make, an
// import, bulk actions and an export. Then every filter in every order is asked for its first page of 20 and its page 100 of
// 100, and the slowest ones are printed.
import pg from 'pg';
import { fillWorkspace } from './api-data.mjs';
import { head, median, percentile, row, print, Targets } from './figures.mjs';
import { describeHost, measureCalmly } from './host.mjs';
import { fileForm, prepare, register, send, startApp } from './instance.mjs';
import { residentMb } from './machine.mjs';

/** Of lists as people ask for them, and of any combination. */
const TARGET_MS = { list: 40, any: 100, import: 2000, bulk: 500, export: 10_000 };
/** Requests that do not count: what has to be compiled and read is. */
const FIRST_REQUESTS = 5;
/** How many of the slowest combinations are printed. */
const PRINTED = 12;

const tags = (count) => `tags=${Array.from({ length: count }, (_, n) => `tag ${20 - n}`).join(',')}`;

/** What a target of its own holds for; `%slug%` and the like are filled in. */
const LISTS = [
  ['first page', '/api/links'],
  ['page 100 of 100', '/api/links?perPage=100&page=100'],
  ['active ones', '/api/links?status=active'],
  ['a tag', '/api/links?tags=tag 20'],
  ['a campaign', '/api/links?campaignId=%campaign%'],
  ['tags', '/api/tags'],
  ['campaigns', '/api/campaigns'],
];

/** Filters alone, and the expensive combinations. */
const FILTERS = [
  '',
  ...['active', 'scheduled', 'expired', 'limit_reached', 'disabled'].map((status) => `status=${status}`),
  ...['e', 'z', '9', 'eb', 'l1', 'com/we', 'web', 'webinar', 'example', 'launch 1', 'zzzzzz', '%slug%'].map(
    (q) => `q=${q}`,
  ),
  ...[1, 2, 3, 8, 20].map(tags),
  'tags=tag 5',
  'campaignId=%campaign%',
  'createdBy=me',
  'destination=%destination%',
  'needsReview=true',
  ...['minClicks=1', 'minClicks=100', 'maxClicks=0', 'minClicks=10&maxClicks=50', 'minClicks=100&status=active'],
  'archived=true',
  'archived=all',
  'trashed=true',
  'status=active&createdBy=me',
  'status=active&needsReview=true',
  'status=active&archived=all',
  'status=limit_reached&tags=tag 20',
  'tags=tag 20&needsReview=true',
  'q=e&status=active',
  'q=e&status=limit_reached',
  'q=e&archived=all',
  `q=e&${tags(20)}`,
  'q=e&campaignId=%campaign%',
  'q=eb&status=active',
  'q=eb&tags=tag 20',
  'q=example&status=scheduled',
  'q=webinar&archived=all',
  'q=9&status=active&needsReview=true',
  'q=e&needsReview=true&status=active&createdBy=me&archived=all',
  'q=launch&tags=tag 20&status=active&createdBy=me&needsReview=true',
];
const SORTS = ['-createdAt', 'createdAt', '-clicks', 'clicks', 'title', 'expiresAt'];
const PAGES = ['page=1', 'perPage=100&page=100'];

const EXAMPLES = `
  SELECT l.slug, l.destination_url AS destination, c.id AS campaign
  FROM links l, campaigns c WHERE l.deleted_at IS NULL ORDER BY l.no, c.no LIMIT 1`;

export async function main(args) {
  const { links, requests, sweep } = await prepare(args, { links: 100_000, requests: 100, sweep: 20 });
  const running = await startApp();
  const targets = new Targets();
  try {
    const app = await fillApp(running, links);
    head(['request', 'links found', 'p50 ms', 'p95 ms']);
    for (const [name, path] of LISTS) {
      const { taken, found } = await time(app, path, requests);
      const p95 = percentile(taken, 0.95);
      row([name, found, median(taken).toFixed(1), p95.toFixed(1)]);
      targets.atMost(TARGET_MS.list, p95, `${name}, p95 in ms`);
    }
    await timeMany(app, targets);
    if (sweep > 0) targets.atMost(TARGET_MS.any, await timeCombinations(app, sweep), 'every combination, p95 in ms');
  } finally {
    await running.stop();
  }
  print(`\n${describeHost()}\n`);
  return targets.show();
}

/** Fills a workspace with links. @returns its process id, and a function that sends a request with examples of its data. */
async function fillApp(running, links) {
  const cookie = await register(running);
  const pool = new pg.Pool({ connectionString: running.databaseUrl, max: 2 });
  await fillWorkspace(pool, links);
  const examples = (await pool.query(EXAMPLES)).rows[0];
  await pool.end();
  const fill = (path) =>
    path.replace(/%(\w+)%/g, (_, name) => encodeURIComponent(examples[name])).replaceAll(' ', '%20');
  return {
    pid: running.pid,
    call: (method, path, options) => send(running.port, method, fill(path), { cookie, ...options }),
  };
}

/** Milliseconds of each of some requests, after the first ones. */
async function time(app, path, times) {
  const get = () => app.call('GET', path);
  for (let n = 0; n < FIRST_REQUESTS; n += 1) await get();
  const { calm } = await measureCalmly(times, get);
  const { total, items } = JSON.parse(calm[0].text);
  return { taken: calm.map(({ ms }) => ms), found: total ?? items.length };
}

/** Measures every filter in every order once, so that no cache of a repeated request helps. @returns the p95 of all. */
async function timeCombinations(app, times) {
  const measured = [];
  for (const filter of FILTERS) {
    for (const sort of SORTS) {
      for (const page of PAGES) {
        const query = [filter, `sort=${sort}`, page].filter(Boolean).join('&');
        const { taken } = await time(app, `/api/links?${query}`, times);
        measured.push({ query: query.replace(tags(20), '20 tags').replace(tags(8), '8 tags'), taken });
      }
    }
  }
  const slowest = measured.toSorted((a, b) => percentile(b.taken, 0.95) - percentile(a.taken, 0.95));
  print(`\nEvery filter, order and page: ${measured.length} combinations, the slowest of them\n`);
  head(['request', 'median ms', 'p95 ms']);
  for (const { query, taken } of slowest.slice(0, PRINTED)) {
    row([`\`${query}\``, median(taken).toFixed(1), percentile(taken, 0.95).toFixed(1)]);
  }
  const all = measured.flatMap(({ taken }) => taken);
  const p95 = percentile(all, 0.95);
  print(`\nall requests: median ${median(all).toFixed(1)}, p95 ${p95.toFixed(1)} ms\n`);
  return p95;
}

/** What is done to many links at once. */
async function timeMany(app, targets) {
  const thrice = async (measure) => median([await measure(0), await measure(1), await measure(2)]);
  const items = async (path) => JSON.parse((await app.call('GET', path)).text).items;
  targets.atMost(TARGET_MS.import, await thrice((round) => importRows(app, round)), 'import of 1,000 rows in ms');
  const [tag] = await items('/api/tags');
  const ids = [];
  for (let page = 1; page <= 5; page += 1)
    ids.push(...(await items(`/api/links?perPage=100&page=${page}`)).map(({ id }) => id));
  for (const action of ['tag', 'untag', 'archive']) {
    const body = { selection: { ids }, action, ...(action === 'archive' ? {} : { tagId: tag.id }) };
    const { ms } = await app.call('POST', '/api/links/bulk', { body });
    targets.atMost(TARGET_MS.bulk, ms, `bulk ${action} of 500 links in ms`);
  }
  const before = residentMb(app.pid);
  const exported = await thrice(async () => (await app.call('GET', '/api/links/export.csv?archived=all')).ms);
  const grown = residentMb(app.pid) - before;
  targets.atMost(TARGET_MS.export, exported, `export of all links in ms (memory +${grown} MB)`);
}

async function importRows(app, round) {
  const lines = Array.from(
    { length: 1000 },
    (_, n) => `https://example.com/${round}/${n},Imported ${n},tag ${1 + (n % 20)}|tag ${1 + (n % 7)}`,
  );
  const form = fileForm('links.csv', 'text/csv', `destination_url,title,tags\n${lines.join('\n')}\n`);
  const { importId, fileHash, rows } = JSON.parse(
    (await app.call('POST', '/api/links/import/preview', { body: form })).text,
  );
  const body = { importId, fileHash, rows: rows.map(({ row: at, values }) => ({ row: at, values })) };
  return (await app.call('POST', '/api/links/import', { body })).ms;
}
