import { eventually, setUpOwner, startApp, type ApiAnswer, type ApiClient, type AppProcess } from '@signpost/testing';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { join } from '../support/people.js';

// The API for scripts (decisions 14), and hostile requests.
let app: AppProcess;
let owner: ApiClient;

const UNKNOWN = '01890000-0000-7000-8000-000000000000';
const LINK = { destinationUrl: 'https://example.com/' };
const key = (value: string) => ({ headers: { 'idempotency-key': value } });
const fieldsOf = ({ body }: ApiAnswer): string[] => body.errors.map(({ field }: { field: string }) => field);
const rulesOf = ({ body }: ApiAnswer): [string, string][] =>
  body.errors.map(({ field, rule }: { field: string; rule: string }) => [field, rule]);

beforeAll(async () => {
  app = await startApp({ env: { RATE_LIMIT_LINK_WRITES: '60/3600', RATE_LIMIT_REPORT: '3/3600' } });
  owner = await setUpOwner(app);
});
afterAll(() => app?.stop());

describe('mistakes', () => {
  test('times in seconds are refused on their field', async () => {
    const seconds = Math.round(Date.now() / 1000) + 86_400;
    const made = await owner.post('/api/links', { ...LINK, startsAt: seconds, expiresAt: seconds, reviewAt: seconds });
    expect([made.status, rulesOf(made)]).toEqual([
      422,
      ['startsAt', 'expiresAt', 'reviewAt'].map((field) => [field, 'milliseconds_expected']),
    ]);
  });

  test('one answer names what is wrong by form and by rule', async () => {
    const made = await owner.post('/api/links', {
      destinationUrl: 'javascript:alert(1)',
      slug: 'a b',
      title: 'x'.repeat(201),
      maximumVisits: 1.5,
      tags: ['a,b'],
      colour: 'red',
    });
    expect([made.status, fieldsOf(made).sort()]).toEqual([
      422,
      ['colour', 'destinationUrl', 'maximumVisits', 'slug', 'tags.0', 'title'],
    ]);
    expect(made.body.errors.find(({ field }: { field: string }) => field === 'title')).toMatchObject({
      rule: 'too_long',
      params: { max: 200 },
    });
  });

  test.each<[method: 'post' | 'put' | 'patch', path: string, body: object, errors: string[]]>([
    [
      'post',
      '/api/links/bulk',
      { selection: { filter: { tags: '', trashed: 'true', status: 'odd' } }, action: 'tag', campaignId: 5 },
      [
        'campaignId not_text',
        'selection.filter.status one_of',
        'selection.filter.tags empty_filter',
        'selection.filter.trashed trashed_unchangeable',
        'tagId required',
      ],
    ],
    [
      'post',
      '/api/links/bulk/update',
      { selection: {}, changes: {}, odd: 1 },
      ['changes fields_needed', 'odd unknown_field', 'selection ids_or_filter'],
    ],
    ['post', '/api/links/bulk/update', { selection: 1 }, ['changes required', 'selection not_object']],
    [
      'post',
      `/api/links/${UNKNOWN}/preview`,
      { os: 'beos', at: 1_795_737_752 },
      ['at milliseconds_expected', 'os one_of'],
    ],
    [
      'post',
      '/api/links/verify-password',
      { slug: '', password: 'x', path: '//evil.example' },
      ['path not_path', 'slug required'],
    ],
    [
      'put',
      '/api/workspaces/utm-presets',
      { items: [{ name: 'É' }, { name: 'e\u0301', source: 5 }, null] },
      ['items.1.name preset_name_twice', 'items.1.source not_text', 'items.2 not_object'],
    ],
    [
      'post',
      '/api/reports/shares',
      { subject: { type: 'link' }, expiresAt: 1 },
      ['expiresAt time_passed', 'subject.id required'],
    ],
    [
      'patch',
      '/api/workspaces',
      { name: '', linkPrefix: 'a b', rootDestination: 'ftp://a.example', allowedHosts: ['a b'], pathMode: 'x' },
      [
        'allowedHosts.0 host_pattern',
        'linkPrefix prefix_invalid',
        'name required',
        'pathMode one_of',
        'rootDestination url_scheme',
      ],
    ],
    [
      'post',
      '/api/auth/register',
      { email: 'nobody', password: 'password1234', odd: 1 },
      ['email not_email', 'odd unknown_field', 'password password_weak'],
    ],
  ])('%s %s names all mistakes of a body at once', async (method, path, body, errors) => {
    const refused = await owner[method](path, body);
    const named = rulesOf(refused).map(([field, rule]) => `${field} ${rule}`);
    expect([refused.status, named.sort()]).toEqual([422, errors]);
  });

  test('an empty filter and a bad one are named at once', async () => {
    expect(fieldsOf(await owner.get('/api/links?tags=&page=0')).sort()).toEqual(['page', 'tags']);
  });

  test.each([
    ['/api/links?tags=', 'tags', 'empty_filter'],
    ['/api/links?tags=,', 'tags', 'empty_filter'],
    ['/api/links?campaignId=', 'campaignId', 'empty_filter'],
    ['/api/links?tags[]=a', 'tags', 'bracketed_key'],
    ['/api/links/export.csv?tags[0]=a', 'tags', 'bracketed_key'],
    ['/api/links/export.csv?createdBy=', 'createdBy', 'empty_filter'],
    ['/api/workspaces/analytics?period=', 'period', 'empty_filter'],
    ['/api/admin/audit-events?type=', 'type', 'empty_filter'],
    ['/api/links?campaignId=%E2%80%8B', 'campaignId', 'empty_filter'],
    ['/api/links?q=%ff', 'q', 'not_utf8'],
    ['/api/workspaces/analytics?source=caf%e9', 'source', 'not_utf8'],
    ['/api/reports/recent-clicks?links=%ff', 'links', 'not_utf8'],
    ['/api/links/slug-available?slug=%C3', 'slug', 'not_utf8'],
  ])('%s would lose its filter', async (path, field, rule) => {
    const answer = await owner.get(path);
    expect([answer.status, rulesOf(answer)]).toEqual([422, [[field, rule]]]);
  });

  test('an empty search and unknown keys are no filters', async () => {
    expect((await owner.get('/api/links?q=&color[]=red&color=')).status).toBe(200);
    const selection = { filter: { tags: [''] } };
    const bulk = await owner.post('/api/links/bulk', { selection, action: 'archive' });
    expect([bulk.status, fieldsOf(bulk)]).toEqual([422, ['selection.filter.tags']]);
  });

  test('a method that a path does not have is told which it has, before anything else', async () => {
    const stranger = app.client();
    const wrong = await stranger.request('PUT', '/api/links', { headers: { origin: 'https://evil.test' } });
    expect([wrong.status, wrong.body.code, wrong.headers.get('allow')]).toEqual([
      405,
      'method_not_allowed',
      'GET, HEAD, POST',
    ]);
    const options = await stranger.request('OPTIONS', '/api/links/batch');
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'POST']);
    expect((await stranger.get('/api/links/batch')).status).toBe(405);
    expect((await stranger.request('PUT', '/api/auth/demo')).status).toBe(404);
  });
});

describe('safe repeats', () => {
  test('ten at once with one key make one link; later ones get its answer and are no writes', async () => {
    const slug = 'once';
    const many = await Promise.all(
      Array.from({ length: 10 }, () => owner.post('/api/links', { ...LINK, slug }, key('ten'))),
    );
    expect(many.every(({ status, body }) => status === 201 || body.code === 'idempotency_in_progress')).toBe(true);
    const again = await owner.post('/api/links', { slug, ...LINK }, key('ten'));
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    const first = many.find(({ headers, status }) => status === 201 && headers.get('idempotency-replayed') === null);
    expect(again.body).toEqual(first?.body);
    expect((await owner.get('/api/links?q=once')).body.total).toBe(1);
  });

  test('another body is refused; refusals are not kept; each route and member has keys of their own', async () => {
    expect((await owner.post('/api/links', { ...LINK, slug: '-' }, key('k'))).status).toBe(422);
    expect((await owner.post('/api/links', LINK, key('k'))).status).toBe(201);
    const other = await owner.post('/api/links', { ...LINK, title: 'x' }, key('k'));
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
    const batch = { ...LINK, items: [{ clientKey: 'a', utmSource: 'news' }] };
    const rows = await owner.post('/api/links/batch', batch, key('k'));
    expect(rows.headers.get('idempotency-replayed')).toBeNull();
    const twice = await owner.post('/api/links/batch', batch, key('k'));
    expect([twice.body, twice.headers.get('idempotency-replayed')]).toEqual([rows.body, 'true']);
    const member = await join(app, owner, 'MEMBER');
    expect((await member.post('/api/links', LINK, key('k'))).headers.get('idempotency-replayed')).toBeNull();
    for (const bad of [' ', 'ü', 'x'.repeat(256)]) {
      const refused = await owner.post('/api/links', LINK, key(encodeURIComponent(bad) === '%20' ? 'a b' : bad));
      expect([refused.status, fieldsOf(refused)]).toEqual([422, ['Idempotency-Key']]);
    }
    const before = (await owner.get('/api/links')).body.total as number;
    const both = await owner.post('/api/links', { slug: '-', title: 5 }, key('a b'));
    expect(fieldsOf(both).sort()).toEqual(['Idempotency-Key', 'destinationUrl', 'slug', 'title']);
    const inRows = await owner.post('/api/links/batch', { ...LINK, items: [{ clientKey: 'a' }] }, key('a b'));
    expect([fieldsOf(inRows), inRows.body.rows.length]).toEqual([['Idempotency-Key', 'items.0.utmSource'], 1]);
    expect((await owner.get('/api/links')).body.total).toBe(before);
  });

  test('a repeat is answered when the limit of link writes is used up', async () => {
    await owner.post('/api/links', LINK, key('late'));
    await eventually(async () => (await owner.post('/api/tags', { name: 'a' })).status === 429);
    expect((await owner.post('/api/links', LINK, key('late'))).status).toBe(201);
    expect((await owner.post('/api/links', LINK, key('new'))).status).toBe(429);
  });
});

describe('hostile bodies', () => {
  test('a compressed one is 415, whoever sends it', async () => {
    const raw = gzipSync(`${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}`);
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const answer = await app.client().request('POST', '/api/links/import', { raw, headers });
    expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type']);
  });

  test.each(['identity', 'Identity', ''])('one with `Content-Encoding: %s` is 415', async (encoding) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
    const answer = await owner.request('POST', '/api/tags', { raw: '{"name":"plain"}', headers });
    expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type']);
  });

  test('a large one is read after session, permission and limit', async () => {
    const headers = { 'content-type': 'application/json' };
    const large = JSON.stringify({ ...LINK, notes: 'x'.repeat(200_000) });
    expect((await app.client().request('POST', '/api/links', { raw: large, headers })).status).toBe(401);
    const stranger = () =>
      app
        .client()
        .request('POST', '/api/report', { raw: JSON.stringify({ slug: 'a', reason: 'x'.repeat(200_000) }), headers });
    expect([(await stranger()).status, (await stranger()).status, (await stranger()).status]).toEqual([422, 422, 422]);
    expect((await stranger()).status).toBe(429);
  });
});
