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

/** Whole pixels per module, so that every module is as large as its neighbours. */
interface Layout {
  readonly modules: BitMatrix;
  readonly scale: number;
  /** Pixels between the edge and the first module. */
  readonly offset: number;
  readonly size: number;
}

/** Quiet zones in modules that are tried in turn. The standard asks for four; a tiny code gains more by larger modules. */
const MARGINS = [4, 2, 1];
/** Pixels per module that scan well, for which the full quiet zone is not given up. */
const GOOD_SCALE = 3;
/**
 * Shares of the code's side that the logo's box takes, largest first; what does not scan is drawn smaller. A dark disc of a quarter
 * is taken for an eye of the code by some readers, so none is as large.
 */
const LOGO_SHARES = [0.22, 0.18, 0.14];
/** The longest sides of the picture that is read back: reading costs time by its area, so the smaller one comes first. */
const PROOF_SIZES = [256, 512];

/** Pixels of the picture that an SVG carries, whatever its size: it may be printed large. */
const SVG_LOGO = 256;

/** A drawn code: `image/svg+xml` or `image/png` of exactly the asked size. Null when it would not scan. */
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

/** The text with medium and with low correction; with the highest one, as a logo needs. */
function codesOf({ text, logo }: QrSpec): readonly BitMatrix[] {
  const levels = logo === null ? (['M', 'L'] as const) : (['H'] as const);
  return levels.map((errorCorrectionLevel) => QRCode.create(text, { errorCorrectionLevel }).modules);
}

/** Reads the code back as a camera would, at the real size when it is small and at smaller ones when it is large. */
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

/** Modules along the logo's box, which lies in the middle. A code's side is an odd number of modules, so the box's is one too. */
function boxedModules({ modules }: Layout, share: number): number {
  return share === 0 ? 0 : Math.max(3, Math.round((modules.size * share - 1) / 2) * 2 + 1);
}

/** The picture in pixels, by libvips, whose threads hold nobody up. */
async function paint(spec: QrSpec, layout: Layout, share: number): Promise<Sharp> {
  const svg = await drawSvg(spec, layout, share, boxedModules(layout, share) * layout.scale);
  return (await loadSharp())(Buffer.from(svg)).removeAlpha();
}

/** The logo as a square of `side` pixels on the background's colour, `air` pixels of it on each side. */
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

/** @param logoPixels Pixels along the side of the logo's picture, whatever the size of its box */
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
