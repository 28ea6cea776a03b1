import { BOT_CLASSES, OUTCOMES } from '@signpost/domain';
import { eventually, setUpOwner, startApp, type ApiClient, type AppProcess } from '@signpost/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aStoredLink, BROWSER } from './stored-link.js';

let app: AppProcess;
let visitor: ApiClient;

beforeAll(async () => {
  app = await startApp();
  await setUpOwner(app);
  visitor = app.client();
});
afterAll(() => app?.stop());

const visit = (path: string, headers: Record<string, string> = {}) =>
  visitor.get(path, { headers: { ...BROWSER, ...headers } });

describe('a redirect', () => {
  test('answers 302 with the destination byte for byte and the headers of decisions 5', async () => {
    const destination = 'https://example.com/a%20b?x=%7e&y=1#Part';
    const { slug } = await aStoredLink(app.database, { destination_url: destination });
    const { status, headers } = await visit(`/${slug}`);
    expect(status).toBe(302);
    expect(headers.get('location')).toBe(destination);
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  });

  test.each(['/%s', '/%s/', '/%U', '/%s?', '/%s#top'])('finds the link under %s', async (form) => {
    const { slug } = await aStoredLink(app.database);
    const path = form.replace('%s', slug).replace('%U', slug.toUpperCase());
    expect((await visit(path)).status).toBe(302);
  });

  test('decodes percent-encoding once', async () => {
    const { slug } = await aStoredLink(app.database, { slug: 'once' });
    expect((await visit('/%6fnce')).status).toBe(302);
    expect((await visit('/%256fnce')).status).toBe(404);
    expect(slug).toBe('once');
  });

  test('carries the visitor’s query over the destination’s own', async () => {
    const { slug } = await aStoredLink(app.database, {
      destination_url: 'https://example.com/?a=1&b=2#f',
      utm_source: 'mail',
    });
    expect((await visit(`/${slug}?b=3&host=evil.example`)).headers.get('location')).toBe(
      'https://example.com/?a=1&b=3&utm_source=mail&host=evil.example#f',
    );
  });

  test('counts visits of people and not of bots, prefetches and HEAD', async () => {
    const { slug, id } = await aStoredLink(app.database);
    await visit(`/${slug}`);
    await visit(`/${slug}`, { 'sec-purpose': 'prefetch' });
    await visit(`/${slug}`, { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' });
    await visitor.request('HEAD', `/${slug}`, { headers: BROWSER });
    await visit(`/${slug}`);
    await eventually(async () => (await used(id)) === 2);
    expect(await used(id)).toBe(2);
  });
});

describe('what is loaded ahead', () => {
  test.each([
    ['sec-purpose', 'prefetch'],
    ['sec-purpose', 'prefetch;prerender'],
    ['sec-purpose', 'prefetch;anonymous-client-ip'],
    ['purpose', 'prefetch'],
    ['x-purpose', 'preview'],
    ['x-moz', 'prefetch'],
  ])('by %s: %s is told to come again, and takes nothing', async (name, value) => {
    const { slug, id } = await aStoredLink(app.database, { maximum_visits: 1 });
    for (const method of ['GET', 'HEAD'] as const) {
      const { status, headers, text } = await visitor.request(method, `/${slug}`, {
        headers: { ...BROWSER, [name]: value },
      });
      expect({ status, text, location: headers.get('location') }).toEqual({ status: 503, text: '', location: null });
      expect(headers.get('cache-control')).toBe('private, no-store');
    }
    await eventually(async () => (await events(id)).length === 2);
    expect((await visit(`/${slug}`)).status).toBe(302);
    expect((await visit(`/${slug}`)).status).toBe(404);
    await eventually(async () => (await events(id)).length === 4);
    expect(await events(id)).toEqual([
      'bot_request prefetch',
      'bot_request prefetch',
      'redirect_success -',
      'limit_block -',
    ]);
  });

  test('is checked before the state of the link, and a bot that says preview is the bot that it is', async () => {
    const disabled = await aStoredLink(app.database, { is_enabled: false });
    expect((await visit(`/${disabled.slug}`, { purpose: 'prefetch' })).status).toBe(503);
    expect((await visit('/nothing-here', { purpose: 'prefetch' })).status).toBe(404);
    const { slug } = await aStoredLink(app.database);
    const answer = await visit(`/${slug}`, { 'x-purpose': 'preview', 'user-agent': 'facebookexternalhit/1.1' });
    expect(answer.status).toBe(302);
  });
});

describe('an address pasted from a text', () => {
  test.each([
    ['/%s.', ''],
    ['/%s),?a=b', '?a=b'],
    ['/%s%20', ''],
    ['/%s%E2%80%8B', ''],
    ['/%s//', ''],
    ['/%s%20and', ''],
    ['/%s](http://evil.example', ''],
    ['/%s%3Futm_source=x?b=c', '?utm_source=x&b=c'],
    ['/%s&utm_source=x', '?utm_source=x'],
  ])('%s leads where its link leads', async (form, query) => {
    const { slug } = await aStoredLink(app.database);
    const { status, headers } = await visit(form.replace('%s', slug));
    expect([status, headers.get('location')]).toEqual([302, `https://example.com/landing${query}`]);
  });

  test('keeps its query while it is unlocked', async () => {
    const { slug } = await aStoredLink(app.database, {
      password_hash: 'x',
      password_version: '00000000-0000-4000-8000-000000000000',
    });
    expect((await visit(`/${slug}&a=1`)).headers.get('location')).toBe(`/p/${slug}?path=%2F${slug}%3Fa%3D1`);
  });
});

describe('what is too long', () => {
  test.each([
    ['/%s', 8192, 302],
    ['/%s', 8193, 414],
    ['/nothing-here', 8193, 414],
    ['/api/health', 8193, 414],
    ['/login', 8193, 414],
  ])('%s of %i bytes: %i', async (form, length, status) => {
    const { slug } = await aStoredLink(app.database);
    const path = form.replace('%s', slug);
    const answer = await visit(`${path}?${'a'.repeat(length - path.length - 1)}`, { accept: 'application/json' });
    expect(answer.status).toBe(status);
    if (status === 414) expect(answer.body).toMatchObject({ code: 'uri_too_long' });
  });
});

describe('a row that the application would not have written', () => {
  test.each([
    ['letters beyond ASCII', 'https://example.com/caf\u00e9/\u20ac', 'https://example.com/caf%C3%A9/%E2%82%AC'],
    ['a line break', 'https://example.com/a\r\nX-Injected: 1', 'https://example.com/a%0D%0AX-Injected:%201'],
  ])('with %s in its destination goes out encoded', async (_, destination, location) => {
    const main = await aStoredLink(app.database, { destination_url: destination });
    const fallback = await aStoredLink(app.database, {
      expires_at: new Date(Date.now() - 60_000),
      expiration_destination: destination,
    });
    for (const { slug } of [main, fallback]) {
      const { status, headers } = await visit(`/${slug}`);
      expect({ status, location: headers.get('location'), injected: headers.get('x-injected') }).toEqual({
        status: 302,
        location,
        injected: null,
      });
    }
  });

  test('with targets that are no addresses is a 503 of its own, and takes nobody else’s answer with it', async () => {
    const broken = await aStoredLink(app.database, { targeting: { os: { windows: 7 } } });
    const sound = await aStoredLink(app.database);
    const answers = await Promise.all(
      [`/${sound.slug}`, `/${broken.slug}?x=1`, `/${sound.slug}`].map((path) => visit(path)),
    );
    expect(answers.map(({ status }) => status)).toEqual([302, 503, 302]);
    expect((await visit(`/${sound.slug}`)).status).toBe(302);
  });
});

describe('what leads nowhere', () => {
  test.each([
    '/nothing-here',
    '/a/b/c',
    '/%00',
    '/%zz',
    '/%c0%af',
    '/a%2Fb',
    '/..%2f..%2fetc%2fpasswd',
    `/${'x'.repeat(8_000)}`,
    '/spring.html',
    '/spring,b',
    '/login.',
    '/%E2%84%AA',
    '/wp-login.php',
  ])('%.40s is a 404 page', async (path) => {
    const { status, headers, text } = await visit(path);
    expect(status).toBe(404);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(text).toContain('<h1>Link not found</h1>');
    expect(text).not.toContain('<script');
  });

  test('is told as an error body to those who ask for JSON', async () => {
    const { status, body } = await visit('/nothing-here', { accept: 'application/json' });
    expect([status, body]).toEqual([
      404,
      { statusCode: 404, code: 'link_not_found', message: 'There is no such link.' },
    ]);
  });

  test.each([
    ['APPLICATION/JSON', 'application/json'],
    ['text/html;q=0.1, application/json', 'application/json'],
    ['application/*', 'application/json'],
    ['application/json;q=0, text/html', 'text/html'],
    ['application/json;q=0', 'text/html'],
    ['text/html, application/json', 'text/html'],
    ['*/*', 'text/html'],
  ])('those who accept %s get %s', async (accept, type) => {
    expect((await visit('/nothing-here', { accept })).headers.get('content-type')).toContain(type);
  });

  test('other methods are refused', async () => {
    const { slug } = await aStoredLink(app.database);
    const { status, headers } = await visitor.post(`/${slug}`, {});
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('what Office asks before it opens a link only looks at it', async () => {
    const { slug, id } = await aStoredLink(app.database, { maximum_visits: 1 });
    const options = await visitor.request('OPTIONS', `/${slug}`, { headers: { 'user-agent': 'ms-office' } });
    expect([options.status, options.headers.get('location')]).toEqual([302, 'https://example.com/landing']);
    expect((await visitor.request('OPTIONS', '/nothing-here')).status).toBe(404);
    await eventually(async () => (await events(id)).length === 1);
    expect(await events(id)).toEqual(['bot_request preview']);
  });

  test.each(['/', '/login', '/links/new', '/favicon.ico'])(
    'so they are at %s, which is the dashboard',
    async (path) => {
      const { status, headers } = await visitor.post(path, {});
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    },
  );
});

describe('states', () => {
  const past = new Date(Date.now() - 60_000);
  const future = new Date(Date.now() + 3_600_000);

  test.each([
    ['disabled', { is_enabled: false }, 'disabled'],
    ['expired', { expires_at: past }, 'expired'],
    ['scheduled', { starts_at: future }, 'scheduled'],
    ['disabled before expired', { is_enabled: false, expires_at: past }, 'disabled'],
  ])('%s', async (_, values, code) => {
    const { slug } = await aStoredLink(app.database, values);
    const page = await visit(`/${slug}`);
    expect(page.status).toBe(404);
    const json = await visit(`/${slug}`, { accept: 'application/json' });
    expect(json.body).toMatchObject({ statusCode: 404, code });
    if (code === 'scheduled') expect(json.body.opensAt).toBe(future.toISOString());
    if (code === 'scheduled') expect(page.text).toContain(`datetime="${future.toISOString()}"`);
  });

  test.each([
    ['expired', { expires_at: past, expiration_destination: 'https://e.example/?q' }, 'https://e.example/?q'],
    ['scheduled', { starts_at: future, scheduled_destination: 'https://s.example/' }, 'https://s.example/'],
  ])('%s with a fallback goes there verbatim', async (_, values, expected) => {
    const { slug } = await aStoredLink(app.database, { ...values, utm_source: 'x' });
    expect((await visit(`/${slug}?more=1`)).headers.get('location')).toBe(expected);
  });

  test('a protected link leads to its unlock page', async () => {
    const { slug } = await aStoredLink(app.database, {
      password_hash: 'x',
      password_version: '00000000-0000-4000-8000-000000000000',
    });
    expect((await visit(`/${slug}?a=1`)).headers.get('location')).toBe(`/p/${slug}?path=%2F${slug}%3Fa%3D1`);
  });
});

describe('a cap', () => {
  test('lets exactly that many visits through, and bots at no cost', async () => {
    const { slug, id } = await aStoredLink(app.database, { maximum_visits: 3 });
    await visit(`/${slug}`, { 'user-agent': 'curl/8.0' });
    const answers = await Promise.all(Array.from({ length: 40 }, () => visit(`/${slug}`)));
    expect(answers.filter(({ status }) => status === 302)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(37);
    expect(await used(id)).toBe(3);
    expect((await visit(`/${slug}`, { 'user-agent': 'curl/8.0' })).status).toBe(404);
  });
});

/** Outcomes of a link's events with the class of the bot, in order. */
async function events(id: string): Promise<string[]> {
  const rows = await app.database.query<{ outcome: number; bot_class: number }>(
    'SELECT e.outcome, e.bot_class FROM click_events e JOIN links l ON l.no = e.link_no WHERE l.id = $1 ORDER BY e.occurred_at',
    [id],
  );
  return rows.map(({ outcome, bot_class: bot }) => `${OUTCOMES[outcome]} ${BOT_CLASSES[bot - 1] ?? '-'}`);
}

async function used(id: string): Promise<number> {
  const [row] = await app.database.query<{ used_visits: string }>(
    'SELECT used_visits FROM link_counters WHERE link_id = $1',
    [id],
  );
  return Number(row?.used_visits);
}
