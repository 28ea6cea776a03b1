import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, httpSend, setUpOwner, startApp, type AppProcess } from '@signpost/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** What must not be found anywhere afterwards. */
const ADDRESS = '203.0.113.177';
const AGENT_MARK = 'Marker-7f3a91';
const AGENT = `Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 ${AGENT_MARK}/1.0`;

let app: AppProcess;

beforeAll(async () => {
  app = await startApp({ env: { TRUST_PROXY: '1', LOG_LEVEL: 'trace' } });
});
afterAll(() => app.stop());

/** A request of the marked visitor, by whatever way the address could come in. */
function visit(method: string, path: string, body?: unknown): ReturnType<typeof httpSend> {
  const headers: Record<string, string> = {
    'user-agent': AGENT,
    'x-forwarded-for': ADDRESS,
    'x-real-ip': ADDRESS,
    forwarded: `for=${ADDRESS}`,
  };
  if (body !== undefined) headers['content-type'] = 'application/json';
  return httpSend(method, new URL(path, app.url), headers, body === undefined ? undefined : JSON.stringify(body));
}

/** All forms in which a text can lie in a dump: as it is, and as the hex of its bytes. */
function forms(mark: string): string[] {
  return [
    mark,
    Buffer.from(mark).toString('hex'),
    Buffer.from(mark).toString('base64').replace(/=+$/, '').slice(0, -1),
  ];
}

/** Four bytes of the address, as inet or packed. */
const PACKED = Buffer.from(ADDRESS.split('.').map(Number));

const MARKS = [...forms(ADDRESS), ...forms(AGENT_MARK)];

async function dump(): Promise<string> {
  const tables = await app.database.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  let text = '';
  for (const { name } of tables) {
    const rows = await app.database.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
    text += rows.map(({ row }) => `${name} ${row}\n`).join('');
  }
  return text;
}

function* files(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else if (entry.isFile()) yield path;
  }
}

test('neither the address nor the user agent of a visitor is found anywhere', async () => {
  const owner = await setUpOwner(app);
  const link = await owner.post('/api/links', { destinationUrl: 'https://example.com/', slug: 'marked' });
  await owner.post('/api/links', { destinationUrl: 'https://example.com/', slug: 'locked', password: 'open sesame' });
  expect(link.status).toBe(201);

  expect((await visit('GET', '/marked')).status).toBe(302);
  expect((await visit('HEAD', '/marked')).status).toBe(302);
  expect((await visit('GET', '/nowhere')).status).toBe(404);
  expect((await visit('GET', '/locked')).status).toBe(302);
  const wrong = { slug: 'locked', password: 'wrong' };
  expect((await visit('POST', '/api/links/verify-password', wrong)).status).toBe(401);
  expect((await visit('POST', '/api/report', { slug: 'marked', reason: 'spam' })).status).toBe(200);
  const login = { email: 'owner@example.test', password: 'not the password' };
  expect((await visit('POST', '/api/auth/login', login)).status).toBe(401);
  expect((await visit('POST', '/api/auth/forgot', { email: 'owner@example.test' })).status).toBe(200);
  expect((await visit('POST', '/api/links', { broken: true })).status).toBe(401);

  // Everything has been written: the click, and the failed password.
  const id = (link.body as { id: string }).id;
  await eventually(async () => {
    const report = await owner.get(`/api/workspaces/analytics?period=24h`);
    const { clicks, passwordFailures } = (report.body as { metrics: Record<string, number> }).metrics;
    return clicks === 1 && passwordFailures === 1;
  });
  expect((await owner.get(`/api/links/${id}/analytics`)).body).toMatchObject({
    metrics: { clicks: 1, botRequests: 1 },
  });

  const database = await dump();
  expect(database).toContain('marked');
  for (const mark of MARKS) expect(database, `database holds ${mark}`).not.toContain(mark);
  expect(database).not.toContain(PACKED.toString('hex'));

  for (const mark of MARKS) expect(app.output(), `log holds ${mark}`).not.toContain(mark);

  const found = [...files(app.dataDir)];
  expect(found.some((path) => statSync(path).size > 0)).toBe(true);
  for (const path of found) {
    const bytes = readFileSync(path);
    for (const mark of MARKS) expect(bytes.includes(mark), `${path} holds ${mark}`).toBe(false);
    expect(bytes.includes(PACKED), `${path} holds the address`).toBe(false);
  }
});
