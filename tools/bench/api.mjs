// `npm run bench -- api [--links 100000] [--requests 100] [--sweep 20] [--only text] [--json file] [--no-build]`
//
// Starts the built application with its embedded database, fills one workspace, and times the requests that people make, an
// import, bulk actions and an export. Then every filter in every order is asked for its first page of 20 and its page 100 of
// 100, and the slowest ones are printed.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { fillWorkspace } from './api-data.mjs';
import { head, median, number, percentile, row, say } from './figures.mjs';
import { describeHost, measureCalmly } from './host.mjs';
import { build, register, send, startApp } from './instance.mjs';
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
  const { values } = parseArgs({
    args,
    options: {
      links: { type: 'string', default: '100000' },
      requests: { type: 'string', default: '100' },
      sweep: { type: 'string', default: '20' },
      only: { type: 'string' },
      json: { type: 'string' },
      'no-build': { type: 'boolean', default: false },
    },
  });
  await build(values);
  const running = await startApp();
  const results = [];
  try {
    const app = await fillApp(running, Number(values.links));
    const isWanted = (name) => values.only === undefined || name.includes(values.only);
    head(['request', 'links found', 'p50 ms', 'p95 ms', 'target']);
    for (const [name, path] of LISTS.filter(([one]) => isWanted(one))) {
      const { taken, found } = await time(app, path, Number(values.requests));
      results.push({ name, milliseconds: percentile(taken, 0.95), target: TARGET_MS.list });
      row([name, found, median(taken).toFixed(1), percentile(taken, 0.95).toFixed(1), `≤ ${TARGET_MS.list}`]);
    }
    if (values.only === undefined) results.push(...(await timeMany(app)));
    if (Number(values.sweep) > 0) results.push(await sweep(app, FILTERS.filter(isWanted), Number(values.sweep)));
  } finally {
    await running.stop();
  }
  say(`\n${describeHost('requests')}\n`);
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(results, null, 2));
  const late = results.filter(({ milliseconds, target }) => milliseconds > target).map(({ name }) => name);
  say(late.length === 0 ? '\nEvery target is met.\n' : `\nBeyond the target: ${late.join(', ')}\n`);
  return late.length === 0 ? 0 : 1;
}

/** A workspace of so many links, and how it is asked. */
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
  const ask = () => app.call('GET', path);
  for (let n = 0; n < FIRST_REQUESTS; n += 1) await ask();
  const { calm } = await measureCalmly(times, ask);
  const { total, items } = JSON.parse(calm[0].text);
  return { taken: calm.map(({ ms }) => ms), found: total ?? items.length };
}

/** Every filter in every order: what nobody asks for twice, but somebody asks for once. */
async function sweep(app, filters, times) {
  const asked = [];
  for (const filter of filters) {
    for (const sort of SORTS) {
      for (const page of PAGES) {
        const query = [filter, `sort=${sort}`, page].filter(Boolean).join('&');
        const { taken } = await time(app, `/api/links?${query}`, times);
        asked.push({ query: query.replace(tags(20), '20 tags').replace(tags(8), '8 tags'), taken });
      }
    }
  }
  const slowest = asked.toSorted((a, b) => percentile(b.taken, 0.95) - percentile(a.taken, 0.95));
  say(`\nEvery filter, order and page: ${asked.length} combinations, the slowest of them\n`);
  head(['request', 'median ms', 'p95 ms']);
  for (const { query, taken } of slowest.slice(0, PRINTED)) {
    row([`\`${query}\``, median(taken).toFixed(1), percentile(taken, 0.95).toFixed(1)]);
  }
  const all = asked.flatMap(({ taken }) => taken);
  const p95 = percentile(all, 0.95);
  say(`\nall requests: median ${median(all).toFixed(1)}, p95 ${p95.toFixed(1)} ms (≤ ${TARGET_MS.any})\n`);
  return { name: 'p95 over every combination', milliseconds: p95, target: TARGET_MS.any };
}

/** What is done to many links at once. */
async function timeMany(app) {
  head(['many links', 'median ms', 'target']);
  const results = [];
  const add = (name, milliseconds, target) => {
    results.push({ name, milliseconds, target });
    row([name, number(milliseconds), `≤ ${target}`]);
  };
  const thrice = async (measure) => median([await measure(0), await measure(1), await measure(2)]);
  add('import of 1,000 rows', await thrice((round) => importRows(app, round)), TARGET_MS.import);
  const [tag] = JSON.parse((await app.call('GET', '/api/tags')).text).items;
  const ids = [];
  for (let page = 1; page <= 5; page += 1) {
    const { items } = JSON.parse((await app.call('GET', `/api/links?perPage=100&page=${page}`)).text);
    ids.push(...items.map((link) => link.id));
  }
  for (const action of ['tag', 'untag', 'archive']) {
    const body = { selection: { ids }, action, ...(action === 'archive' ? {} : { tagId: tag.id }) };
    const { ms } = await app.call('POST', '/api/links/bulk', { body });
    add(`bulk ${action} of 500 links`, ms, TARGET_MS.bulk);
  }
  const before = residentMb(app.pid);
  let bytes = 0;
  const onChunk = (chunk) => (bytes += chunk.length);
  const ms = await thrice(async () => (await app.call('GET', '/api/links/export.csv?archived=all', { onChunk })).ms);
  const grown = residentMb(app.pid) - before;
  add(`export of all links (${number(bytes / 3e6)} MB, memory +${grown} MB)`, ms, TARGET_MS.export);
  return results;
}

async function importRows(app, round) {
  const lines = Array.from(
    { length: 1000 },
    (_, n) => `https://example.com/${round}/${n},Imported ${n},tag ${1 + (n % 20)}|tag ${1 + (n % 7)}`,
  );
  const csv = `destination_url,title,tags\n${lines.join('\n')}\n`;
  const boundary = randomUUID();
  const raw = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="links.csv"\r\nContent-Type: text/csv\r\n\r\n${csv}\r\n--${boundary}--\r\n`;
  const type = `multipart/form-data; boundary=${boundary}`;
  const { importId, fileHash, rows } = JSON.parse(
    (await app.call('POST', '/api/links/import/preview', { raw, type })).text,
  );
  const body = { importId, fileHash, rows: rows.map(({ row: at, values }) => ({ row: at, values })) };
  return (await app.call('POST', '/api/links/import', { body })).ms;
}
