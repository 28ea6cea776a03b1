import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { QR_EYES, QR_STYLES } from '@signpost/contracts';
import jsqr from 'jsqr';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawQrCode } from './qr-code.js';

/** The second decoder, an external program that shares no code with the first. */
const hasZbar = spawnSync('zbarimg', ['--version']).status === 0;
const SHORT = 'https://go.example.com/spring';
const MIDDLE = `${SHORT}-${'23456789ab'.repeat(3)}`;
const LONG = `${SHORT}-${'x'.repeat(57)}?qr=1`;

interface Sample {
  readonly name: string;
  readonly text: string;
  readonly picture: Buffer;
}

/** Print sizes, each with its own URL; the middle ones with a dark disc, which resembles a finder square. */
async function samples(): Promise<Sample[]> {
  const disc =
    '<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512"><circle cx="256" cy="256" r="256"/></svg>';
  const logo = await sharp(Buffer.from(disc)).png().toBuffer();
  const found: Sample[] = [];
  for (const style of QR_STYLES) {
    for (const eyes of QR_EYES) {
      for (const [text, size, withLogo] of [
        [SHORT, 256, false],
        [LONG, 512, false],
        [MIDDLE, 1024, true],
      ] as const) {
        const spec = {
          text,
          size,
          style,
          eyes,
          foreground: '1a2b4c',
          background: 'fff8e7',
          logo: withLogo ? logo : null,
        };
        for (const format of ['png', 'svg'] as const) {
          const code = await drawQrCode(spec, format);
          const picture = await sharp(code ?? Buffer.alloc(0))
            .png()
            .toBuffer();
          found.push({ name: `${style}-${eyes}-${size}-${format}`, text, picture });
        }
      }
    }
  }
  return found;
}

async function readByJsqr(picture: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsqr.default(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

/** The texts that zbar decodes, by file name. */
function readByZbar(pictures: readonly Sample[]): Map<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-qr-'));
  try {
    const files = pictures.map(({ name, picture }) => {
      writeFileSync(join(folder, `${name}.png`), picture);
      return join(folder, `${name}.png`);
    });
    const args = ['--nodbus', '-q', '--xml', '-Sdisable', '-Sqrcode.enable', ...files];
    const xml = execFileSync('zbarimg', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const sources = xml.matchAll(/<source href='[^']*\/([^/']+)\.png'>([^]*?)<\/source>/g);
    return new Map([...sources].map(([, name = '', body = '']) => [name, /CDATA\[([^\]]*)\]/.exec(body)?.[1] ?? '']));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('two independent decoders read every style, at print sizes, also with a logo', async (context) => {
  const drawn = await samples();
  const wanted = Object.fromEntries(drawn.map(({ name, text }) => [name, text]));
  const read: Record<string, string | undefined> = {};
  for (const { name, picture } of drawn) read[name] = await readByJsqr(picture);
  expect(read).toEqual(wanted);
  if (!hasZbar) context.skip('zbarimg is not installed');
  expect(Object.fromEntries(readByZbar(drawn))).toEqual(wanted);
});

test('styles differ, and their SVG only uses path commands that PDF supports', async () => {
  const paths = new Set<string>();
  for (const style of QR_STYLES) {
    for (const eyes of QR_EYES) {
      const spec = { text: SHORT, size: 256, style, eyes, foreground: '000000', background: 'ffffff', logo: null };
      const path = / d="([^"]*)"/.exec(String(await drawQrCode(spec, 'svg')))?.[1] ?? '';
      expect(path).toMatch(/^[Mhvcz0-9 .-]+$/);
      paths.add(path);
    }
  }
  expect(paths.size).toBe(QR_STYLES.length * QR_EYES.length);
});
