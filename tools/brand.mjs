// Draws the icons that browsers and phones ask for from the one SVG of the mark. Run it when the mark changes:
// node tools/brand.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { ROOT } from './process.mjs';

const PUBLIC = join(ROOT, 'apps/web/public');
const GROUND = '#FBFAF7';
const mark = readFileSync(join(PUBLIC, 'favicon.svg'));

/** The mark with a margin on the page's background, as PNG. */
async function tile(pixels, share) {
  const size = Math.round(pixels * share);
  const drawn = await sharp(mark, { density: (72 * size) / 16 })
    .resize(size, size)
    .png()
    .toBuffer();
  return sharp({ create: { width: pixels, height: pixels, channels: 4, background: GROUND } })
    .composite([{ input: drawn }])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}

/** An ICO file with one PNG of 32 pixels. */
function ico(png) {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(32, 6);
  head.writeUInt8(32, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(22, 18);
  return Buffer.concat([head, png]);
}

writeFileSync(join(PUBLIC, 'apple-touch-icon.png'), await tile(180, 0.62));
const small = await sharp(mark, { density: 144 }).resize(32, 32).png({ compressionLevel: 9 }).toBuffer();
writeFileSync(join(PUBLIC, 'favicon.ico'), ico(small));
