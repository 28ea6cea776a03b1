import { connect, type Socket } from 'node:net';
import { eventually, setUpOwner, startApp, type ApiClient, type AppProcess } from '@signpost/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { underLoad, type VisitorsGoOn } from '../faults/under-load.js';
import { openHandles, residentMegabytes } from './process-facts.js';
import { answeredWith, waitOf } from './visitors.js';

/** Idle connections of the test; `LOAD_CONNECTIONS` opens more. */
const IDLE = Number(process.env['LOAD_CONNECTIONS'] ?? 2000);

let app: AppProcess;
let owner: ApiClient;
let slug: string;

beforeAll(async () => {
  app = await startApp();
  owner = await setUpOwner(app);
  slug = (await owner.post('/api/links', { destinationUrl: 'https://example.com/' })).body.slug as string;
});
afterAll(() => app?.stop());

function open(text: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(app.port, '127.0.0.1', () => {
      socket.on('error', () => undefined);
      socket.resume();
      if (text !== '') socket.write(text);
      resolve(socket);
    });
    socket.once('error', reject);
  });
}

const many = (count: number, text: string): Promise<Socket[]> =>
  Promise.all(Array.from({ length: count }, () => open(text)));

async function redirects(): Promise<void> {
  expect((await app.client().get(`/${slug}`)).status).toBe(302);
  expect((await app.client().get('/api/health')).status).toBe(200);
}

/** While `act` goes on, every visitor is redirected, and none waits for its end. Says how they and the process fared. */
async function nobodyWaits(name: string, act: (visitorsGoOn: VisitorsGoOn) => Promise<void>): Promise<void> {
  const facts = (): string => `${residentMegabytes(app).toFixed(0)} MB, ${openHandles(app)} handles`;
  const before = facts();
  let during = '';
  const seen = await underLoad(app, [`/${slug}`], async (visitorsGoOn) => {
    await act(visitorsGoOn);
    await redirects();
    during = facts();
  });
  process.stdout.write(
    `${name}: ${before} before, ${during} meanwhile; ${answeredWith(seen, 302)} redirects, half within ` +
      `${waitOf(seen, 0.5)} ms, 99 % within ${waitOf(seen, 0.99)} ms, slowest ${seen.slowestMs.toFixed(0)} ms\n`,
  );
  expect([seen.broken, [...seen.statuses.keys()]]).toEqual([0, [302]]);
}

test('headers that drip in are cut off, and nobody else waits for them', async () => {
  await nobodyWaits('200 that drip', async (visitorsGoOn) => {
    const sockets = await many(200, `GET /${slug} HTTP/1.1\r\nHost: example.test\r\nX-Slow: `);
    const drip = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write('a');
    }, 500);
    await visitorsGoOn();
    await eventually(() => sockets.every((socket) => socket.closed));
    clearInterval(drip);
  });
});

test(`${IDLE} idle connections cost little and hinder nobody`, async () => {
  const before = residentMegabytes(app);
  const handles = openHandles(app);
  const sockets: Socket[] = [];
  await nobodyWaits(`${IDLE} idle`, async () => {
    for (let left = IDLE; left > 0; left -= 500) sockets.push(...(await many(Math.min(500, left), '')));
  });
  // 50 kB a connection would be 100 MB.
  expect(residentMegabytes(app) - before).toBeLessThan(100 + IDLE / 100);
  for (const socket of sockets) socket.destroy();
  await eventually(() => openHandles(app) < handles + 50);
  await redirects();
});

test('bodies whose last byte never comes are bounded in their sum, and short ones are still read', async () => {
  const size = 100 * 1024;
  const head = `POST /api/auth/login HTTP/1.1\r\nHost: example.test\r\nContent-Type: application/json\r\nContent-Length: ${size}\r\n\r\n`;
  const sockets = await many(500, '');
  const answers: string[] = [];
  for (const socket of sockets) {
    socket.once('data', (chunk: Buffer) => answers.push(chunk.toString('latin1')));
    socket.write(head + 'a'.repeat(size - 1));
  }
  await eventually(() => answers.length > 300);
  expect(answers.filter((answer) => !/^HTTP\/1.1 503 .*"code":"busy"/s.test(answer))).toEqual([]);
  const attempt = { email: 'nobody@example.com', password: 'not the password' };
  expect((await app.client().post('/api/auth/login', attempt)).status).toBe(401);
  await redirects();
  for (const socket of sockets) socket.destroy();
  // What they took is free again.
  await eventually(
    async () => (await app.client().post('/api/auth/login', { email: 'a'.repeat(90_000) })).status === 422,
  );
});

test('visitors who leave before the answer leave nothing behind', async () => {
  const handles = openHandles(app);
  for (let round = 0; round < 20; round += 1) {
    const sockets = await many(50, `GET /${slug} HTTP/1.1\r\nHost: example.test\r\n\r\nGET /api/host HTTP/1.1\r\n`);
    for (const socket of sockets) socket.destroy();
  }
  await eventually(() => openHandles(app) < handles + 50);
  await redirects();
});

test('a client that never finishes does not keep the application from stopping', async () => {
  const stuck = await many(
    5,
    `POST /api/auth/login HTTP/1.1\r\nHost: example.test\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
  );
  expect(await app.kill('SIGTERM')).toBe(0);
  for (const socket of stuck) socket.destroy();
});
