import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually, setUpOwner, startApp, type ApiClient, type AppProcess } from '@signpost/testing';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aPath, expectNothingLost, JOBS_SECRET, signal, underLoad } from './under-load.js';

const DAY_MS = 86_400_000;

let folder: string;
let app: AppProcess;
let owner: ApiClient;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'signpost-clock-'));
  const shim = new URL('./shifted-clock.mjs', import.meta.url).href;
  app = await startApp({
    env: {
      JOBS_SECRET,
      NODE_OPTIONS: `--import=${shim}`,
      CLOCK_SHIFT_FILE: join(folder, 'shift'),
      RATE_LIMIT_FORGOT: '1/60',
    },
  });
  owner = await setUpOwner(app);
});
afterAll(async () => {
  await app?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Sets the application's clock, and waits until it has taken that on. */
async function setClock(shiftMs: number): Promise<void> {
  writeFileSync(join(folder, 'shift'), String(shiftMs));
  await eventually(async () => {
    const { meta } = (await owner.get('/api/workspaces/analytics')).body as { meta: { generatedAt: string } };
    return Math.abs(Date.parse(meta.generatedAt) - Date.now() - shiftMs) < 60_000;
  });
}

test('a clock that jumps a day ahead and two back: redirects, sessions, new links and clicks go on', async () => {
  const paths = [await aPath(owner)];
  const seen = await underLoad(app, paths, async (visitorsGoOn) => {
    for (const shift of [DAY_MS, -DAY_MS, 0]) {
      await setClock(shift);
      // A path that leads nowhere is remembered for seconds; a link that takes it is found all the same.
      const slug = `clock-${shift < 0 ? 'back' : shift === 0 ? 'right' : 'ahead'}`;
      expect((await app.client().get(`/${slug}`)).status).toBe(404);
      expect((await owner.post('/api/links', { destinationUrl: 'https://example.com/', slug })).status).toBe(201);
      expect((await app.client().get(`/${slug}`)).status).toBe(302);
      await visitorsGoOn();
      expect([await signal(app, 'event_write'), await signal(app, 'link_cache')]).toEqual(['ok', 'ok']);
    }
  });
  await expectNothingLost(app, seen);
});

test('the state of a link follows the clock', async () => {
  const { body } = await owner.post('/api/links', {
    destinationUrl: 'https://example.com/',
    expiresAt: Date.now() + DAY_MS / 2,
  });
  const status = async (): Promise<number> => (await app.client().get(`/${body.slug as string}`)).status;
  expect(await status()).toBe(302);
  await setClock(DAY_MS);
  expect(await status()).toBe(404);
  await setClock(0);
  expect(await status()).toBe(302);
});

test('a limit that was reached while the clock was ahead asks nobody to wait longer than its window', async () => {
  const ask = () => app.client().post('/api/auth/forgot', { email: 'nobody@example.test' });
  await setClock(DAY_MS);
  expect((await ask()).status).toBe(200);
  await setClock(0);
  const refused = await ask();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
});

test('codes that were refused while the clock was ahead lock nobody out once it is right', async () => {
  const { body } = await owner.post('/api/auth/second-factor/setup');
  const totp = new TOTP({ secret: Secret.fromBase32(body.secret as string) });
  const enable = () => owner.post('/api/auth/second-factor/enable', { code: totp.generate() });
  await setClock(DAY_MS);
  const statuses: number[] = [];
  for (let tries = 0; tries < 6; tries += 1) statuses.push((await enable()).status);
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  await setClock(0);
  expect((await enable()).status).toBe(200);
});

test('a clock that jumps back during an outage does not make the outage longer', async () => {
  const fresh = [await aPath(owner), await aPath(owner)];
  await setClock(DAY_MS);
  // What the redirect asks is held up until its patience ends, while the connection that hears changes stays.
  const client = await app.database.pool.connect();
  try {
    await client.query('BEGIN; LOCK TABLE links IN ACCESS EXCLUSIVE MODE');
    expect((await app.client().get(fresh[0] ?? '')).status).toBe(503);
    writeFileSync(join(folder, 'shift'), '0');
    await pause(200);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
  await eventually(async () => (await app.client().get(fresh[1] ?? '')).status === 302);
});
