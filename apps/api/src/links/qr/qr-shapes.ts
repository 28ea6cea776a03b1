import type { BitMatrix } from 'qrcode';
import type { QrEyes, QrStyle } from '@signpost/contracts';

/** Side, in modules, of the three finder squares by which readers locate a code. */
const EYE = 7;
/**
 * Diameter of a dot as a share of a module: less than one, so that dots stay separate, but large enough to be read from
 * a distance.
 */
const DOT = 0.92;
/** A quarter of a circle as a Bézier curve. */
const KAPPA = 0.5523;

type Corners = readonly [topLeft: number, topRight: number, bottomRight: number, bottomLeft: number];

/** Offset of the first module and size of each module, in the units of the path. */
export interface Grid {
  readonly offset: number;
  readonly scale: number;
}

/**
 * The dark parts of a code as one SVG path (only `M`, `h`, `v`, `c`, `z`, to be filled by the even-odd rule).
 * @param boxed side, in modules, of the box in the middle that stays empty for a logo
 */
export function pathOf(code: BitMatrix, style: QrStyle, eyes: QrEyes, grid: Grid, boxed = 0): string {
  const last = code.size - EYE;
  const free = (code.size - boxed) / 2;
  const isFree = (row: number, column: number): boolean =>
    Math.min(row, column) >= free && Math.max(row, column) < code.size - free;
  const isDark = (row: number, column: number): boolean => {
    if (row < 0 || column < 0 || row >= code.size || column >= code.size) return false;
    const isEye = (row < EYE && (column < EYE || column >= last)) || (row >= last && column < EYE);
    return !isEye && !isFree(row, column) && code.get(row, column) !== 0;
  };
  const draw = (column: number, row: number, width: number, height: number, corners: Corners): string => {
    const { offset, scale } = grid;
    const at = (modules: number): number => offset + modules * scale;
    return box(
      at(column),
      at(row),
      width * scale,
      height * scale,
      corners.map((one) => one * scale) as unknown as Corners,
    );
  };
  const parts = [
    [0, 0],
    [0, last],
    [last, 0],
  ].map(([row = 0, column = 0]) => eye(draw, column, row, eyes));
  for (let row = 0; row < code.size; row += 1) {
    for (let column = 0; column < code.size; column += 1) {
      if (!isDark(row, column)) continue;
      if (style === 'squares') {
        const from = column;
        while (isDark(row, column + 1)) column += 1;
        parts.push(draw(from, row, column - from + 1, 1, [0, 0, 0, 0]));
      } else if (style === 'dots') {
        // Readers align the code by its fixed patterns, so those are drawn as full squares.
        if (code.isReserved(row, column) !== 0) parts.push(draw(column, row, 1, 1, all(0)));
        else parts.push(draw(column + (1 - DOT) / 2, row + (1 - DOT) / 2, DOT, DOT, all(DOT / 2)));
      } else {
        parts.push(draw(column, row, 1, 1, freeCorners(isDark, row, column)));
      }
    }
  }
  return parts.join('');
}

function eye(
  draw: (column: number, row: number, width: number, height: number, corners: Corners) => string,
  column: number,
  row: number,
  eyes: QrEyes,
): string {
  const [outer, inner, pupil] = eyes === 'round' ? [2.2, 1.4, 1.1] : [0, 0, 0];
  return (
    draw(column, row, EYE, EYE, all(outer)) +
    draw(column + 1, row + 1, EYE - 2, EYE - 2, all(inner)) +
    draw(column + 2, row + 2, EYE - 4, EYE - 4, all(pupil))
  );
}

/** Corners are rounded where no dark module is adjacent, so that neighbouring modules merge. */
function freeCorners(isDark: (row: number, column: number) => boolean, row: number, column: number): Corners {
  const [up, right, down, left] = [
    isDark(row - 1, column),
    isDark(row, column + 1),
    isDark(row + 1, column),
    isDark(row, column - 1),
  ];
  const corner = (one: boolean, other: boolean): number => (one || other ? 0 : 0.5);
  return [corner(up, left), corner(up, right), corner(down, right), corner(down, left)];
}

function all(radius: number): Corners {
  return [radius, radius, radius, radius];
}

/** A rectangle with a radius for each of its corners. */
function box(x: number, y: number, width: number, height: number, [tl, tr, br, bl]: Corners): string {
  const turn = (radius: number, dx: number, dy: number, isFlatFirst: boolean): string => {
    if (radius === 0) return '';
    const [a, b] = [dx * radius, dy * radius];
    const first = isFlatFirst ? [a * KAPPA, 0] : [0, b * KAPPA];
    const second = isFlatFirst ? [a, b * (1 - KAPPA)] : [a * (1 - KAPPA), b];
    return `c${[...first, ...second, a, b].map(short).join(' ')}`;
  };
  return (
    `M${short(x + tl)} ${short(y)}h${short(width - tl - tr)}${turn(tr, 1, 1, true)}` +
    `v${short(height - tr - br)}${turn(br, -1, 1, false)}` +
    `h${short(br + bl - width)}${turn(bl, -1, -1, true)}` +
    (tl === 0 ? 'z' : `v${short(bl + tl - height)}${turn(tl, 1, -1, false)}z`)
  );
}

/** Rounded to hundredths, which is finer than any printer's resolution. */
function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}
