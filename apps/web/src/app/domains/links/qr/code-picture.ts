import { PdfPage, type Pixels, type Place } from './pdf';
import { inRows } from './sheet-layout';

/** The parts of a QR code drawn by the server. */
interface DrawnCode {
  readonly side: number;
  readonly background: string;
  readonly foreground: string;
  readonly path: string;
  /** The logo in its centre, in the units of `side`. */
  readonly logo: (Place & { readonly href: string }) | null;
}

/** Height of the band with the text, as a share of the code's side. */
const BAND = 0.2;
/** Distance between frame and code, as a share of the code's side. */
const EDGE = 0.04;
/** Resolution of texts drawn for print, in pixels per millimetre: 300 dpi. */
const PRINT = 300 / 25.4;
/** A separate SVG file can only use fonts installed where it is displayed. */
const SVG_FONT = 'Overpass, system-ui, sans-serif';

/** Parses a code drawn by the server. */
export function readCode(svg: string): DrawnCode {
  const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  const [rect, path, image] = ['rect', 'path', 'image'].map((name) => root.querySelector(name));
  const number = (name: string): number => Number(image?.getAttribute(name));
  return {
    side: Number(root.getAttribute('width')),
    background: (rect?.getAttribute('fill') ?? '#ffffff').slice(1),
    foreground: (path?.getAttribute('fill') ?? '#000000').slice(1),
    path: path?.getAttribute('d') ?? '',
    logo: image
      ? {
          x: number('x'),
          y: number('y'),
          width: number('width'),
          height: number('height'),
          href: image.getAttribute('href') ?? '',
        }
      : null,
  };
}

/** Ratio of height to width of a code with a text below it. */
export function framedHeight(words: string): number {
  return words ? (1 + 2 * EDGE + BAND) / (1 + 2 * EDGE) : 1;
}

/** The code in a frame with a text on a band below: an SVG `size` wide. Without a text, the code itself. */
export function framed(svg: string, words: string, size: number): string {
  if (!words) return svg;
  const { foreground, background } = readCode(svg);
  const code = size / (1 + 2 * EDGE);
  const [edge, band, height] = [code * EDGE, code * BAND, Math.round(size * framedHeight(words))];
  const inner = svg
    .replace('<svg ', `<svg x="${edge}" y="${edge}" `)
    .replace(/ width="\d+" height="\d+"/, ` width="${code}" height="${code}"`);
  const letters = fontSize(words, code * 0.92, band * 0.5);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${height}" viewBox="0 0 ${size} ${height}">` +
    `<rect width="${size}" height="${height}" rx="${edge * 1.5}" fill="#${foreground}"/>${inner}` +
    `<text x="${size / 2}" y="${height - band * 0.56}" fill="#${background}" font-family="${SVG_FONT}" ` +
    `font-weight="700" font-size="${letters}" text-anchor="middle" dominant-baseline="central">${escaped(words)}</text></svg>\n`
  );
}

/** Renders the SVG as a PNG, `width` and `height` in pixels. */
export async function pngOf(svg: string, width: number, height: number): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const canvas = canvasOf(width, height);
    canvas.context.drawImage(await loaded(url), 0, 0, width, height);
    return await new Promise((resolve, reject) => {
      canvas.element.toBlob((blob) => {
        if (blob) resolve(blob);
        else reject(new Error('No picture'));
      }, 'image/png');
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Draws a code onto a page, in its frame where there is a text; `place.height` must match {@link framedHeight}. */
export async function drawOnPage(page: PdfPage, svg: string, words: string, place: Place): Promise<void> {
  const code = readCode(svg);
  let [x, y, side] = [place.x, place.y, place.width];
  if (words) {
    page.rectangle(code.foreground, place);
    side = place.width / (1 + 2 * EDGE);
    [x, y] = [place.x + side * EDGE, place.y + side * EDGE];
    const band = { x, y: y + side, width: side, height: place.height - side * (1 + EDGE) };
    page.picture(wordsOf(words, band, { ink: code.background, ground: code.foreground, isBold: true }), band);
  }
  const square = { x, y, width: side, height: side };
  page.rectangle(code.background, square);
  page.path(code.path, code.side, code.foreground, square);
  if (!code.logo) return;
  const unit = side / code.side;
  const { href, ...logo } = code.logo;
  page.picture(await pixelsOf(href), {
    x: x + logo.x * unit,
    y: y + logo.y * unit,
    width: logo.width * unit,
    height: logo.height * unit,
  });
}

/**
 * A text as a picture for print, centred in `place`; one that is too long is drawn smaller, then in two rows unless it is
 * bold, then cut off.
 */
export function wordsOf(
  text: string,
  { width, height }: Pick<Place, 'width' | 'height'>,
  { ink, ground, isBold = false }: { ink: string; ground: string; isBold?: boolean },
): Pixels {
  const { context, element } = canvasOf(Math.round(width * PRINT), Math.round(height * PRINT));
  context.fillStyle = `#${ground}`;
  context.fillRect(0, 0, element.width, element.height);
  const size = fontSize(text, element.width * 0.96, element.height * (isBold ? 0.55 : 0.8), isBold);
  context.font = `${isBold ? '700 ' : ''}${size}px ${getComputedStyle(document.body).fontFamily}`;
  context.fillStyle = `#${ink}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const widthOf = (part: string): number => context.measureText(part).width;
  const rows = isBold ? [text] : inRows(text, (part) => widthOf(part) <= element.width);
  for (const [at, row] of rows.entries()) {
    const middle = (element.height * (at + 0.5)) / rows.length;
    context.fillText(cut(row, widthOf, element.width), element.width / 2, middle);
  }
  return rgbOf(context, element.width, element.height);
}

/** The largest size up to `most` at which the text fits into `width`, but at least six tenths of `most`. */
function fontSize(text: string, width: number, most: number, isBold = true): number {
  const { context } = canvasOf(1, 1);
  context.font = `${isBold ? '700 ' : ''}100px ${getComputedStyle(document.body).fontFamily}`;
  return Math.max(most * 0.6, Math.min(most, (100 * width) / Math.max(1, context.measureText(text).width)));
}

/** The text, or the longest beginning that fits together with an ellipsis. */
function cut(text: string, widthOf: (part: string) => number, width: number): string {
  if (widthOf(text) <= width) return text;
  const letters = Array.from(text);
  while (letters.length > 1 && widthOf(`${letters.join('')}…`) > width) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

async function pixelsOf(href: string): Promise<Pixels> {
  const image = await loaded(href);
  const { context } = canvasOf(image.naturalWidth, image.naturalHeight);
  context.drawImage(image, 0, 0);
  return rgbOf(context, image.naturalWidth, image.naturalHeight);
}

function rgbOf(context: CanvasRenderingContext2D, width: number, height: number): Pixels {
  const { data } = context.getImageData(0, 0, width, height);
  return {
    width,
    height,
    rgb: Uint8Array.from({ length: width * height * 3 }, (_, at) => data[Math.floor(at / 3) * 4 + (at % 3)] ?? 0),
  };
}

function canvasOf(width: number, height: number): { element: HTMLCanvasElement; context: CanvasRenderingContext2D } {
  const element = Object.assign(document.createElement('canvas'), { width, height });
  const context = element.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures');
  return { element, context };
}

async function loaded(src: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = src;
  await image.decode();
  return image;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
