/**
 * Cells of CSV files (decisions 9 and 10). Spreadsheets run a cell that begins with `=`, `+`, `-`, `@`, tab or CR as a
 * formula; such cells, and those that begin with `'`, get a `'` in front. Import takes one leading `'` away, so that
 * every export imports unchanged.
 */
const RISKY_START = /^[=+\-@\t\r']/;

/** A cell's text made harmless. Numbers are cells like any other: `-5` becomes `'-5`. */
export function guardCell(text: string): string {
  return RISKY_START.test(text) ? `'${text}` : text;
}

/** The exact inverse of {@link guardCell}. */
export function unguardCell(cell: string): string {
  return cell.startsWith("'") ? cell.slice(1) : cell;
}

/** Quoting of RFC 4180: only where a comma, a quote or a line break asks for it. */
function quoteCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line of a file, `\n` included. Null is an empty cell. */
export function csvLine(cells: readonly (string | number | boolean | null)[]): string {
  return `${cells.map((cell) => (cell === null ? '' : quoteCell(guardCell(String(cell))))).join(',')}\n`;
}
