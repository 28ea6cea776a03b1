import jsqr from 'jsqr';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setUpOwner, startApp, type ApiAnswer, type ApiClient, type AppProcess } from '@signpost/testing';

let app: AppProcess;
let owner: ApiClient;
let link: { id: string; shortUrl: string };
let long: { id: string; shortUrl: string };

beforeAll(async () => {
  app = await startApp();
  owner = await setUpOwner(app);
  link = (await owner.post('/api/links', { destinationUrl: 'https://example.com', slug: 'scan-me' })).body;
  long = (await owner.post('/api/links', { destinationUrl: 'https://example.com', slug: 'x'.repeat(64) })).body;
});
afterAll(() => app.stop());

/** What a reader makes of an answer, and the size of its picture. */
async function read(
  answer: ApiAnswer,
): Promise<{ text: string | undefined; width: number; height: number; pixels: Buffer }> {
  const image = sharp(Buffer.from(answer.bytes)).ensureAlpha();
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const code = jsqr.default(new Uint8ClampedArray(data), info.width, info.height);
  return { text: code?.data, width: info.width, height: info.height, pixels: data };
}

const qr = (query: string, of = link) => owner.get(`/api/links/${of.id}/qr${query}`);
const refused = (answer: ApiAnswer) => [answer.status, answer.body.errors?.[0]?.field];

test('without a query it is an SVG of 256 pixels that may be kept for a moment', async () => {
  const answer = await qr('');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect(answer.headers.get('cache-control')).toBe('private, max-age=60');
  expect(answer.headers.get('content-disposition')).toBe('inline; filename="scan-me.svg"');
  expect(await read(answer)).toMatchObject({ text: link.shortUrl, width: 256, height: 256 });
});

test('a refusal is never kept', async () => {
  for (const path of [`/api/links/${link.id}/qr?size=1`, '/api/links/unknown/qr']) {
    expect((await owner.get(path)).headers.get('cache-control')).toBe('no-store');
  }
  expect((await app.client().get(`/api/links/${link.id}/qr`)).headers.get('cache-control')).toBe('no-store');
});

describe.each(['svg', 'png'])('%s', (format) => {
  test.each([64, 65, 100, 255, 2048])('%i pixels, exactly, for short and long addresses', async (size) => {
    for (const of of [link, long]) {
      const code = await read(await qr(`?format=${format}&size=${size}`, of));
      expect(code).toMatchObject({ text: of.shortUrl, width: size, height: size });
    }
  });

  test.each([
    ['000000', 'ffffff'],
    ['7a1f1f', 'fff4d6'],
    ['0a5c2b', 'f0f0f0'],
    ['767676', 'ffffff'],
    ['949494', 'ffffff'],
    ['ff0000', 'ffffff'],
    ['0000ff', 'ffff00'],
  ])('in %s on %s', async (foreground, background) => {
    const code = await read(await qr(`?format=${format}&foreground=${foreground}&background=${background}`));
    expect(code.text).toBe(link.shortUrl);
    expect(code.pixels.subarray(0, 3).toString('hex')).toBe(background);
    expect(
      [...Array(256 * 256).keys()].some((n) => code.pixels.subarray(n * 4, n * 4 + 3).toString('hex') === foreground),
    ).toBe(true);
  });
});

test.each([
  ['ffffff', 'ffffff'],
  ['bbbbbb', 'ffffff'],
  ['ffffff', '000000'],
  ['ffff00', 'ffffff'],
])('%s on %s is refused: it would not scan', async (foreground, background) => {
  const answer = await qr(`?foreground=${foreground}&background=${background}`);
  expect([answer.status, answer.body.code]).toEqual([422, 'qr_unreadable']);
});

test.each([
  ['format=gif', 'format'],
  ['size=63', 'size'],
  ['size=2049', 'size'],
  ['size=1e3', 'size'],
  ['size=100&size=200', 'size'],
  ['foreground=red', 'foreground'],
  ['background=12345', 'background'],
  ['logo=maybe', 'logo'],
])('%s is refused', async (query, field) => {
  expect(refused(await qr(`?${query}`))).toEqual([422, field]);
});

test('without a logo `logo=1` is the plain code', async () => {
  expect((await qr('?logo=1')).text).toBe((await qr('')).text);
});

test('codes of many links lock none of them, so that a reader keeps no writer waiting', async () => {
  const locks = () => app.database.query('SELECT id, xmax::text FROM links ORDER BY id');
  const before = await locks();
  const answer = await owner.post('/api/links/bulk/qr', { selection: { ids: [long.id, link.id] } });
  expect(answer.body.items.map(({ id }: { id: string }) => id)).toEqual([long.id, link.id]);
  expect((await owner.post('/api/links/bulk/qr', { selection: { filter: {} } })).body.items).toHaveLength(2);
  expect(await locks()).toEqual(before);
});

describe('with a logo', () => {
  test.each(['svg', 'png'])('every %s scans, shows it and keeps its size, or is refused', async (format) => {
    const logos = [
      { width: 512, height: 512, channels: 4 as const, background: '#d0021b' },
      { width: 512, height: 120, channels: 4 as const, background: '#000000' },
      { width: 64, height: 300, channels: 4 as const, background: { r: 255, g: 255, b: 255, alpha: 0 } },
    ];
    for (const create of logos) {
      const png = await sharp({ create }).png().toBuffer();
      expect((await owner.upload('/api/workspaces/logo', png, 'logo.png', 'image/png')).status).toBe(200);
      for (const of of [link, long]) {
        for (const size of of === link ? [64, 128, 256, 2048] : [64, 300]) {
          const answer = await qr(`?logo=1&format=${format}&size=${size}`, of);
          if (answer.status === 422 && size < 256) continue;
          expect(answer.status).toBe(200);
          expect(await read(answer)).toMatchObject({ text: of.shortUrl, width: size, height: size });
          expect(answer.text).not.toBe((await qr(`?format=${format}&size=${size}`, of)).text);
        }
      }
    }
  });
});
