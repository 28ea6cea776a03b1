import { createServer, type Server } from 'node:http';
import type { ImportPreview } from '@signpost/contracts';
import { freePort, startApp, TestBucket, type ApiClient, type AppProcess } from '@signpost/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anAddress, PASSWORD, signIn } from '../support/people.js';

const BASE = 'signpost.test';
const MULTI = { DEPLOYMENT_MODE: 'multi', PUBLIC_URL: `http://${BASE}` };

/** The workspace's host of a demo's address. */
const hostOf = (url: string) => new URL(url).host;

describe('demo', () => {
  let app: AppProcess;
  let visitor: ApiClient;
  let url: string;

  beforeAll(async () => {
    app = await startApp({
      env: { ...MULTI, DEMO_ENABLED: 'true', JOBS_SECRET: 'a secret of the jobs', RATE_LIMIT_DEMO: '3/3600' },
    });
    visitor = app.client();
    visitor.host = BASE;
  });
  afterAll(() => app?.stop());

  test('a new one is 201 and signs in; the same browser comes back to it with 200', async () => {
    const made = await visitor.post('/api/auth/demo', {});
    expect(made.status).toBe(201);
    url = made.body.url;
    expect(hostOf(url)).toMatch(/^demo-[a-z0-9]{10}\.signpost\.test$/);
    expect(made.headers.getSetCookie().find((line) => line.startsWith('signpost_demo='))).toMatch(
      /HttpOnly; SameSite=Lax/,
    );
    visitor.host = hostOf(url);
    const session = (await visitor.get('/api/auth/session')).body;
    expect(session).toMatchObject({ role: 'OWNER', workspace: { url } });
    expect(Date.parse(session.workspace.expiresAt) - Date.now()).toBeGreaterThan(23.9 * 3600_000);

    await visitor.post('/api/auth/logout');
    const again = await visitor.post('/api/auth/demo', {});
    expect([again.status, again.body]).toEqual([200, { url }]);
    expect((await visitor.get('/api/auth/session')).body.user.id).toBe(session.user.id);
  });

  test('does not end the first-run setup', async () => {
    expect((await visitor.get('/api/auth/providers')).body).toMatchObject({ registration: 'setup', demo: true });
    const founder = app.client();
    await founder.post('/api/auth/register', { email: 'founder@example.test', password: PASSWORD });
    expect((await founder.post('/api/workspaces', { name: 'Kept' })).status).toBe(201);
  });

  test('to enter or to resume it ends the session that the browser had', async () => {
    const sessions = async () => (await app.database.query('SELECT FROM sessions')).length;
    const before = await sessions();
    expect((await visitor.post('/api/auth/demo', {})).status).toBe(200);
    expect(await sessions()).toBe(before);

    const founder = await signIn(app, 'founder@example.test');
    const former = founder.cookie('signpost_session') ?? '';
    founder.setCookie('signpost_demo', visitor.cookie('signpost_demo') ?? '');
    expect((await founder.post('/api/auth/demo', {})).status).toBe(200);
    founder.setCookie('signpost_session', former);
    expect((await founder.get('/api/auth/session')).body.user).toBeNull();
  });

  test('has links that redirect and clicks that reports count', async () => {
    const { items } = (await visitor.get('/api/links?sort=-clicks')).body;
    expect(items.length).toBeGreaterThanOrEqual(5);
    expect(items[0].lifetimeClicks).toBeGreaterThan(50);
    expect((await visitor.get(`/${items[0].slug}`)).status).toBe(302);
    const campaigns = (await visitor.get('/api/campaigns')).body.items;
    expect(campaigns[0].clickCount).toBeGreaterThan(50);
  });

  test('is reported to nobody: no one reads its mail', async () => {
    const { items } = (await visitor.get('/api/links')).body;
    expect((await visitor.post('/api/report', { slug: items[0].slug, reason: 'spam' })).status).toBe(200);
    const events = await app.database.query("SELECT 1 FROM audit_events WHERE type = 'abuse_report'");
    const mails = await app.database.query("SELECT 1 FROM mails WHERE kind = 'report'");
    expect([events.length, mails.length]).toEqual([1, 0]);
  });

  test('keeps its name, logo and prefix: it stands on the operator’s domain', async () => {
    const before = (await visitor.get('/api/auth/session')).body.workspace;
    const png = Buffer.from('89504e470d0a1a0a', 'hex');
    const answers = [
      await visitor.patch('/api/workspaces', { name: 'A bank' }),
      await visitor.patch('/api/workspaces', { linkPrefix: 'a-bank' }),
      await visitor.upload('/api/workspaces/logo', png, 'logo.png', 'image/png'),
      await visitor.delete('/api/workspaces/logo'),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(4).fill([403, 'demo_restricted']));
    expect((await visitor.get('/api/auth/session')).body.workspace).toEqual(before);
  });

  test('takes 20 links at most, and no people', async () => {
    const { total } = (await visitor.get('/api/links?perPage=1')).body as { total: number };
    for (let number = total; number < 20; number += 1) {
      expect((await visitor.post('/api/links', { destinationUrl: 'https://example.com/' })).status).toBe(201);
    }
    expect((await visitor.post('/api/links', { destinationUrl: 'https://example.com/' })).body.code).toBe('demo_limit');
    const file = Buffer.from('destination_url\nhttps://example.com/\n');
    const preview = await visitor.upload('/api/links/import/preview', file, 'links.csv', 'text/csv');
    const { importId, fileHash, rows } = preview.body as ImportPreview;
    const imported = await visitor.post('/api/links/import', { importId, fileHash, rows });
    expect(imported.body.results[0]).toMatchObject({ error: 'A demo workspace holds at most 20 links.' });
    const invited = await visitor.post('/api/workspaces/invitations', { email: anAddress() });
    expect([invited.status, invited.body.code]).toEqual([403, 'demo_restricted']);
    expect((await visitor.post('/api/workspaces', { name: 'More' })).body.code).toBe('demo_restricted');
    expect((await visitor.post('/api/auth/password', { newPassword: PASSWORD })).body.code).toBe('demo_restricted');
  });

  test('ends at its instant, and the job erases it with its account and its clicks', async () => {
    const client = app.client();
    client.host = BASE;
    const other = hostOf((await client.post('/api/auth/demo', {})).body.url);
    await app.database.query(`UPDATE workspaces SET demo_expires_at = now() WHERE slug = $1`, [
      hostOf(url).split('.')[0],
    ]);
    expect((await visitor.get('/api/links')).status).toBe(404);
    const [{ id, no }] = (await app.database.query<{ id: string; no: number }>(
      'SELECT id, no FROM workspaces WHERE slug = $1',
      [hostOf(url).split('.')[0]],
    )) as [{ id: string; no: number }];

    const bearer = { authorization: 'Bearer a secret of the jobs' };
    const run = await app.client().post('/api/jobs/alerts', undefined, { headers: bearer });
    expect(run.body.demosDeleted).toBe(1);
    for (const [table, column, value] of [
      ['workspaces', 'id', id],
      ['links', 'workspace_id', id],
      ['click_events', 'workspace_no', no],
      ['click_hours', 'workspace_no', no],
    ] as const) {
      expect(await app.database.query(`SELECT 1 FROM ${table} WHERE ${column} = $1 LIMIT 1`, [value]), table).toEqual(
        [],
      );
    }
    expect(await app.database.query('SELECT 1 FROM users WHERE is_demo')).toHaveLength(1);
    client.host = other;
    const links = await client.get('/api/links');
    expect(links.status).toBe(200);
    // Visitors are told so too, before it is cleaned up and where nothing ever does.
    await app.database.query(`UPDATE workspaces SET demo_expires_at = now() WHERE slug = $1`, [other.split('.')[0]]);
    expect((await client.get(`/${links.body.items[0].slug}`)).status).toBe(404);
    // The browser's cookie leads nowhere now: a new demo, the third of this client within the hour.
    visitor.host = BASE;
    expect((await visitor.post('/api/auth/demo', {})).status).toBe(201);
  });

  test('is limited per client; coming back is not', async () => {
    const limited = await app.client().post('/api/auth/demo', {});
    expect([limited.status, limited.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect((await visitor.post('/api/auth/demo', {})).status).toBe(200);
  });

  test('a bad body is refused', async () => {
    expect((await visitor.post('/api/auth/demo', { turnstileToken: 7 })).body.errors[0].field).toBe('turnstileToken');
  });
});

test('a store of pictures that is away keeps no ended demo alive', async () => {
  const env = {
    ...MULTI,
    ...TestBucket.envAt(await freePort()),
    DEMO_ENABLED: 'true',
    JOBS_SECRET: 'a secret of the jobs',
  };
  const app = await startApp({ env });
  try {
    for (let demo = 0; demo < 2; demo += 1) {
      const client = app.client();
      client.host = BASE;
      expect((await client.post('/api/auth/demo', {})).status).toBe(201);
    }
    await app.database.query(
      `UPDATE workspaces SET demo_expires_at = now(), logo_key = 'logos/' || id || '/0123456789abcdef.png'`,
    );
    const bearer = { authorization: 'Bearer a secret of the jobs' };
    const run = await app.client().post('/api/jobs/alerts', undefined, { headers: bearer });
    expect([run.status, run.body.demosDeleted]).toEqual([200, 2]);
    expect(await app.database.query('SELECT 1 FROM workspaces')).toEqual([]);
  } finally {
    await app.stop();
  }
});

test('where demos are off the route is not there', async () => {
  const app = await startApp();
  const { status, body } = await app.client().post('/api/auth/demo', { nonsense: true });
  expect([status, body.code]).toEqual([404, 'not_found']);
  await app.stop();
});

describe('the bot check', () => {
  let app: AppProcess;
  let verifier: Server;
  const verifications: URLSearchParams[] = [];

  beforeAll(async () => {
    const port = await freePort();
    verifier = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
      request.on('end', () => {
        const form = new URLSearchParams(body);
        verifications.push(form);
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ success: form.get('response') === 'a person' }));
      });
    });
    await new Promise<void>((resolve) => verifier.listen(port, '127.0.0.1', resolve));
    app = await startApp({
      env: {
        ...MULTI,
        DEMO_ENABLED: 'true',
        TURNSTILE_SITE_KEY: 'site',
        TURNSTILE_SECRET_KEY: 'secret',
        TURNSTILE_VERIFY_URL: `http://127.0.0.1:${port}/verify`,
      },
    });
  });
  afterAll(async () => {
    await app?.stop();
    verifier?.close();
  });

  test('guards register, login and demo, and fails closed when the verifier is away', async () => {
    expect((await app.client().get('/api/auth/providers')).body.turnstileSiteKey).toBe('site');
    const founder = { email: 'founder@example.test', password: PASSWORD };
    for (const path of ['/api/auth/register', '/api/auth/login', '/api/auth/demo']) {
      const body = path.endsWith('demo') ? {} : founder;
      for (const turnstile of [{}, { turnstileToken: 'a robot' }]) {
        const refused = await app.client().post(path, { ...body, ...turnstile });
        expect([refused.status, refused.body.code], path).toEqual([403, 'bot_check_failed']);
      }
      expect((await app.client().post(path, { ...body, turnstileToken: 'a person' })).status).toBeLessThan(300);
    }
    // Before the password is checked, which is work.
    const robot = { email: 'robot@example.test', password: 'password1234', turnstileToken: 'a robot' };
    expect((await app.client().post('/api/auth/register', robot)).body.code).toBe('bot_check_failed');
    expect(verifications.every((form) => form.get('secret') === 'secret' && !form.has('remoteip'))).toBe(true);
    await expect(signIn(app, founder.email)).rejects.toThrow('bot_check_failed');

    verifier.closeAllConnections();
    await new Promise((resolve) => verifier.close(resolve));
    const unchecked = await app.client().post('/api/auth/login', { ...founder, turnstileToken: 'a person' });
    expect(unchecked.body.code).toBe('bot_check_failed');
  });
});
