import jsqr from 'jsqr';
import QRCode, { type BitMatrix } from 'qrcode';
import type { Sharp } from 'sharp';
import type { QrEyes, QrStyle } from '@signpost/contracts';
import { loadSharp } from '../../platform/pictures.js';
import { pathOf } from './qr-shapes.js';

/** A QR code to draw: `size` in pixels, colours as `rrggbb`, `logo` a PNG or null. */
export interface QrSpec {
  readonly text: string;
  readonly size: number;
  readonly style: QrStyle;
  readonly eyes: QrEyes;
  readonly foreground: string;
  readonly background: string;
  readonly logo: Uint8Array | null;
}

/** A layout with whole pixels per module, so that all modules have the same size. */
interface Layout {
  readonly modules: BitMatrix;
  readonly scale: number;
  /** Pixels between the edge and the first module. */
  readonly offset: number;
  readonly size: number;
}

/** Quiet zones in modules, tried in order. The standard requires four; for a tiny code, larger modules matter more. */
const MARGINS = [4, 2, 1];
/** Pixels per module that scan well; from this size on the full quiet zone is kept. */
const GOOD_SCALE = 3;
/**
 * Sizes of the logo's box as shares of the code's side, largest first; if a code does not scan, the next one is tried.
 * None is a quarter or larger, because some readers take a dark disc of that size for a finder square.
 */
const LOGO_SHARES = [0.22, 0.18, 0.14];
/**
 * Side lengths of the image used for verification: decoding time grows with the area, so the smaller one is tried
 * first.
 */
const PROOF_SIZES = [256, 512];

/**
 * Side length in pixels of the logo embedded in an SVG, independent of the SVG's size, since it may be printed large.
 */
const SVG_LOGO = 256;

/** Draws a code: `image/svg+xml` or `image/png` of exactly the requested size. Null when it would not scan. */
export async function drawQrCode(spec: QrSpec, format: 'svg' | 'png'): Promise<Buffer | null> {
  const codes = codesOf(spec);
  for (const share of spec.logo === null ? [0] : LOGO_SHARES) {
    if (!(await scans(spec, codes, share))) continue;
    const layout = layoutOf(codes, spec.size);
    if (layout === null) return null;
    return format === 'svg'
      ? Buffer.from(await drawSvg(spec, layout, share, SVG_LOGO))
      : (await paint(spec, layout, share)).png({ compressionLevel: 9 }).toBuffer();
  }
  return null;
}

/** The text encoded with medium and with low error correction; with the highest level if there is a logo. */
function codesOf({ text, logo }: QrSpec): readonly BitMatrix[] {
  const levels = logo === null ? (['M', 'L'] as const) : (['H'] as const);
  return levels.map((errorCorrectionLevel) => QRCode.create(text, { errorCorrectionLevel }).modules);
}

/** Verifies the code by decoding it: small ones at their real size, large ones scaled down. */
async function scans(spec: QrSpec, codes: readonly BitMatrix[], share: number): Promise<boolean> {
  for (const most of PROOF_SIZES) {
    const size = Math.min(spec.size, most);
    if (await scansAt(spec, layoutOf(codes, size), share)) return true;
    if (size === spec.size) return false;
  }
  return false;
}

async function scansAt(spec: QrSpec, layout: Layout | null, share: number): Promise<boolean> {
  if (layout === null) return false;
  const picture = (await paint(spec, layout, share)).ensureAlpha().raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  const read = jsqr.default(new Uint8ClampedArray(data), info.width, info.height, { inversionAttempts: 'dontInvert' });
  return read?.data === spec.text;
}

/**
 * The best layout in `size` pixels: the first code with the full quiet zone if its modules are large enough, else the
 * one with the largest modules. Null when no code fits.
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

/** Side of the centred logo box in modules. A code's side is an odd number of modules, so the box's must be odd too. */
function boxedModules({ modules }: Layout, share: number): number {
  return share === 0 ? 0 : Math.max(3, Math.round((modules.size * share - 1) / 2) * 2 + 1);
}

/** Rasterises the code with libvips, which works in its own threads. */
async function paint(spec: QrSpec, layout: Layout, share: number): Promise<Sharp> {
  const svg = await drawSvg(spec, layout, share, boxedModules(layout, share) * layout.scale);
  return (await loadSharp())(Buffer.from(svg)).removeAlpha();
}

/** The logo as a square of `side` pixels on the background colour, with a margin of `air` pixels on each side. */
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

/** @param logoPixels side length of the logo image in pixels, independent of the size of its box */
async function drawSvg(spec: QrSpec, layout: Layout, share: number, logoPixels: number): Promise<string> {
  const { size, scale, offset, modules } = layout;
  const boxed = boxedModules(layout, share);
  const [start, side] = [offset + ((modules.size - boxed) / 2) * scale, boxed * scale];
  const logo = boxed === 0 ? null : await boxedLogo(spec, logoPixels, Math.round(logoPixels / boxed / 2));
  const image =
    logo === null
      ? ''
      : `<image x="${start}" y="${start}" width="${side}" height="${side}" ` +
        `href="data:image/png;base64,${logo.toString('base64')}"/>`;
  const edges = spec.style === 'squares' && spec.eyes === 'square' ? ' shape-rendering="crispEdges"' : '';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}"${edges}>` +
    `<rect width="${size}" height="${size}" fill="#${spec.background}"/><path fill="#${spec.foreground}" ` +
    `fill-rule="evenodd" d="${pathOf(modules, spec.style, spec.eyes, { offset, scale }, boxed)}"/>${image}</svg>\n`
  );
}

function rgbOf(color: string): [number, number, number] {
  return [0, 2, 4].map((at) => parseInt(color.slice(at, at + 2), 16)) as [number, number, number];
}
