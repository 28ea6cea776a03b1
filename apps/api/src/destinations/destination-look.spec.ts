import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { lookAt, type LookOptions } from './destination-look.js';
import { checkedAgent, isOpenAddress, openLookup } from './checked-agent.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const answer =
  (status: number, headers: Record<string, string> = {}): Handler =>
  (_, response) =>
    response.writeHead(status, headers).end();

// Compressed once in advance, not while a check is waiting.
const BOMB = gzipSync(Buffer.alloc(50_000_000));

const PATHS: Record<string, Handler> = {
  '/ok': answer(200),
  '/missing': answer(404),
  '/gone': answer(410),
  '/wall': answer(403),
  '/later': answer(429, { 'retry-after': '120' }),
  '/head-later': ({ method }, response) =>
    response.writeHead(503, method === 'HEAD' ? { 'retry-after': '60' } : {}).end(),
  '/down': answer(503),
  '/odd': answer(400),
  // Some servers do not support HEAD.
  '/get-only': (request, response) => response.writeHead(request.method === 'HEAD' ? 405 : 200).end('hello'),
  '/challenge': answer(403, { 'cf-mitigated': 'challenge' }),
  '/hangs-up-on-head': ({ method, socket }, response) => {
    if (method === 'HEAD') socket.destroy();
    else response.end('hello');
  },
  '/hop': answer(302, { location: '/ok' }),
  '/loop': answer(302, { location: '/loop2' }),
  '/loop2': answer(302, { location: '/loop' }),
  '/far': (request, response) =>
    response.writeHead(302, { location: `/far?${String(Number(request.url?.split('?')[1] ?? 0) + 1)}` }).end(),
  '/inside': answer(302, { location: 'http://127.0.0.1:1/' }),
  '/private/page': answer(200),
  '/endless': (request, response) => {
    response.writeHead(500);
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    const write = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384))) bytesSent += 16_384;
      if (!response.destroyed) response.once('drain', write);
    };
    write();
  },
  '/bomb': (_, response) => response.writeHead(500, { 'content-encoding': 'gzip' }).end(BOMB),
};

let bytesSent = 0;
let server: Server;
let base: string;
const agents: string[] = [];
const options: LookOptions = {
  agent: checkedAgent(true),
  userAgent: 'Signpost-Watch/1.0 (+https://go.example)',
  allowPrivate: true,
};

beforeAll(async () => {
  server = createServer((request, response) => {
    agents.push(request.headers['user-agent'] ?? '');
    const [path = ''] = (request.url ?? '').split('?');
    if (path === '/robots.txt') response.writeHead(200).end('User-agent: Signpost-Watch\nDisallow: /private/\n');
    else (PATHS[path] ?? answer(404))(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  base = `http://127.0.0.1:${String(typeof address === 'object' ? address?.port : 0)}`;
});

afterAll(async () => {
  await options.agent.destroy();
  server.closeAllConnections();
  server.close();
});

test.each([
  ['/ok', { state: 'ok', reason: null }],
  ['/get-only', { state: 'ok', reason: null }],
  ['/hangs-up-on-head', { state: 'ok', reason: null }],
  ['/hop', { state: 'ok', reason: null }],
  ['/missing', { state: 'broken', reason: 'not_found' }],
  ['/gone', { state: 'broken', reason: 'gone' }],
  ['/loop', { state: 'broken', reason: 'redirect_loop' }],
  ['/wall', { state: 'unknown', reason: 'wall' }],
  ['/challenge', { state: 'unknown', reason: 'wall' }],
  ['/later', { state: 'unknown', reason: 'wall' }],
  ['/down', { state: 'unknown', reason: 'server_error' }],
  ['/odd', { state: 'unknown', reason: 'unexpected_answer' }],
  ['/far', { state: 'unknown', reason: 'too_many_redirects' }],
  ['/private/page', { state: 'unknown', reason: 'robots' }],
  ['/endless', { state: 'unknown', reason: 'server_error' }],
  ['/bomb', { state: 'unknown', reason: 'server_error' }],
])('%s', async (path, verdict) => {
  expect((await lookAt(`${base}${path}`, options)).verdict).toEqual(verdict);
});

test('an endless body is read up to its limit, and the request identifies the instance', () => {
  // Data in buffers along the connection comes on top of 64 kB.
  expect(bytesSent).toBeLessThan(16 * 1024 * 1024);
  expect(new Set(agents)).toEqual(new Set(['Signpost-Watch/1.0 (+https://go.example)']));
});

test('ten thousand redirects within one host cost six requests, and one for its robots.txt', async () => {
  const before = agents.length;
  expect((await lookAt(`${base}/far?1`, options)).verdict.reason).toBe('too_many_redirects');
  expect(agents.length - before).toBe(7);
});

/** A raw server that sends the given bytes on every connection, and counts how many were sent. */
async function rawServer(answerTo: (socket: Socket, count: (bytes: number) => void) => void) {
  let sent = 0;
  const sockets = new Set<Socket>();
  const raw = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => answerTo(socket, (bytes) => (sent += bytes)));
  }).listen(0, '127.0.0.1');
  await once(raw, 'listening');
  const { port } = raw.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    sent: () => sent,
    open: () => [...sockets].filter((socket) => !socket.closed).length,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      raw.close();
      await once(raw, 'close');
    },
  };
}

/** Writes as fast as the client reads. */
function pour(socket: Socket, chunk: Buffer, count: (bytes: number) => void): void {
  while (!socket.destroyed && socket.write(chunk)) count(chunk.length);
  if (!socket.destroyed) socket.once('drain', () => pour(socket, chunk, count));
}

test.each([
  ['headers', 'HTTP/1.1 200 OK\r\nx-more: '],
  ['bytes of a body', 'HTTP/1.1 200 OK\r\ncontent-length: 65536\r\n\r\n'],
])('%s that come drop by drop end with the look', async (_, head) => {
  const raw = await rawServer((socket) => {
    socket.write(head);
    const drip = setInterval(() => socket.write('x'), 5);
    socket.once('close', () => clearInterval(drip));
  });
  const look = await lookAt(raw.url, options, AbortSignal.timeout(200));
  expect(look.verdict).toEqual({ state: 'unknown', reason: 'timeout' });
  await vi.waitFor(() => expect(raw.open()).toBe(0));
  await raw.close();
});

test('endless headers are read up to their limit', async () => {
  const raw = await rawServer((socket, count) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    pour(socket, Buffer.from(`x-more: ${'a'.repeat(4_000)}\r\n`), count);
  });
  expect((await lookAt(raw.url, options)).verdict).toEqual({ state: 'unknown', reason: 'connection_failed' });
  await vi.waitFor(() => expect(raw.open()).toBe(0));
  // Data in buffers along the connection comes on top of 16 kB.
  expect(raw.sent()).toBeLessThan(16 * 1024 * 1024);
  await raw.close();
});

test('a name that changes its address is resolved once for a connection, which goes to what was checked', async () => {
  const answers = [['93.184.216.34', '127.0.0.1'], ['127.0.0.1']];
  let requests = 0;
  const lookUp = openLookup((_, __, callback) => {
    const addresses = answers[Math.min(requests, 1)] ?? [];
    requests += 1;
    callback(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    );
  });
  const connectTo = (all: boolean) =>
    new Promise((resolve) => lookUp('changes.example', { all }, (error, found) => resolve(error ?? found)));
  expect(await connectTo(true)).toEqual([{ address: '93.184.216.34', family: 4 }]);
  expect(requests).toBe(1);
  expect(await connectTo(false)).toMatchObject({ code: 'SIGNPOST_PRIVATE_ADDRESS' });

  // The same name again through the client: it now resolves to a private address, so no request is sent.
  const strict = checkedAgent(false, (_, __, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]));
  const before = agents.length;
  const name = `http://changes.example:${new URL(base).port}/ok`;
  const look = await lookAt(name, { ...options, agent: strict, allowPrivate: false });
  expect(look.verdict).toEqual({ state: 'unknown', reason: 'private_address' });
  expect(agents.length).toBe(before);
  await strict.destroy();
});

/** A server of its own: with robots.txt as given, and 404 for everything else. */
async function robotsServer(robots: Handler) {
  const site = createServer((request, response) =>
    (request.url === '/robots.txt' ? robots : answer(404))(request, response),
  );
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const host = `127.0.0.1:${String((site.address() as AddressInfo).port)}`;
  return { host, look: () => lookAt(`http://${host}/private/page`, options), close: () => site.close() };
}

test.each<[string, () => Handler, object]>([
  ['that is missing permits everything', () => answer(404), { state: 'broken', reason: 'not_found' }],
  [
    'that redirects counts',
    () => answer(301, { location: `${base}/robots.txt` }),
    { state: 'unknown', reason: 'robots' },
  ],
  ['that redirects for ever is none', () => answer(301, { location: '/robots.txt' }), { reason: 'not_found' }],
  [
    'that redirects to a closed port is none',
    () => answer(301, { location: 'http://127.0.0.1:1/' }),
    { reason: 'not_found' },
  ],
  ['of a server that fails forbids everything', () => answer(500), { state: 'unknown', reason: 'server_error' }],
  ['of a server that asks for patience too', () => answer(429), { state: 'unknown', reason: 'wall' }],
])('a robots.txt %s', async (_, robots, verdict) => {
  const site = await robotsServer(robots());
  expect((await site.look()).verdict).toMatchObject(verdict);
  site.close();
});

test('a requested pause (Retry-After) is returned for the host that requested it, by whichever answer', async () => {
  const { host } = new URL(base);
  expect((await lookAt(`${base}/later`, options)).rests).toEqual(new Map([[host, 120]]));
  expect((await lookAt(`${base}/head-later`, options)).rests).toEqual(new Map([[host, 60]]));
  expect((await lookAt(`${base}/ok`, options)).rests.size).toBe(0);
  const site = await robotsServer(answer(503, { 'retry-after': '30' }));
  expect((await site.look()).rests).toEqual(new Map([[site.host, 30]]));
  site.close();
});

test('a closed port is broken, a name that is gone too', async () => {
  const closed = createTcpServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const address = closed.address();
  const port = typeof address === 'object' ? address?.port : 0;
  closed.close();
  await once(closed, 'close');
  expect((await lookAt(`http://127.0.0.1:${String(port)}/`, options)).verdict.reason).toBe('connection_refused');
});

test('speaking plain text where TLS is expected is a broken certificate', async () => {
  expect((await lookAt(base.replace('http:', 'https:'), options)).verdict).toEqual({
    state: 'broken',
    reason: 'tls_invalid',
  });
});

test('private addresses are never connected to: named, by a name, or after a redirect', async () => {
  const strict: LookOptions = { ...options, agent: checkedAgent(false), allowPrivate: false };
  const before = agents.length;
  expect((await lookAt(`${base}/ok`, strict)).verdict.state).toBe('unknown');
  const name = `http://localhost.localdomain:${new URL(base).port}/ok`;
  expect((await lookAt(name, strict)).verdict.state).not.toBe('ok');
  expect(agents.length).toBe(before);
  await strict.agent.destroy();
});

test.each([
  ['93.184.216.34', true],
  ['2606:4700::6810:84e5', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['169.254.169.254', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['fd00::1', false],
  ['fe80::1%eth0', false],
])('%s', (address, isOpen) => {
  expect(isOpenAddress(address)).toBe(isOpen);
});
