import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  eventually,
  freePort,
  OWNER,
  setUpOwner,
  startApp,
  TestBucket,
  TestSmtpServer,
  type AppProcess,
} from '@signpost/testing';
import { createClient } from '@redis/client';
import sharp from 'sharp';
import { afterEach, describe, expect, test } from 'vitest';
import { silentServer } from './silent-server.js';
import { aPath, expectNothingLost, JOBS_SECRET, underLoad, untilSignal } from './under-load.js';

let app: AppProcess | undefined;
const leftOver: (() => unknown)[] = [];
afterEach(async () => {
  await app?.stop();
  for (const end of leftOver.splice(0)) await end();
});

/** Against standing still only: a neighbour that hangs does so until the test ends it. */
const PATIENCE_MS = 60_000;

/** What an act comes to. What waits for a neighbour that hangs never comes to anything. */
async function inTime<T>(act: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('somebody waits for a neighbour')), PATIENCE_MS);
  });
  try {
    return await Promise.race([act(), late]);
  } finally {
    clearTimeout(timer);
  }
}

// The test runner says so when it skips these for want of a redis-server on the PATH.
const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

describe.skipIf(!hasRedis)('Redis', () => {
  async function startRedis(port: number): Promise<ChildProcess> {
    const folder = mkdtempSync(join(tmpdir(), 'signpost-redis-'));
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
    const redis = spawn('redis-server', options, { stdio: 'ignore' });
    leftOver.push(() => {
      redis.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    });
    const probe = createClient({ url: `redis://127.0.0.1:${port}`, socket: { reconnectStrategy: 50 } });
    probe.on('error', () => undefined);
    // If another process has taken the port, this would retry forever.
    await inTime(() => probe.connect());
    await probe.close();
    return redis;
  }

  test('hangs, dies and comes back: nobody waits for it, limits go on', async () => {
    const port = await freePort();
    const redis = await startRedis(port);
    const env = { JOBS_SECRET, REDIS_URL: `redis://127.0.0.1:${port}`, RATE_LIMIT_LOGIN: '3/600' };
    app = await startApp({ env });
    const running = app;
    const paths = [await aPath(await setUpOwner(running))];
    const login = (name: string) =>
      running.client().post('/api/auth/login', { email: `${name}@example.test`, password: 'wrong' });
    const limited = async (name: string): Promise<number[]> => {
      const seen: number[] = [];
      for (let time = 0; time < 4; time += 1) seen.push((await inTime(() => login(name))).status);
      return seen;
    };
    await untilSignal(running, 'rate_limits', 'ok');
    const seen = await underLoad(running, paths, async (visitorsGoOn) => {
      redis.kill('SIGSTOP');
      await untilSignal(running, 'rate_limits', 'degraded');
      expect((await limited('hanging')).at(-1)).toBe(429);
      expect((await inTime(() => running.client().get('/nothing-here'))).status).toBe(404);
      await visitorsGoOn();
      redis.kill('SIGCONT');
      redis.kill('SIGKILL');
      expect((await inTime(() => running.client().get('/nothing-there'))).status).toBe(404);
      expect((await running.client().get('/api/health')).status).toBe(200);
      await untilSignal(running, 'rate_limits', 'degraded');
      await startRedis(port);
      await untilSignal(running, 'rate_limits', 'ok');
    });
    await expectNothingLost(running, seen);
  });
});

test('an SMTP server that says nothing: nobody waits for it, and the mail arrives when it speaks', async () => {
  const port = await freePort();
  const silent = await silentServer(port);
  const smtp = new TestSmtpServer();
  leftOver.push(() => smtp.stop());
  app = await startApp({ env: { JOBS_SECRET, SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'post@example.test' } });
  const running = app;
  const paths = [await aPath(await setUpOwner(running))];
  const forgot = () => running.client().post('/api/auth/forgot', { email: OWNER.email });
  const seen = await underLoad(running, paths, async (visitorsGoOn) => {
    for (let mail = 0; mail < 5; mail += 1) expect((await inTime(forgot)).status).toBe(200);
    await untilSignal(running, 'mail', 'degraded');
    await visitorsGoOn();
    await silent.stop();
    // An attempt that is still under way would put the next one off after its pause was ended.
    await eventually(async () => {
      const untried = 'SELECT FROM mails WHERE payload IS NOT NULL AND last_error IS NULL';
      return (await running.database.query(untried)).length === 0;
    });
    await smtp.start(port);
    // Ends the pause between attempts.
    await running.database.query('UPDATE mails SET next_attempt_at = now() WHERE payload IS NOT NULL');
    await forgot();
    await eventually(() => smtp.received.length >= 6);
    await untilSignal(running, 'mail', 'ok');
  });
  expect(smtp.received.map(({ to }) => to)).toEqual(Array(6).fill(OWNER.email));
  await expectNothingLost(running, seen);
});

test('an SMTP server that says nothing keeps no application from stopping', async () => {
  const silent = await silentServer(await freePort());
  leftOver.push(() => silent.stop());
  const env = {
    SMTP_URL: `smtp://127.0.0.1:${silent.port}`,
    MAIL_FROM: 'post@example.test',
    RATE_LIMIT_FORGOT: '100/60',
  };
  app = await startApp({ env });
  const running = app;
  await setUpOwner(running);
  // One after the other they would take minutes.
  await Promise.all(
    Array.from({ length: 40 }, () => running.client().post('/api/auth/forgot', { email: OWNER.email })),
  );
  expect(await running.kill('SIGTERM')).toBe(0);
});

test('an S3 server that says nothing, then is away, then is back: an upload fails in time, all else goes on', async () => {
  const port = await freePort();
  const silent = await silentServer(port);
  app = await startApp({ env: TestBucket.envAt(port) });
  const running = app;
  const owner = await setUpOwner(running);
  const paths = [await aPath(owner)];
  const picture = async (red: number): Promise<Uint8Array> =>
    sharp({ create: { width: 32, height: 32, channels: 3, background: { r: red, g: 0, b: 0 } } })
      .png()
      .toBuffer();
  const upload = async (red: number) => owner.upload('/api/workspaces/logo', await picture(red), 'a.png', 'image/png');
  const seen = await underLoad(running, paths, async (visitorsGoOn) => {
    const uploads = Promise.all(Array.from({ length: 10 }, (_, red) => inTime(() => upload(red))));
    const others = async (): Promise<void> => {
      for (let time = 0; time < 5; time += 1) {
        expect((await inTime(() => owner.get('/api/links'))).status).toBe(200);
        expect((await inTime(() => running.client().get('/api/health'))).status).toBe(200);
      }
    };
    // Awaited together: a failure of one must not leave the other's rejection unhandled.
    const [answers] = await Promise.all([uploads, others()]);
    for (const { status, headers } of answers) {
      expect([status, headers.has('retry-after')]).toEqual([503, true]);
    }
    await visitorsGoOn();
    await silent.stop();
    expect((await inTime(() => upload(1))).status).toBe(503);
  });
  const bucket = new TestBucket();
  leftOver.push(() => bucket.stop());
  await inTime(() => bucket.start(port));
  const answer = await upload(1);
  expect(answer.status).toBe(200);
  expect((await (await fetch(answer.body.logoUrl as string)).bytes()).length).toBeGreaterThan(0);
  await expectNothingLost(running, seen);

  // Unavailable once more, when a QR code with the logo is requested.
  await bucket.stop();
  const [link] = (await owner.get('/api/links')).body.items as [{ id: string }];
  const code = await inTime(() => owner.get(`/api/links/${link.id}/qr?logo=1`));
  expect([code.status, code.headers.has('retry-after')]).toEqual([503, true]);
  expect((await owner.get(`/api/links/${link.id}/qr`)).status).toBe(200);
});
