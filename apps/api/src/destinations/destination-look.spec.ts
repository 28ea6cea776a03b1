import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lookAt, type LookOptions } from './destination-look.js';
import { isOpenAddress, checkedAgent } from './checked-agent.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const answer =
  (status: number, headers: Record<string, string> = {}): Handler =>
  (_, response) =>
    response.writeHead(status, headers).end();

// Packed once, and not while a look waits for it.
const BOMB = gzipSync(Buffer.alloc(50_000_000));

const PATHS: Record<string, Handler> = {
  '/ok': answer(200),
  '/missing': answer(404),
  '/gone': answer(410),
  '/wall': answer(403),
  '/later': answer(429, { 'retry-after': '120' }),
  '/down': answer(503),
  '/odd': answer(400),
  // Some servers know no HEAD.
  '/get-only': (request, response) => response.writeHead(request.method === 'HEAD' ? 405 : 200).end('hello'),
  '/challenge': answer(403, { 'cf-mitigated': 'challenge' }),
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

test('an endless body costs no more than its bound, and says who asked', () => {
  // What lies in buffers on the way comes on top of 64 kB.
  expect(bytesSent).toBeLessThan(16 * 1024 * 1024);
  expect(new Set(agents)).toEqual(new Set(['Signpost-Watch/1.0 (+https://go.example)']));
});

test('a pause that is asked for is heard', async () => {
  expect((await lookAt(`${base}/later`, options)).retryAfterSeconds).toBe(120);
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
