import { Agent, request, type OutgoingHttpHeaders } from 'node:http';
import { setUpOwner, startApp, type AppProcess } from '@signpost/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { workedMs } from '../load/process-facts.js';

/*
 * Texts for which a backtracking pattern takes quadratic or exponential time (ReDoS), which would block the process for all
 * other requests. The processor time of the process is measured, because elapsed time depends on how busy the machine is.
 */

/** The repeated part of a text. */
const PUMPS = [
  ...['/', ' ', '\t', '-', '.', ':', ';', ',', '"', '=', '&', '[', ']', '(', '<', '@', '%', '+', '_', '0', 'a'],
  ...['%20', '%2f', 'a.', '.a', ':1', '=a', ',a', ';q=', '; ', '\\"', '/.', './', '-a', 'aA', '[]', '"a', '@a'],
];
/** The end of a text: a sign and a letter, so that at least one of them does not match the end of a pattern. */
const END = '!x';
/** The same for patterns with a dot, which matches everything but the end of a line. */
const LINE_END = '!\nx';
/** Three of them fit into the head of a request. Quadratic time takes more than a second. */
const LENGTH = 40_000;
/** Fits into a body. */
const BODY_LENGTH = 900_000;
/** Longer than a destination may be, short enough to be validated. */
const CELL_LENGTH = 9_900;
/**
 * Short enough for the limits of most fields, within which only exponential patterns are slow. Those with a small base need
 * several letters between two separators.
 */
const SHORT_LENGTH = 120;
const SHORT_PUMPS = [...PUMPS, 'aaa.', 'aaa-', 'aaa ', '0.0', 'a,a'];

/** Processor time that one request may take; the most expensive one takes a tenth of it. */
const QUICK_MS = 500;
/** Processor time after which the test gives up. */
const STUCK_MS = 5_000;

let app: AppProcess;
let cookie: string;
let slug: string;
/** The request that blocked the process: later requests prove nothing. */
let culprit: string | null = null;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

beforeAll(async () => {
  app = await startApp();
  const owner = await setUpOwner(app);
  cookie = `signpost_session=${owner.cookie('signpost_session') ?? ''}`;
  slug = (await owner.post('/api/links', { destinationUrl: 'https://example.com/' })).body.slug as string;
});
beforeEach(() => {
  if (culprit !== null) throw new Error(`the process has been held up since ${culprit}`);
});
afterAll(async () => {
  agent.destroy();
  // A blocked process does not react to other signals.
  if (culprit !== null) await app.kill('SIGKILL');
  await app?.stop();
});

const textsOf = (length: number, pumps = PUMPS, end = END): string[] =>
  pumps.map((pump) => pump.repeat(Math.floor(length / pump.length)) + end);
const isPrintable = (text: string): boolean => /^[\x21-\x7e]*$/.test(text);

interface TimedRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
}

/** Sends one request and checks its processor time: the minimum of a few tries, because the measurement may include waiting. */
async function expectQuick(text: string, request: TimedRequest, tries = 3): Promise<void> {
  const before = workedMs(app);
  const status = await statusOf(request, before);
  const worked = workedMs(app) - before;
  if (status !== 'stuck' && worked >= QUICK_MS && tries > 1) {
    await expectQuick(text, request, tries - 1);
    return;
  }
  const description = `${request.method} ${request.path.slice(0, 40)} with ${JSON.stringify(text.slice(0, 8))}`;
  if (status === 'stuck') culprit = description;
  expect({ description, status, worked }).toSatisfy(() => status !== 'stuck' && worked < QUICK_MS && status < 500);
}

/** Status of the answer; 0 when the connection was cut instead. */
function statusOf({ method, path, headers, body }: TimedRequest, before: number): Promise<number | 'stuck'> {
  return new Promise((resolve) => {
    const sent = request(
      { host: '127.0.0.1', port: app.port, method, path, headers: { cookie, ...headers }, agent },
      (answer) => {
        answer.resume();
        answer.on('close', () => {
          end(answer.statusCode ?? 0);
        });
      },
    );
    const watch = setInterval(() => {
      if (workedMs(app) - before < STUCK_MS) return;
      end('stuck');
      sent.destroy();
    }, 250);
    const end = (status: number | 'stuck'): void => {
      clearInterval(watch);
      resolve(status);
    };
    sent.on('error', () => {
      end(0);
    });
    sent.end(body);
  });
}

const get = (path: string, headers: OutgoingHttpHeaders = {}): TimedRequest => ({ method: 'GET', path, headers });
const post = (path: string, body: object, headers?: OutgoingHttpHeaders): TimedRequest => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
function file(content: string): TimedRequest {
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\n';
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  return { method: 'POST', path: '/api/links/import/preview', headers, body: `${head}${content}\r\n--x--\r\n` };
}

test.each(['/', '/api', '/api/links/', '/uploads/', '/p/', '/api/docs/', '/login/', '/.well-known/'])(
  'behind %s, and behind its question mark',
  async (path) => {
    for (const text of textsOf(LENGTH).filter(isPrintable)) {
      await expectQuick(text, get(`${path}${text}?path=${text}`));
      await expectQuick(text, post(`${path}${text}?${text}`, {}));
    }
  },
);

test('as a condition of a list', async () => {
  for (const text of textsOf(LENGTH / 2).filter(isPrintable)) {
    await expectQuick(text, get(`/api/links?q=${text}&tags=${text}&destination=${text}`));
  }
});

/** Headers that are looked at on the way of most requests, in threes; those that end this way stand alone. */
const HEADERS = [
  ['accept', 'accept-language', 'accept-encoding'],
  ['cookie', 'referer', 'user-agent'],
  ['x-forwarded-for', 'if-none-match', 'range'],
  ['authorization', 'sec-purpose', 'traceparent'],
  ['forwarded', 'if-modified-since', 'x-forwarded-host'],
  ...[['host'], ['origin'], ['content-type']],
];
const BEFORE: Readonly<Record<string, string>> = {
  authorization: 'Bearer ',
  referer: 'https://',
  'content-type': 'multipart/form-data; boundary=',
};
const headersOf = (names: readonly string[], text: string): OutgoingHttpHeaders =>
  Object.fromEntries(names.map((name) => [name, ((BEFORE[name] ?? '') + text).trim()]));

test.each(HEADERS.map((names) => [names.join(', '), names] as const))('as %s', async (_, names) => {
  for (const text of textsOf(LENGTH)) {
    const headers = headersOf(names, text);
    await expectQuick(text, get('/favicon.svg', headers));
    await expectQuick(text, post('/api/workspaces/logo', {}, headers));
  }
});

/** What a body needs besides, so that the field in question is looked at. */
const REST = { password: 'x', slug: 'x', reason: 'x', name: 'x', destinationUrl: 'https://example.com/' };
/** Each with its own handling behind its shape. */
const FIELDS: [path: string, field: string][] = [
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
];

test.each(FIELDS)('in a body: %s, %s', async (path, field) => {
  for (const text of textsOf(LENGTH)) await expectQuick(text, post(path, { ...REST, [field]: text }));
  for (const text of textsOf(BODY_LENGTH, [' '])) await expectQuick(text, post(path, { ...REST, [field]: text }));
});

test('in a file, as a cell and as the whole', async () => {
  for (const text of textsOf(LENGTH)) {
    await expectQuick(text, file(`destination_url,title\nexample.com,${text}\n`));
    await expectQuick(text, file(text));
  }
  for (const text of textsOf(BODY_LENGTH, [',', '"', 'a'])) await expectQuick(text, file(text));
});

const COLUMNS = ['destination_url', 'slug', 'title', 'tags', 'starts_at', 'maximum_visits', 'archived', 'utm_source'];
/** A file with a row for each text. */
function sheet(texts: readonly string[], write: (text: string) => string[]): TimedRequest {
  const quoted = (cells: string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
  return file([COLUMNS, ...texts.map(write)].map(quoted).join('\n'));
}

test('in every cell of a file at once', async () => {
  const texts = [...textsOf(SHORT_LENGTH, SHORT_PUMPS), ...textsOf(SHORT_LENGTH, SHORT_PUMPS, LINE_END)];
  await expectQuick(
    'all',
    sheet(texts, (text) => ['https://example.com/', ...Array<string>(7).fill(text)]),
  );
  // Alone wrong in its row: it comes to the rules behind the shape.
  await expectQuick(
    'slugs',
    sheet(texts, (text) => ['https://example.com/', text]),
  );
  await expectQuick(
    'destinations',
    sheet(texts, (text) => [`https://${text}`]),
  );
  await expectQuick(
    'paths',
    sheet(texts, (text) => [`https://example.com/${text}?${text}#${text}`]),
  );
  await expectQuick(
    'users',
    sheet(texts, (text) => [`https://user:${text}@[${text}]:${text}/`]),
  );
  for (const write of [(text: string) => text, (text: string) => `https://${text}`]) {
    await expectQuick(
      'long',
      sheet(textsOf(CELL_LENGTH, SHORT_PUMPS), (text) => [write(text)]),
    );
  }
});

const shortInHeads = textsOf(SHORT_LENGTH, SHORT_PUMPS);

test.each(['/', '/login/', '/api/links/', '/uploads/', '/p/', '/.well-known/', '/x?path=', '/api/links?q='])(
  'short, behind %s',
  async (path) => {
    for (const text of shortInHeads.filter(isPrintable)) await expectQuick(text, get(path + text));
  },
);

test.each([
  ['all headers at once but these', HEADERS.filter(({ length }) => length > 1).flat()],
  ...HEADERS.filter(({ length }) => length === 1).map((names) => [names.join(), names] as const),
] as const)('short, as %s', async (_, names) => {
  for (const text of shortInHeads) {
    const headers = headersOf(names, text);
    await expectQuick(text, get(`/${slug}`, headers));
    await expectQuick(text, post('/api/links', {}, headers));
  }
});

test.each<[string, (text: string) => object]>([
  ['/api/auth/login', (text) => ({ email: text, password: 'x' })],
  ['/api/auth/login', (text) => ({ email: `${text}@example.com`, password: 'x' })],
  ['/api/auth/login', (text) => ({ email: `a@${text}.com`, password: 'x' })],
  ['/api/auth/reset', (text) => ({ token: text, password: text })],
  [
    '/api/links',
    (text) => ({ destinationUrl: text, slug: text, title: text, tags: [text], expiresAt: text, utmSource: text }),
  ],
  ['/api/tags', (text) => ({ name: text, color: `#${text}` })],
  ['/api/tags', (text) => ({ name: text })],
  ['/api/campaigns', (text) => ({ name: text, utmCampaign: text, utmMedium: text })],
  ['/api/workspaces', (text) => ({ name: text, slug: text, linkPrefix: text })],
  ['/api/report', (text) => ({ path: `/${text}`, reason: text })],
  ['/api/links/verify-password', (text) => ({ path: text, password: text })],
])('short, in bodies of %s, %#', async (path, write) => {
  const texts = [...textsOf(SHORT_LENGTH, SHORT_PUMPS), ...textsOf(SHORT_LENGTH, SHORT_PUMPS, LINE_END)];
  for (const text of texts) await expectQuick(text, post(path, write(text)));
});
