import { request } from 'node:http';
import { setUpOwner, startApp, type ApiClient, type AppProcess } from '@signpost/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

/*
 * Texts for which a pattern that looks back takes the square of their length, or twice the time for each repetition:
 * whoever is looked at so holds up everybody else. It is the time that tells: milliseconds, or seconds.
 */

/** What a text repeats. Its end is something else, so that a pattern for the end is tried again from each place. */
const PUMPS = [
  ...['/', ' ', '\t', '-', '.', ':', ';', ',', '"', '=', '&', '[', ']', '(', '<', '@', '%', '+', '_', '0', 'a'],
  ...['%20', '%2f', 'a.', '.a', ':1', '=a', ',a', ';q=', '; ', '\\"', '/.', './', '-a', 'aA', '[]', '"a', '@a'],
];
const ENDS = ['x', '!'];
/** What fits into the head of a request, and into a body. */
const HEAD_LENGTH = 100_000;
const BODY_LENGTH = 900_000;
/**
 * Short enough for most fields: behind their limits only what multiplies with each repetition can hold anybody up, be it by
 * a third. What multiplies by less takes several letters between two separators to do so.
 */
const SHORT_LENGTH = 120;
const SHORT_PUMPS = [...PUMPS, 'aaa.', 'aaa-', 'aaa ', '0.0', 'a,a'];
/** The square of the shorter length takes far longer, the length itself some milliseconds. */
const LONGEST_MS = 3_000;

let app: AppProcess;
let owner: ApiClient;
let slug: string;

beforeAll(async () => {
  app = await startApp();
  owner = await setUpOwner(app);
  slug = (await owner.post('/api/links', { destinationUrl: 'https://example.com/' })).body.slug as string;
});
afterAll(() => app?.stop());

const textsOf = (length: number, pumps = PUMPS, ends = ENDS): string[] =>
  pumps.flatMap((pump) => ends.map((end) => pump.repeat(Math.floor(length / pump.length)) + end));

/** Sends each text in turn, and holds each answer to its time. */
async function expectQuick(texts: readonly string[], ask: (text: string) => Promise<number>): Promise<void> {
  for (const text of texts) {
    const startedAt = performance.now();
    const status = await ask(text);
    const seconds = Math.floor((performance.now() - startedAt) / LONGEST_MS);
    expect({ text: text.slice(0, 8) + text.slice(-1), status, isQuick: seconds === 0 }).toMatchObject({
      isQuick: true,
    });
    expect(status).toBeLessThan(500);
  }
}

/** Status of the answer; 0 when the connection was cut instead, or after twice the time that an answer may take. */
function statusOf(method: string, path: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const cookie = `signpost_session=${owner.cookie('signpost_session') ?? ''}`;
    const sent = request(
      { host: '127.0.0.1', port: app.port, method, path, headers: { cookie, ...headers }, agent: false },
      (answer) => {
        answer.resume();
        answer.on('close', () => {
          resolve(answer.statusCode ?? 0);
        });
      },
    );
    sent.setTimeout(2 * LONGEST_MS, () => sent.destroy());
    sent.on('error', () => {
      resolve(0);
    });
    sent.end(method === 'POST' ? '{}' : undefined);
  });
}

const inPaths = textsOf(HEAD_LENGTH).filter((text) => /^[\x21-\x7e]*$/.test(text));

test.each(['/', '/api', '/api/links/', '/uploads/', '/p/', '/api/docs/', '/login/', '/api/links?q=', '/x?path='])(
  'behind %s',
  async (path) => {
    for (const method of ['GET', 'POST']) {
      const headers: Record<string, string> = method === 'POST' ? { 'content-type': 'application/json' } : {};
      await expectQuick(inPaths, (text) => statusOf(method, path + text, headers));
    }
  },
);

test.each([
  ...['accept', 'accept-language', 'accept-encoding', 'cookie', 'referer', 'user-agent', 'authorization', 'host'],
  ...['x-forwarded-for', 'if-none-match', 'range', 'sec-purpose', 'origin', 'content-type'],
])('as %s', async (name) => {
  const before = { authorization: 'Bearer ', referer: 'https://', 'content-type': 'multipart/form-data; boundary=' }[
    name
  ];
  await expectQuick(textsOf(HEAD_LENGTH), async (text) => {
    const headers = { [name]: (before ?? '') + text };
    const answers = [await statusOf('GET', '/favicon.svg', headers), await statusOf('GET', '/api/host', headers)];
    answers.push(await statusOf('POST', '/api/workspaces/logo', headers));
    return Math.max(...answers);
  });
});

test.each([
  ['/api/auth/login', 'email'],
  ['/api/auth/register', 'email'],
  ['/api/auth/forgot', 'email'],
  ['/api/auth/verify', 'token'],
  ['/api/links', 'destinationUrl'],
  ['/api/links', 'slug'],
  ['/api/links', 'notes'],
  ['/api/tags', 'name'],
  ['/api/workspaces', 'slug'],
  ['/api/report', 'reason'],
  ['/api/links/verify-password', 'path'],
])('in a body: %s, %s', async (path, field) => {
  const body = { password: 'x', slug: 'x', reason: 'x', name: 'x', destinationUrl: 'https://example.com/' };
  await expectQuick(textsOf(BODY_LENGTH), async (text) => (await owner.post(path, { ...body, [field]: text })).status);
});

const shortTexts = textsOf(SHORT_LENGTH, SHORT_PUMPS, ['!', '\n']);
const shortInHeads = textsOf(SHORT_LENGTH, SHORT_PUMPS, ['!', '.']).filter((text) => /^[\x20-\x7e]*$/.test(text));

test.each(['/', '/login/', '/api/links/', '/uploads/', '/p/', '/.well-known/', '/x?path=', '/api/links?q='])(
  'short, behind %s',
  async (path) => {
    await expectQuick(shortInHeads, (text) => statusOf('GET', path + text.replaceAll(' ', '%20')));
  },
);

test.each([
  ...['accept', 'accept-language', 'accept-encoding', 'cookie', 'referer', 'user-agent', 'authorization', 'host'],
  ...['x-forwarded-for', 'if-none-match', 'range', 'origin', 'content-type', 'traceparent', 'forwarded'],
])('short, as %s', async (name) => {
  await expectQuick(shortInHeads, (text) => statusOf('GET', `/${slug}`, { [name]: text.trim() }));
  await expectQuick(shortInHeads, (text) => statusOf('POST', '/api/links', { [name]: text.trim() }));
});

test.each([
  ['/api/auth/login', 'email', (text: string) => text],
  ['/api/auth/login', 'email', (text: string) => `${text}@example.com`],
  ['/api/auth/login', 'email', (text: string) => `a@${text}.com`],
  ['/api/auth/reset', 'token', (text: string) => text],
  ['/api/links', 'destinationUrl', (text: string) => `https://${text}`],
  ['/api/links', 'destinationUrl', (text: string) => `https://example.com/${text}?${text}#${text}`],
  ['/api/links', 'destinationUrl', (text: string) => `https://user:${text}@[${text}]:${text}/`],
  ['/api/links', 'slug', (text: string) => text],
  ['/api/links', 'title', (text: string) => text],
  ['/api/links', 'utmSource', (text: string) => text],
  ['/api/links', 'tags', (text: string) => [text]],
  ['/api/links', 'expiresAt', (text: string) => text],
  ['/api/tags', 'name', (text: string) => text],
  ['/api/tags', 'color', (text: string) => `#${text}`],
  ['/api/campaigns', 'utmCampaign', (text: string) => text],
  ['/api/report', 'path', (text: string) => `/${text}`],
  ['/api/links/verify-password', 'path', (text: string) => text],
])('short, in a body: %s, %s, %#', async (path, field, write) => {
  const body = { password: 'x', reason: 'x', name: 'x', destinationUrl: 'https://example.com/' };
  await expectQuick(shortTexts, async (text) => (await owner.post(path, { ...body, [field]: write(text) })).status);
});

test('short, in the cells of a file', async () => {
  const cells = shortTexts.map((text) => `"${text.replaceAll('"', '""')}"`);
  const header = 'destination_url,title,tags,starts_at,maximum_visits,archived,utm_source\n';
  const lines = cells.map((cell) => [`https://example.com/${cell.length}`, ...Array(6).fill(cell)].join(','));
  await expectQuick([header + lines.join('\n')], async (text) => {
    return (await owner.upload('/api/links/import/preview', text, 'a.csv', 'text/csv')).status;
  });
});

test('in a file', async () => {
  await expectQuick(textsOf(HEAD_LENGTH), async (text) => {
    const csv = `destination_url,title\nexample.com,${text}\n`;
    return (await owner.upload('/api/links/import/preview', csv, 'a.csv', 'text/csv')).status;
  });
  await expectQuick(textsOf(BODY_LENGTH), async (text) => {
    return (await owner.upload('/api/links/import/preview', text, 'a.csv', 'text/csv')).status;
  });
});
