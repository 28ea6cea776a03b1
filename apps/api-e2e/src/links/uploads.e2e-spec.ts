import { crc32, deflateSync } from 'node:zlib';
import { readdirSync } from 'node:fs';
import { eventually, setUpOwner, startApp, TestBucket, type ApiClient, type AppProcess } from '@signpost/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { join } from '../support/people.js';

const LOGO = '/api/workspaces/logo';

const picture = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 4, background: { r: 242, g: 183, b: 5, alpha: 1 } } });

/** A PNG of a few bytes that claims to be 60,000 × 60,000 pixels. */
function bomb(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const head = Buffer.alloc(4);
    head.writeUInt32BE(data.length);
    const tail = Buffer.alloc(4);
    tail.writeUInt32BE(crc32(body));
    return Buffer.concat([head, body, tail]);
  };
  const size = Buffer.alloc(13);
  size.writeUInt32BE(60_000, 0);
  size.writeUInt32BE(60_000, 4);
  size.set([8, 0, 0, 0, 0], 8);
  const data = deflateSync(Buffer.alloc(1_000_000));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', size),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('logos as files', () => {
  let app: AppProcess;
  let owner: ApiClient;

  beforeAll(async () => {
    app = await startApp();
    owner = await setUpOwner(app);
  });
  afterAll(() => app?.stop());

  test('of pictures that replace each other at once, the one that stays is there', async () => {
    const pictures = await Promise.all([picture(64), picture(65), picture(64, 65)].map((one) => one.png().toBuffer()));
    for (let round = 0; round < 5; round += 1) {
      const uploads = [...pictures, ...pictures].map((bytes) => owner.upload(LOGO, bytes, 'a.png', 'image/png'));
      expect((await Promise.all(uploads)).every(({ status }) => status === 200)).toBe(true);
      const { logoUrl } = (await owner.get('/api/host')).body.workspace;
      expect((await app.client().get(logoUrl)).status).toBe(200);
    }
  });

  test.each(['png', 'jpeg', 'gif', 'webp'] as const)('%s is taken, re-encoded and served', async (format) => {
    const bytes = await picture(900, 300)
      .withMetadata({ exif: { IFD0: { Copyright: 'secret' } } })
      .toFormat(format)
      .toBuffer();
    // Neither the name nor the declared type is believed.
    const { status, body } = await owner.upload(LOGO, bytes, '../../../evil.html', 'text/html');
    expect(status).toBe(200);
    expect(body.logoUrl).toMatch(/^\/uploads\/logos\/[0-9a-f-]{36}\/[0-9a-f]{32}\.png$/);
    const served = await app.client().get(body.logoUrl);
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    const meta = await sharp(Buffer.from(served.bytes)).metadata();
    expect([meta.format, meta.width, meta.height, meta.exif]).toEqual(['png', 512, 171, undefined]);
    expect((await owner.get('/api/auth/session')).body.workspace.logoUrl).toBe(body.logoUrl);
  });

  test('a small one keeps its size; a new one takes the place of the former', async () => {
    const first = (await owner.upload(LOGO, await picture(40).png().toBuffer(), 'a.png', 'image/png')).body.logoUrl;
    expect((await sharp(Buffer.from((await app.client().get(first)).bytes)).metadata()).width).toBe(40);
    const second = (await owner.upload(LOGO, await picture(41).png().toBuffer(), 'a.png', 'image/png')).body.logoUrl;
    expect([(await app.client().get(first)).status, (await app.client().get(second)).status]).toEqual([404, 200]);
    expect((await owner.delete(LOGO)).body).toEqual({ ok: true });
    expect((await app.client().get(second)).status).toBe(404);
    expect((await owner.get('/api/host')).body.workspace.logoUrl).toBeNull();
    expect((await owner.delete(LOGO)).status).toBe(200);
    const { body } = await owner.get('/api/admin/audit-events?type=workspace_logo_changed&limit=1');
    expect(body.items[0].detail).toEqual({ action: 'removed' });
  });

  test('what is no picture, too large, broken, missing or a bomb is refused', async () => {
    const png = await picture(64).png().toBuffer();
    const upload = async (bytes: Uint8Array | string) => {
      const { status, body } = await owner.upload(LOGO, bytes, 'logo.png', 'image/png');
      return [status, body.code];
    };
    expect(await upload('<svg xmlns="http://www.w3.org/2000/svg"/>')).toEqual([415, 'unsupported_media_type']);
    expect(await upload('')).toEqual([415, 'unsupported_media_type']);
    expect(await upload(Buffer.alloc(2 * 1_048_576 + 1))).toEqual([413, 'file_too_large']);
    expect(await upload(png.subarray(0, png.length / 2))).toEqual([422, 'file_invalid']);
    expect(await upload(Buffer.concat([png.subarray(0, 8), Buffer.from('nonsense')]))).toEqual([422, 'file_invalid']);
    expect(await upload(bomb())).toEqual([422, 'file_invalid']);

    const form = new FormData();
    form.set('picture', new Blob([new Uint8Array(png)]), 'a.png');
    const misnamed = await owner.request('POST', LOGO, { raw: form });
    expect([misnamed.status, misnamed.body.errors[0].field]).toEqual([422, 'file']);
    const empty = new FormData();
    empty.set('note', 'x');
    expect((await owner.request('POST', LOGO, { raw: empty })).body.errors[0].field).toBe('file');
    const type = { 'content-type': 'multipart/form-data; boundary=x' };
    expect((await owner.request('POST', LOGO, { raw: 'no form at all', headers: type })).status).toBe(422);
    const noBoundary = { 'content-type': 'multipart/form-data' };
    expect((await owner.request('POST', LOGO, { raw: 'x', headers: noBoundary })).status).toBe(422);
    expect((await owner.post(LOGO, {})).status).toBe(415);
    const nothing = await owner.request('POST', LOGO, { raw: '' });
    expect([nothing.status, nothing.body.errors?.[0].field]).toEqual([422, 'file']);
  });

  test('a body of exactly the limit is read', async () => {
    const png = await picture(64).png().toBuffer();
    // A PNG ends at its IEND chunk; what follows is not looked at.
    const padded = Buffer.concat([png, Buffer.alloc(2 * 1_048_576 - png.length)]);
    expect((await owner.upload(LOGO, padded, 'logo.png', 'image/png')).status).toBe(200);
  });

  test('only the owner may, and a stranger uploads nothing', async () => {
    const png = await picture(8).png().toBuffer();
    const member = await join(app, owner, 'MEMBER');
    expect((await member.upload(LOGO, png, 'a.png', 'image/png')).body.code).toBe('permission_denied');
    expect((await app.client().upload(LOGO, png, 'a.png', 'image/png')).status).toBe(401);
  });

  test.each([
    '/uploads/../session-secret',
    '/uploads/..%2fsession-secret',
    '/uploads/%2e%2e/%2e%2e/etc/passwd',
    '/uploads/logos/..%5c..%5csession-secret',
    '/uploads//etc/passwd',
    '/uploads/logos/%00.png',
    '/uploads/logos/nothing.png',
    '/uploads/logos',
    '/uploads/',
    '/uploads/%',
  ])('%s leads nowhere', async (path) => {
    const { request } = await import('node:http');
    const status = await new Promise<number>((resolve, reject) => {
      // The path as it stands: a URL object would tidy it up.
      request({ host: '127.0.0.1', port: app.port, path }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      })
        .on('error', reject)
        .end();
    });
    expect([400, 404]).toContain(status);
  });
});

describe('logos in a bucket', () => {
  let app: AppProcess;
  const bucket = new TestBucket();

  beforeAll(async () => {
    await bucket.start();
    app = await startApp({ env: bucket.env });
  });
  afterAll(async () => {
    await app?.stop();
    await bucket.stop();
  });

  test('are written there, served from its public address and removed', async () => {
    const owner = await setUpOwner(app);
    const { body } = await owner.upload(LOGO, await picture(32).png().toBuffer(), 'a.png', 'image/png');
    expect(body.logoUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/signpost\/logos\/[\w-]+\/\w+\.png$/);
    const stored = await fetch(body.logoUrl);
    expect([stored.status, stored.headers.get('content-type')]).toEqual([200, 'image/png']);
    const key = body.logoUrl.split('/signpost/')[1] as string;
    const moved = await app.client().get(`/uploads/${key}`);
    expect([moved.status, moved.headers.get('location')]).toEqual([302, body.logoUrl]);
    expect(readdirSync(app.dataDir)).not.toContain('uploads');
    // Over plain http too, and on no page from anywhere else.
    for (const path of ['/', '/nothing-here']) {
      const policy = (await app.client().get(path)).headers.get('content-security-policy') ?? '';
      const pictures = /img-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? [];
      expect(pictures).toContain(new URL(body.logoUrl).origin);
      expect(pictures).not.toContain('https:');
    }
    await owner.delete(LOGO);
    expect((await fetch(body.logoUrl)).status).toBe(404);
  });
});

test('a bucket that hangs while a logo is removed holds up nobody, and the same picture set meanwhile stays', async () => {
  const removals: (() => void)[] = [];
  const bucket = await new TestBucket().start();
  bucket.before = (method) => (method === 'DELETE' ? new Promise((resolve) => void removals.push(resolve)) : undefined);
  const app = await startApp({ env: { ...bucket.env, DATABASE_POOL_SIZE: '4' } });
  try {
    const owner = await setUpOwner(app);
    const bytes = await picture(32).png().toBuffer();
    const upload = () => owner.upload(LOGO, bytes, 'a.png', 'image/png');
    expect((await upload()).status).toBe(200);
    let isOver = false;
    const removed = owner.delete(LOGO).finally(() => (isOver = true));
    await eventually(() => removals.length > 0);
    // More than there are connections.
    const renamed = await Promise.all(
      Array.from({ length: 8 }, (_, n) => owner.patch('/api/workspaces', { name: `Acme ${n}` })),
    );
    expect(renamed.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(isOver).toBe(false);
    const { logoUrl } = (await upload()).body;
    for (const remove of removals) remove();
    expect((await removed).status).toBe(200);
    expect(bucket.keys()).toEqual([logoUrl.split('/signpost/')[1]]);
  } finally {
    await app.stop();
    await bucket.stop();
  }
});
