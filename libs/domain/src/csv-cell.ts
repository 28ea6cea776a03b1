/**
 * Cells of CSV files (decisions 9 and 10), protected against CSV injection. Spreadsheets evaluate a cell that begins
 * with `=`, `+`, `-`, `@`, tab or CR as a formula, so such cells are prefixed with `'`; cells that already begin with
 * `'` are prefixed too, so that the import can undo it. A spreadsheet that splits at `;` or tab sees several cells
 * inside one of ours, so the formula characters at the beginning of those parts are prefixed as well. The import
 * removes one `'` at each of these places: every export can be imported unchanged.
 */
const RISKY_START = /^[=+\-@\t\r']/;
const RISKY_INSIDE = /([;\t] *'*)([=+\-@])/g;
const GUARDED_INSIDE = /([;\t] *'*)'([=+\-@])/g;

/**
 * How files are read, besides their delimiter, as options of `csv-parse`: any line ends, rows of any length, quotes inside of
 * cells; rows without a value are none.
 */
export const CSV_READING = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
};

/** The text of a cell with every formula start prefixed by `'`. Applies to numbers too: `-5` becomes `'-5`. */
export function guardCell(text: string): string {
  const inside = text.replace(RISKY_INSIDE, "$1'$2");
  return RISKY_START.test(text) ? `'${inside}` : inside;
}

/** The exact inverse of {@link guardCell}. */
export function unguardCell(cell: string): string {
  return (cell.startsWith("'") ? cell.slice(1) : cell).replace(GUARDED_INSIDE, '$1$2');
}

/** Quotes a cell by RFC 4180, only if it contains a comma, a quote or a line break. */
function quoteCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line of a file, `\n` included. Null is an empty cell. */
export function csvLine(cells: readonly (string | number | boolean | null)[]): string {
  return `${cells.map((cell) => (cell === null ? '' : quoteCell(guardCell(String(cell))))).join(',')}\n`;
}

/**
 * The URL inside a spreadsheet formula such as `=HYPERLINK("https://acme.example/1","Click")`; any other cell is
 * returned unchanged.
 */
export function linkInFormula(cell: string): string {
  return /^=HYPERLINK\(\s*"([^"]+)"/i.exec(cell)?.[1] ?? cell;
}

// prettier-ignore
const TRUE_WORDS = new Set([
  'true', 't', 'yes', 'y', '1', 'ja', 'wahr', 'oui', 'vrai', 'sí', 'verdadero', 'evet', 'doğru',
]);
// prettier-ignore
const FALSE_WORDS = new Set([
  'false', 'f', 'no', 'n', '0', 'nein', 'falsch', 'non', 'faux', 'falso', 'hayır', 'hayir', 'yanlış', 'yanliş',
]);

/** A cell that says yes or no, in the words that databases and spreadsheets of several languages write; null for any other. */
export function flagOfCell(cell: string): boolean | null {
  const word = cell.trim().toLowerCase();
  if (TRUE_WORDS.has(word)) return true;
  return FALSE_WORDS.has(word) ? false : null;
}
