/** Paper sizes in millimetres. */
export const PAPERS = { a4: { width: 210, height: 297 }, letter: { width: 215.9, height: 279.4 } } as const;
export type Paper = keyof typeof PAPERS;

/** Unprintable margin and gap between codes, in millimetres; codes include their own quiet zones. */
const MARGIN = 12;
const GAP = 6;
/** Height of a line below a code, in millimetres. */
export const LINE = 5;

/** Arrangement of codes on sheets, in millimetres. */
export interface SheetLayout {
  readonly across: number;
  readonly pages: number;
  readonly perPage: number;
  /** The page and the top left corner of a code, by its index over all pages. */
  readonly at: (index: number) => { readonly page: number; readonly x: number; readonly y: number };
}

/**
 * @param width of a code
 * @param height of a code with its frame
 * @param lines below each code
 */
export function layoutOf(count: number, paper: Paper, width: number, height: number, lines: number): SheetLayout {
  const room = PAPERS[paper];
  const [stepX, stepY] = [width + GAP, height + lines * LINE + GAP];
  const across = Math.max(1, Math.floor((room.width - 2 * MARGIN + GAP) / stepX));
  const down = Math.max(1, Math.floor((room.height - 2 * MARGIN + GAP) / stepY));
  const left = (room.width - across * stepX + GAP) / 2;
  const perPage = across * down;
  return {
    across,
    perPage,
    pages: Math.ceil(count / perPage),
    at: (index) => ({
      page: Math.floor(index / perPage),
      x: left + (index % across) * stepX,
      y: MARGIN + Math.floor((index % perPage) / across) * stepY,
    }),
  };
}

/** Where a text may be broken: after these. */
const BREAKS = /[/\s._-]/;

/**
 * A text in one row, or in two where it does not fit into one: the first ends at the last sign that fits and leaves a
 * second row that fits too, else at the last letter that fits. An address below a code is typed from paper, so its end
 * must be there.
 */
export function inRows(text: string, fits: (part: string) => boolean): string[] {
  if (fits(text)) return [text];
  const letters = Array.from(text);
  const parts = (end: number): [string, string] => [letters.slice(0, end).join(''), letters.slice(end).join('')];
  const ends = letters.map((_, at) => at + 1).filter((end) => fits(parts(end)[0].trimEnd()));
  const atBreak = ends.findLast((end) => BREAKS.test(letters[end - 1] ?? '') && fits(parts(end)[1]));
  return parts(atBreak ?? ends.at(-1) ?? 1).map((part) => part.trim());
}
