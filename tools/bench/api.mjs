// `npm run bench -- api [--links 100000] [--requests 100] [--sweep 20] [--only text] [--json file] [--no-build]`
//
// Starts the built application with its embedded database, fills one workspace, and times
// each request of the list in turn with a bare Nest route, one after the other, so that whatever else the machine does falls
// on both. Then every filter in every order is asked for its first page of 20 and its page 100 of 100, and the slowest ones
// are printed.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { ROOT, runQuietly, SERVER_FLAGS } from '../process.mjs';
import { fillWorkspace } from './api-data.mjs';
import { sweepLists } from './api-sweep.mjs';
import { describeHost, measureCalmly } from './host.mjs';
import { freePort, percentile, untilHealthy } from './instance.mjs';

const MAIN = join(ROOT, 'dist', 'apps', 'api', 'main.js');
const TARGET_MS = { list: 40, import: 2000, bulk: 500, export: 10_000 };
/** Requests that do not count: what has to be compiled and read is. */
const FIRST_REQUESTS = 10;
const FREE_LIMITS = { RATE_LIMIT_LINK_WRITES: '1000000/60', RATE_LIMIT_IMPORT: '1000000/60' };

/** Requests that people make, by name; every other filter, order and page is in the sweep. `%slug%` and the like are filled in. */
const LISTS = [
  ['first page', ''],
  ['page 100 of 100', 'perPage=100&page=100'],
  ['most clicks', 'sort=-clicks'],
  ['by title', 'sort=title'],
  ['by expiry', 'sort=expiresAt'],
  ...['active', 'scheduled', 'expired', 'limit_reached', 'disabled'].map((status) => [status, `status=${status}`]),
  ['search: one link', 'q=%slug%'],
  ['search: an alias', 'q=alias-4000'],
  ['search: a word in one link of eight', 'q=webinar'],
  ['search: a word in every link', 'q=example'],
  ['search: two letters', 'q=eb'],
  ['search: one letter', 'q=e'],
  ['search: nothing', 'q=zzzzzz'],
  ['a tag', 'tags=tag 20'],
  ['three tags', 'tags=tag 20,tag 19,tag 18'],
  ['a campaign', 'campaignId=%campaign%'],
  ['created by me', 'createdBy=me'],
  ['a destination', 'destination=%destination%'],
  ['needs review', 'needsReview=true'],
  ['archived', 'archived=true'],
  ['the trash', 'trashed=true'],
  ['everything at once', 'status=active&q=launch&tags=tag 20&createdBy=me&needsReview=true&sort=-clicks'],
];

/** Lists of which something has changed each time before: a title, which only the database can put in order, and clicks. */
const CHANGED = [
  [
    'by title, one changed before',
    'sort=title',
    `UPDATE links SET title = 'changed ' || $1 WHERE no = (SELECT min(no) FROM links)`,
  ],
  ['everything, 500 changed before', 'q=e', `UPDATE links SET updated_at = now(), notes = $1::text WHERE no <= 500`],
  [
    'most clicks, of 1,000 links before',
    'sort=-clicks',
    `UPDATE link_counters c SET lifetime_clicks = lifetime_clicks + $1::int % 3 + 1 FROM links l
     WHERE l.id = c.link_id AND l.no BETWEEN 2001 AND 3000`,
  ],
];

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
  if (!values['no-build'] || !existsSync(MAIN)) {
    const built = await runQuietly('nx', ['run-many', '-t', 'build', '-p', 'api', '--output-style=static']);
    if (built !== 0) return built;
  }
  const app = await startApp(Number(values.links));
  const bare = await startBare();
  const results = [];
  try {
    print(['request', 'links found', 'p50 ms', 'p95 ms', 'bare p50', 'bare p95', 'target']);
    print(Array(7).fill('---'));
    for (const [name, query] of LISTS) {
      if (values.only !== undefined && !name.includes(values.only)) continue;
      results.push(await timeList(app, bare, name, fill(query, app.examples), Number(values.requests)));
    }
    for (const [path, name] of [
      ['/api/tags', 'tags'],
      ['/api/campaigns', 'campaigns'],
    ]) {
      if (values.only === undefined) results.push(await timeRequests(app, bare, name, path, Number(values.requests)));
    }
    const times = Number(values.sweep);
    if (times > 0) {
      const time = (query) => timeQuietly(app, `/api/links?${fill(query, app.examples)}`, times);
      results.push(...(await sweepLists(time, { only: values.only, print, target: TARGET_MS.list })));
    }
    if (values.only === undefined) results.push(...(await timeMany(app)));
    process.stdout.write('\n');
    print(['list', 'links found', 'p50 ms', 'p95 ms', 'bare p50', 'bare p95', 'target']);
    print(Array(7).fill('---'));
    for (const [name, query, change] of CHANGED) {
      if (values.only !== undefined && !name.includes(values.only)) continue;
      let changes = 0;
      const before = () => app.pool.query(change, [(changes += 1)]);
      results.push(await timeRequests(app, bare, name, `/api/links?${query}`, Number(values.requests), before));
    }
  } finally {
    await app.stop();
    bare.stop();
  }
  process.stdout.write(`\n${describeHost('requests')}\n`);
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(results, null, 2));
  const late = results.filter((result) => result.milliseconds > result.target);
  process.stdout.write(
    late.length === 0
      ? '\nEvery target is met.\n'
      : `\nBeyond the target: ${late.map(({ name }) => name).join(', ')}\n`,
  );
  return late.length === 0 ? 0 : 1;
}

function timeList(app, bare, name, query, requests) {
  return timeRequests(app, bare, name, `/api/links?${query}`, requests);
}

async function timeRequests(app, bare, name, path, requests, before = () => undefined) {
  const askBoth = async () => {
    await before();
    const answer = await timed(() => app.call('GET', path));
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    const other = await timed(() => bare.call());
    return { own: answer.milliseconds, bare: other.milliseconds, text: answer.text };
  };
  for (let n = 0; n < FIRST_REQUESTS; n += 1) await askBoth();
  const { calm } = await measureCalmly(requests, askBoth);
  const own = calm.map(({ own: milliseconds }) => milliseconds);
  const bares = calm.map(({ bare: milliseconds }) => milliseconds);
  const { total, items } = JSON.parse(calm[0].text);
  const found = total ?? items.length;
  const result = {
    name,
    found,
    p50: percentile(own, 0.5),
    milliseconds: percentile(own, 0.95),
    bareP50: percentile(bares, 0.5),
    bareP95: percentile(bares, 0.95),
    target: TARGET_MS.list,
  };
  print([
    name,
    found,
    ...[result.p50, result.milliseconds, result.bareP50, result.bareP95].map((ms) => ms.toFixed(1)),
    `≤ ${result.target}`,
  ]);
  return result;
}

/** Milliseconds of each of some requests, after one that does not count. */
async function timeQuietly(app, path, times) {
  const ask = async () => {
    const { status, text, milliseconds } = await timed(() => app.call('GET', path));
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
    return milliseconds;
  };
  await ask();
  return (await measureCalmly(times, ask)).calm;
}

/** Import, bulk and export: each several times, the median counts. */
async function timeMany(app) {
  process.stdout.write('\n');
  print(['many links', 'median ms', 'target']);
  print(Array(3).fill('---'));
  const results = [];
  const add = (name, milliseconds, target) => {
    results.push({ name, milliseconds, target });
    print([name, milliseconds.toFixed(0), `≤ ${target}`]);
  };
  add('import of 1,000 rows', await median(3, (round) => importRows(app, round)), TARGET_MS.import);
  const { items } = JSON.parse((await app.call('GET', '/api/tags')).text);
  const ids = [];
  for (let page = 1; page <= 5; page += 1) {
    const { items: links } = JSON.parse((await app.call('GET', `/api/links?perPage=100&page=${page}`)).text);
    ids.push(...links.map((link) => link.id));
  }
  for (const action of ['tag', 'untag']) {
    const body = { selection: { ids }, action, tagId: items[0].id };
    add(`bulk ${action} of 500 links`, await median(1, () => timedCall(app, '/api/links/bulk', body)), TARGET_MS.bulk);
  }
  add(
    'bulk archive of 500 links',
    await timedCall(app, '/api/links/bulk', { selection: { ids }, action: 'archive' }),
    TARGET_MS.bulk,
  );
  const before = app.residentMb();
  let bytes = 0;
  const ms = await median(3, async () => {
    const answer = await timed(() =>
      app.call('GET', '/api/links/export.csv?archived=all', undefined, (chunk) => (bytes += chunk.length)),
    );
    return answer.milliseconds;
  });
  add(
    `export of all links (${Math.round(bytes / 3 / 1e6)} MB, memory +${app.residentMb() - before} MB)`,
    ms,
    TARGET_MS.export,
  );
  return results;
}

async function importRows(app, round) {
  const lines = Array.from(
    { length: 1000 },
    (_, n) => `https://example.com/${round}/${n},Imported ${n},tag ${1 + (n % 20)}|tag ${1 + (n % 7)}`,
  );
  const csv = `destination_url,title,tags\n${lines.join('\n')}\n`;
  const boundary = randomUUID();
  const form = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="links.csv"\r\nContent-Type: text/csv\r\n\r\n${csv}\r\n--${boundary}--\r\n`;
  const preview = await app.call('POST', '/api/links/import/preview', {
    raw: form,
    type: `multipart/form-data; boundary=${boundary}`,
  });
  const { importId, fileHash, rows } = JSON.parse(preview.text);
  const body = { importId, fileHash, rows: rows.map(({ row, values }) => ({ row, values })) };
  return timedCall(app, '/api/links/import', body);
}

async function timedCall(app, path, body) {
  const answer = await timed(() => app.call('POST', path, { raw: JSON.stringify(body), type: 'application/json' }));
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return answer.milliseconds;
}

async function timed(call) {
  const start = performance.now();
  const answer = await call();
  return { ...answer, milliseconds: performance.now() - start };
}

async function median(times, measure) {
  const taken = [];
  for (let round = 0; round < times; round += 1) taken.push(await measure(round));
  return percentile(taken, 0.5);
}

const print = (cells) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
const fill = (query, examples) =>
  query.replace(/%(\w+)%/g, (_, name) => encodeURIComponent(examples[name])).replaceAll(' ', '%20');

async function startBare() {
  const child = spawn(process.execPath, [join(ROOT, 'tools', 'bench', 'bare-nest.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise((done) => child.stdout.once('data', (chunk) => done(Number(chunk.toString()))));
  const agent = new Agent({ keepAlive: true });
  return { call: () => send(agent, port, 'GET', '/api/bare'), stop: () => child.kill('SIGKILL') };
}

async function startApp(links) {
  const dataDir = mkdtempSync(join(tmpdir(), 'signpost-bench-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [...SERVER_FLAGS, MAIN], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      PUBLIC_URL: url,
      PORT: String(port),
      DATA_DIR: dataDir,
      JOBS_SCHEDULER: 'off',
      LOG_LEVEL: 'error',
      ...(process.env.DATABASE_URL === undefined ? {} : { DATABASE_URL: process.env.DATABASE_URL }),
      ...FREE_LIMITS,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilHealthy(port, child);
  const registered = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'bench@example.test', password: `bench-${randomUUID()}`, workspaceName: 'Bench' }),
  });
  if (registered.status !== 200) throw new Error(`setup answered ${registered.status}: ${await registered.text()}`);
  const cookie = registered.headers.getSetCookie()[0].split(';')[0];
  const pool = new pg.Pool({
    connectionString: process.env.DATABASE_URL ?? readFileSync(join(dataDir, 'postgres', 'url'), 'utf8'),
    max: 2,
  });
  await fillWorkspace(pool, links);
  const examples = (await pool.query(EXAMPLES)).rows[0];
  const agent = new Agent({ keepAlive: true });
  return {
    pool,
    examples,
    call: (method, path, body, onChunk) => send(agent, port, method, path, { cookie }, body, onChunk),
    residentMb: () =>
      Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024),
    stop: async () => {
      await pool.end();
      child.kill('SIGTERM');
      await new Promise((done) => child.once('exit', done));
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const EXAMPLES = `
  SELECT l.slug, l.destination_url AS destination, c.id AS campaign
  FROM links l, campaigns c WHERE l.deleted_at IS NULL ORDER BY l.no, c.no LIMIT 1`;

/** One request; the answer's text, unless `onChunk` takes it. */
function send(agent, port, method, path, headers = {}, body, onChunk) {
  return new Promise((done, fail) => {
    const sent = httpRequest(
      {
        agent,
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: body === undefined ? headers : { ...headers, 'content-type': body.type },
      },
      (answer) => {
        const chunks = [];
        answer.on('data', (chunk) => (onChunk === undefined ? chunks.push(chunk) : onChunk(chunk)));
        answer.once('error', fail);
        answer.once('end', () => done({ status: answer.statusCode, text: Buffer.concat(chunks).toString('utf8') }));
      },
    );
    sent.once('error', fail);
    sent.end(body?.raw);
  });
}
