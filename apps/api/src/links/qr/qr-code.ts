import jsqr from 'jsqr';
import QRCode, { type BitMatrix } from 'qrcode';
import type { Sharp } from 'sharp';
import { loadSharp } from '../../platform/pictures.js';

/** A QR code to draw: `size` in pixels, colours as `rrggbb`, `logo` a PNG or null. */
export interface QrSpec {
  readonly text: string;
  readonly size: number;
  readonly foreground: string;
  readonly background: string;
  readonly logo: Uint8Array | null;
}

/** Whole pixels per module, so that every module is as large as its neighbours. */
interface Layout {
  readonly modules: BitMatrix;
  readonly scale: number;
  /** Pixels between the edge and the first module. */
  readonly offset: number;
  readonly size: number;
}

interface Box {
  readonly start: number;
  readonly side: number;
}

/** Quiet zones in modules that are tried in turn. The standard asks for four; a tiny code gains more by larger modules. */
const MARGINS = [4, 2, 1];
/** Pixels per module that scan well, for which the full quiet zone is not given up. */
const GOOD_SCALE = 3;
/** Shares of the code's side that the logo's box takes, largest first; what does not scan is drawn smaller. */
const LOGO_SHARES = [0.26, 0.2, 0.15];
/** The longest side of the picture that is read back: reading costs time by its area. */
const PROOF_SIZE = 256;

/** Red, green and blue. */
const CHANNELS = 3;

/** Pixels of the picture that an SVG carries, whatever its size: it may be printed large. */
const SVG_LOGO = 256;

/** A drawn code: `image/svg+xml` or `image/png` of exactly the asked size. Null when it would not scan. */
export async function drawQrCode(spec: QrSpec, format: 'svg' | 'png'): Promise<Buffer | null> {
  const codes = codesOf(spec);
  for (const share of spec.logo === null ? [0] : LOGO_SHARES) {
    if (!(await scans(spec, codes, share))) continue;
    const layout = layoutOf(codes, spec.size);
    if (layout === null) return null;
    return format === 'svg' ? Buffer.from(await drawSvg(spec, layout, share)) : drawPng(spec, layout, share);
  }
  return null;
}

/** The text with medium and with low correction; with the highest one, as a logo needs. */
function codesOf({ text, logo }: QrSpec): readonly BitMatrix[] {
  const levels = logo === null ? (['M', 'L'] as const) : (['H'] as const);
  return levels.map((errorCorrectionLevel) => QRCode.create(text, { errorCorrectionLevel }).modules);
}

/** Reads the code back as a camera would, at the real size when it is small and at a smaller one when it is large. */
async function scans(spec: QrSpec, codes: readonly BitMatrix[], share: number): Promise<boolean> {
  const layout = layoutOf(codes, Math.min(spec.size, PROOF_SIZE));
  if (layout === null) return false;
  const { data, info } = await (
    await paint(spec, layout, share)
  )
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const read = jsqr.default(new Uint8ClampedArray(data), info.width, info.height, { inversionAttempts: 'dontInvert' });
  return read?.data === spec.text;
}

/**
 * The best layout in `size` pixels: the first code and a full quiet zone where modules are large enough, else whatever
 * gives the largest modules. Null when no code fits at all.
 */
function layoutOf(codes: readonly BitMatrix[], size: number): Layout | null {
  let best: Layout | null = null;
  for (const margin of MARGINS) {
    for (const modules of codes) {
      const scale = Math.floor(size / (modules.size + 2 * margin));
      if (scale < 1 || (best !== null && (best.scale >= GOOD_SCALE || best.scale >= scale))) continue;
      best = { modules, scale, offset: Math.floor((size - modules.size * scale) / 2), size };
    }
  }
  return best;
}

/** Where the logo's box lies, in pixels, on whole modules in the middle. */
function boxOf(layout: Layout, share: number): Box | null {
  if (share === 0) return null;
  // A code's side is an odd number of modules, so the box's must be one too.
  const modules = Math.max(3, Math.round((layout.modules.size * share - 1) / 2) * 2 + 1);
  return {
    start: layout.offset + ((layout.modules.size - modules) / 2) * layout.scale,
    side: modules * layout.scale,
  };
}

/** A pixel for each module, made as large as it is to be by libvips, whose threads hold nobody up. */
async function paint(spec: QrSpec, layout: Layout, share: number): Promise<Sharp> {
  const { size, scale, offset, modules } = layout;
  const [dark, light] = [rgbOf(spec.foreground), rgbOf(spec.background)];
  const pixels = Buffer.alloc(modules.size * modules.size * CHANNELS);
  modules.data.forEach((isDark, index) => {
    pixels.set(isDark === 0 ? light : dark, index * CHANNELS);
  });
  const side = modules.size * scale;
  const rest = size - offset - side;
  const [r, g, b] = light;
  const sharp = await loadSharp();
  const image = sharp(pixels, { raw: { width: modules.size, height: modules.size, channels: CHANNELS } })
    .resize(side, side, { kernel: 'nearest' })
    .extend({ top: offset, left: offset, right: rest, bottom: rest, background: { r, g, b } });
  const box = boxOf(layout, share);
  if (box === null || spec.logo === null) return image;
  const picture = await boxedLogo(spec, box.side, Math.floor(scale / 2));
  return image.composite([{ input: picture, left: box.start, top: box.start }]);
}

async function drawPng(spec: QrSpec, layout: Layout, share: number): Promise<Buffer> {
  return (await paint(spec, layout, share)).png({ compressionLevel: 9 }).toBuffer();
}

/** The logo as a square on the background's colour, `air` pixels of it on each side. */
async function boxedLogo(spec: QrSpec, side: number, air: number): Promise<Buffer> {
  const inner = Math.max(1, side - 2 * air);
  const [r, g, b] = rgbOf(spec.background);
  const ground = { r, g, b, alpha: 1 };
  const sharp = await loadSharp();
  return sharp(spec.logo ?? Buffer.alloc(0))
    .resize(inner, inner, { fit: 'contain', background: ground })
    .flatten({ background: ground })
    .extend({ top: air, left: air, right: side - inner - air, bottom: side - inner - air, background: ground })
    .png()
    .toBuffer();
}

/** The same pixels as the PNG, as shapes: one path of horizontal runs. */
async function drawSvg(spec: QrSpec, layout: Layout, share: number): Promise<string> {
  const { size, scale, offset, modules } = layout;
  const runs: string[] = [];
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column) === 0) continue;
      const from = column;
      while (column + 1 < modules.size && modules.get(row, column + 1) !== 0) column += 1;
      const width = (column - from + 1) * scale;
      runs.push(`M${offset + from * scale} ${offset + row * scale}h${width}v${scale}h-${width}z`);
    }
  }
  const box = boxOf(layout, share);
  const picture = box === null ? null : await boxedLogo(spec, SVG_LOGO, Math.round((SVG_LOGO * scale) / 2 / box.side));
  const image =
    box === null || picture === null
      ? ''
      : `<image x="${box.start}" y="${box.start}" width="${box.side}" height="${box.side}" ` +
        `href="data:image/png;base64,${picture.toString('base64')}"/>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}" ` +
    `shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#${spec.background}"/>` +
    `<path fill="#${spec.foreground}" d="${runs.join('')}"/>${image}</svg>\n`
  );
}

function rgbOf(color: string): [number, number, number] {
  return [0, 2, 4].map((at) => parseInt(color.slice(at, at + 2), 16)) as [number, number, number];
}
