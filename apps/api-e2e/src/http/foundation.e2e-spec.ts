import { eventually, OWNER, setUpOwner, startApp, type ApiClient, type AppProcess } from '@signpost/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** What the API has to the database, and requests that are more. */
const API_CONNECTIONS = 7;
const CONNECTIONS = 12;
const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

let app: AppProcess;
let owner: ApiClient;

beforeAll(async () => {
  app = await startApp();
  owner = await setUpOwner(app);
});
afterAll(() => app?.stop());

describe('first run', () => {
  test('the first account is verified, owns the workspace and is signed in', async () => {
    const { body } = await owner.get('/api/auth/session');
    expect(body.user).toMatchObject({ email: OWNER.email, verified: true });
    expect(body.workspace).toMatchObject({ name: 'Acme', role: 'OWNER', shortUrlBase: app.url });
    expect(body.permissions).toContain('workspace.delete');
  });

  test('health and host tell the version and the workspace', async () => {
    const health = await app.client().get('/api/health');
    expect(health.body).toMatchObject({ ok: true, database: 'up' });
    expect((await app.client().get('/api/host')).body).toMatchObject({ mode: 'single', workspace: { name: 'Acme' } });
  });
});

test('a database whose tables are locked is up: health waits for nobody’s work', async () => {
  const holder = await app.database.pool.connect();
  await holder.query('BEGIN; LOCK TABLE links IN ACCESS EXCLUSIVE MODE');
  const waiting = Array.from({ length: CONNECTIONS }, () => owner.get('/api/links'));
  try {
    await eventually(async () => (await app.database.query(WAITING)).length >= API_CONNECTIONS);
    expect((await app.client().get('/api/health')).body).toMatchObject({ ok: true, database: 'up' });
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(CONNECTIONS).fill(200));
});

describe('every error has the one shape', () => {
  test('an unknown API path is a 404 in JSON', async () => {
    const { status, body, headers } = await app.client().get('/api/nothing');
    expect([status, body.code]).toEqual([404, 'not_found']);
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('malformed JSON is a 400', async () => {
    const { status, body } = await app
      .client()
      .request('POST', '/api/auth/login', { raw: '{"email":', headers: { 'content-type': 'application/json' } });
    expect([status, body.code]).toEqual([400, 'malformed_json']);
  });

  test('a name that every object has is refused where it stands', async () => {
    const { status, body } = await owner.request('POST', '/api/links', {
      raw: '{"destinationUrl":"https://example.com/","targeting":{"country":{"__proto__":"https://example.com/"}}}',
      headers: { 'content-type': 'application/json' },
    });
    expect([status, body.errors]).toEqual([
      422,
      [{ field: 'targeting.country.__proto__', message: expect.any(String), rule: 'unknown_field' }],
    ]);
  });

  test('bytes that are no UTF-8 are no JSON, and are never stored as something else', async () => {
    const { status, body } = await app.client().request('POST', '/api/auth/login', {
      raw: Buffer.from('{"email":"caf\xe9@example.test","password":"x"}', 'latin1'),
      headers: { 'content-type': 'application/json' },
    });
    expect([status, body.code]).toEqual([400, 'malformed_json']);
  });

  test('an unknown key is named', async () => {
    const { status, body } = await app.client().post('/api/auth/login', { ...OWNER, pasword: 'x' });
    expect([status, body.code, body.errors[0].field]).toEqual([422, 'validation_failed', 'pasword']);
  });

  test('so is one that is sent to a route that takes none', async () => {
    const id = '01890000-0000-7000-8000-000000000000';
    for (const path of [`/api/workspaces/invitations/${id}/resend`, `/api/links/${id}/restore`]) {
      const { status, body } = await owner.post(path, { typo: 1 });
      expect([path, status, body.errors?.[0].field]).toEqual([path, 422, 'typo']);
      expect((await app.client().post(path, { typo: 1 })).status, path).toBe(401);
    }
    const deleted = await owner.request('DELETE', '/api/workspaces/logo', {
      raw: '{"typo":1}',
      headers: { 'content-type': 'application/json' },
    });
    expect([deleted.status, deleted.body.errors?.[0].field]).toEqual([422, 'typo']);
  });

  test('a path that is no text is a 404', async () => {
    for (const path of ['/api/links/%zz', '/api/links/public/%ff', '/api/%E0%A4%A', '/uploads/%'])
      expect((await owner.get(path)).status, path).toBe(404);
    expect((await owner.delete('/api/workspaces/members/%')).body.code).toBe('not_found');
  });

  test('a body of 2 MB is a 413, another media type a 415', async () => {
    const big = await app.client().post('/api/auth/login', { email: 'x'.repeat(2_000_000), password: 'x' });
    expect([big.status, big.body.code]).toEqual([413, 'payload_too_large']);
    const xml = await app
      .client()
      .request('POST', '/api/auth/login', { raw: '<a/>', headers: { 'content-type': 'application/xml' } });
    expect([xml.status, xml.body.code]).toEqual([415, 'unsupported_media_type']);
  });

  test('a body that is larger than a selection of links is not parsed for a sender without a session', async () => {
    const send = async (client: ApiClient, length: number): Promise<number> => {
      const options = { raw: '{'.padEnd(length), headers: { 'content-type': 'application/json' } };
      return (await client.request('POST', '/api/links/bulk', options)).status;
    };
    expect([await send(app.client(), 24_576), await send(app.client(), 24_577)]).toEqual([400, 401]);
    expect([await send(owner, 24_576), await send(owner, 24_577)]).toEqual([400, 400]);
  });

  test('a request from another origin is a 403, also from `null`', async () => {
    for (const origin of ['https://evil.example', 'null']) {
      const { status, body } = await app.client().post('/api/auth/login', OWNER, { headers: { origin } });
      expect([status, body.code]).toEqual([403, 'bad_origin']);
    }
    const own = await app.client().post('/api/auth/login', OWNER, { headers: { origin: app.url } });
    expect(own.status).toBe(200);
  });

  test('a body nested beyond all reason is refused before anything walks it', async () => {
    const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);
    for (const value of [nested(200_000, '[', ']'), `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`]) {
      const answer = await owner.request('POST', '/api/links', {
        raw: `{"destinationUrl":"https://example.com","tags":${value}}`,
        headers: { 'content-type': 'application/json' },
      });
      expect([answer.status, answer.body.code]).toEqual([422, 'validation_failed']);
    }
  });

  test('a body of more fields or values than any route takes is refused before anything compares them', async () => {
    const wide = Object.fromEntries(Array.from({ length: 80_000 }, (_, n) => [`k${n}`, 1]));
    const listOf = (item: unknown) => ({ email: 'somebody@example.com', list: Array(300_000).fill(item) });
    for (const [body, params] of [
      [wide, { max: 200, what: 'fields' }],
      [listOf(1), { max: 10_000, what: 'values' }],
      [listOf([]), { max: 2_500, what: 'objects' }],
    ] as const) {
      const answer = await app.client().post('/api/auth/forgot', body);
      const error = { field: '', message: `Use at most ${params.max} ${params.what}.`, rule: 'too_many', params };
      expect([answer.status, answer.body.errors]).toEqual([422, [error]]);
    }
  });

  test('names that every object has are unknown keys too', async () => {
    for (const key of ['__proto__', 'constructor', 'toString', 'prototype']) {
      const answer = await owner.request('POST', '/api/links', {
        raw: `{"destinationUrl":"https://example.com","${key}":{"x":1}}`,
        headers: { 'content-type': 'application/json' },
      });
      expect([answer.status, answer.body.errors?.[0].field]).toEqual([422, key]);
    }
  });

  test('the plainest problem is told: what is missing, then what is of the wrong kind', async () => {
    const problem = async (input: object): Promise<string> =>
      (await owner.post('/api/links', input)).body.errors[0].message as string;
    expect(await problem({})).toBe('This is required.');
    expect(await problem({ destinationUrl: 5 })).toBe('This must be text.');
    expect(await problem({ destinationUrl: 'https://example.com', maximumVisits: '5' })).toBe(
      'This must be a whole number.',
    );
    expect(await problem({ destinationUrl: 'https://example.com', startsAt: '2030-01-01' })).toBe(
      'This must be a time in Unix milliseconds.',
    );
  });

  test('the description of the API is the same each time, as JSON and as YAML', async () => {
    for (const [path, type] of [
      ['/api/openapi.json', 'application/json; charset=utf-8'],
      ['/api/openapi.yaml', 'text/yaml; charset=utf-8'],
    ] as const) {
      const [first, second] = [await app.client().get(path), await app.client().get(path)];
      expect([first.status, first.headers.get('content-type')]).toEqual([200, type]);
      expect([second.status, second.headers.get('content-type'), second.text]).toEqual([200, type, first.text]);
      expect(second.headers.get('cache-control')).toBe('no-store');
      const head = await app.client().request('HEAD', path);
      expect([head.status, head.text]).toEqual([200, '']);
      expect((await app.client().post(path, {})).status, path).toBe(405);
      expect((await app.client().get(`${path}/more`)).status, path).toBe(404);
    }
  });

  test('API paths have one spelling', async () => {
    expect((await owner.get('/API/links')).status).toBe(404);
    expect((await owner.get('/api/LINKS')).body.code).toBe('not_found');
  });
});
