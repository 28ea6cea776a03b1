/**
 * Cells of CSV files (decisions 9 and 10). Spreadsheets run a cell that begins with `=`, `+`, `-`, `@`, tab or CR as a
 * formula; such cells, and those that begin with `'`, get a `'` in front. Those that separate by `;` or tab see further
 * cells inside of one of ours: what begins such a cell with a formula gets a `'` in front, too. Import takes one `'`
 * away at each of these places, so that every export imports unchanged.
 */
const RISKY_START = /^[=+\-@\t\r']/;
const RISKY_INSIDE = /([;\t] *'*)([=+\-@])/g;
const GUARDED_INSIDE = /([;\t] *'*)'([=+\-@])/g;

/** A cell's text made harmless. Numbers are cells like any other: `-5` becomes `'-5`. */
export function guardCell(text: string): string {
  const inside = text.replace(RISKY_INSIDE, "$1'$2");
  return RISKY_START.test(text) ? `'${inside}` : inside;
}

/** The exact inverse of {@link guardCell}. */
export function unguardCell(cell: string): string {
  return (cell.startsWith("'") ? cell.slice(1) : cell).replace(GUARDED_INSIDE, '$1$2');
}

/** Quoting of RFC 4180: only where a comma, a quote or a line break asks for it. */
function quoteCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line of a file, `\n` included. Null is an empty cell. */
export function csvLine(cells: readonly (string | number | boolean | null)[]): string {
  return `${cells.map((cell) => (cell === null ? '' : quoteCell(guardCell(String(cell))))).join(',')}\n`;
}

/** What a spreadsheet's formula leads to: `=HYPERLINK("https://acme.example/1","Click")`. */
export function linkInFormula(cell: string): string {
  return /^=HYPERLINK\(\s*"([^"]+)"/i.exec(cell)?.[1] ?? cell;
}
