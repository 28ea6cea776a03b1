import { OWNER, setUpOwner, startApp, type ApiClient, type AppProcess } from '@signpost/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

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

  test('an unknown key is named', async () => {
    const { status, body } = await app.client().post('/api/auth/login', { ...OWNER, pasword: 'x' });
    expect([status, body.code, body.errors[0].field]).toEqual([422, 'validation_failed', 'pasword']);
  });

  test('a body of 2 MB is a 413, another media type a 415', async () => {
    const big = await app.client().post('/api/auth/login', { email: 'x'.repeat(2_000_000), password: 'x' });
    expect([big.status, big.body.code]).toEqual([413, 'payload_too_large']);
    const xml = await app
      .client()
      .request('POST', '/api/auth/login', { raw: '<a/>', headers: { 'content-type': 'application/xml' } });
    expect([xml.status, xml.body.code]).toEqual([415, 'unsupported_media_type']);
  });

  test('a request from another origin is a 403, also from `null`', async () => {
    for (const origin of ['https://evil.example', 'null']) {
      const { status, body } = await app.client().post('/api/auth/login', OWNER, { headers: { origin } });
      expect([status, body.code]).toEqual([403, 'bad_origin']);
    }
    const own = await app.client().post('/api/auth/login', OWNER, { headers: { origin: app.url } });
    expect(own.status).toBe(200);
  });
});
