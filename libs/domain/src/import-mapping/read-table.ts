import { CSV_SEPARATOR_LINE } from '@signpost/contracts';
import { parse } from 'csv-parse/browser/esm/sync';
import { CSV_READING } from '../csv-cell.js';
import { isRecord } from '../record.js';
import { isAddress } from './short-address.js';

/** The contents of a file of links, before its columns are mapped. */
export interface ForeignTable {
  /** Column names from the header; spreadsheet letters (A, B, …) if the file has no header. */
  readonly columns: readonly string[];
  /** Number of columns of the header; columns from this index on are extra cells. */
  readonly headed: number;
  /** Whether each column has a name in the header; in a file without a header every one counts as named. */
  readonly isNamed: readonly boolean[];
  /** Cells by column index; a row may have fewer cells than there are columns, but not more. */
  readonly rows: readonly (readonly string[])[];
  /** The separator that was detected, or `json`. */
  readonly format: Delimiter | 'json';
  readonly encoding: Encoding;
}

export type Delimiter = ',' | ';' | '\t' | '|';
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Why a file cannot be read as a list of links. */
export type RefusedFile =
  'spreadsheet' | 'archive' | 'pdf' | 'web_page' | 'sql' | 'binary' | 'json' | 'unclosed_quote' | 'empty';

export type ReadTable =
  | { readonly kind: 'table'; readonly table: ForeignTable }
  /** Neither UTF-8 nor marked as UTF-16: probably Windows-1252, which the user has to confirm. */
  | { readonly kind: 'encoding_unknown' }
  | { readonly kind: 'refused'; readonly reason: RefusedFile };

const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|'];
/** Number of rows that are parsed to detect the separator. */
const SAMPLE_ROWS = 20;
const SAMPLE_LETTERS = 64 * 1024;

/**
 * Reads a file written by another product or a spreadsheet: CSV with any usual separator, or JSON with an array of
 * objects. Rows whose cells are all empty are skipped.
 * @param encoding chosen by the user after `encoding_unknown`.
 */
export function readTable(bytes: Uint8Array, encoding?: Encoding): ReadTable {
  const format = binaryFormatOf(bytes);
  if (format !== null) return { kind: 'refused', reason: format };
  const decoded = decodeFile(bytes, encoding);
  if (decoded === null) return bytes.includes(0) ? { kind: 'refused', reason: 'binary' } : { kind: 'encoding_unknown' };
  const text = decoded.text;
  const reason = refusalOf(text);
  if (reason !== null) return { kind: 'refused', reason };
  const read = /^\s*[[{]/.test(text) ? readJson(text) : readCsv(text);
  if (typeof read === 'string') return { kind: 'refused', reason: read };
  return { kind: 'table', table: { ...read, encoding: decoded.encoding } };
}

type Content = Omit<ForeignTable, 'encoding'>;

/** Beginnings of binary formats, in hexadecimal. */
const SIGNATURES: readonly (readonly [RefusedFile, RegExp])[] = [
  // ZIP: the container of XLSX, ODS and Numbers, unless its first file says otherwise.
  ['spreadsheet', /^504b0304/],
  // OLE compound file of XLS.
  ['spreadsheet', /^d0cf11e0/],
  // ZIP without entries, gzip, bzip2, 7-Zip, RAR, XZ, Zstandard.
  ['archive', /^(?:504b0506|1f8b|425a683|377abcaf|526172211a|fd377a585a|28b52ffd)/],
  // White space, then %PDF.
  ['pdf', /^(?:0a|0d|20)*25504446/],
];
/** Number of bytes by which a format is recognised. */
const SIGNATURE_BYTES = 32;
/** Files as people exchange them, which no spreadsheet has as its first part. */
const EXCHANGED = /\.(?:csv|tsv|txt|json|html?|sql|xlsx?|ods|pdf)$/i;

/** The binary format of a file by its first bytes; null for text. */
export function binaryFormatOf(bytes: Uint8Array): RefusedFile | null {
  const start = Array.from(bytes.subarray(0, SIGNATURE_BYTES), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const format = SIGNATURES.find(([, signature]) => signature.test(start))?.[0] ?? null;
  return format === 'spreadsheet' && EXCHANGED.test(nameInZip(bytes)) ? 'archive' : format;
}

/** Name of the first file in a ZIP file; anything for another. */
function nameInZip(bytes: Uint8Array): string {
  const length = (bytes[26] ?? 0) + 256 * (bytes[27] ?? 0);
  return new TextDecoder().decode(bytes.subarray(30, 30 + length));
}

/**
 * Decodes the text of a file: by its byte order mark, else as `wanted` or UTF-8; null when the bytes are invalid in
 * that encoding.
 * @param wanted encoding chosen by the user.
 */
export function decodeFile(bytes: Uint8Array, wanted?: Encoding): { text: string; encoding: Encoding } | null {
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
  const encoding = marked ?? wanted ?? 'utf-8';
  try {
    // TextDecoder also removes a byte order mark.
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding };
  } catch {
    return null;
  }
}

/** Why a text cannot be a list of links, judged by its beginning; null when nothing speaks against it. */
export function refusalOf(text: string): RefusedFile | null {
  if (text.trim() === '') return 'empty';
  if (text.includes('\u0000')) return 'binary';
  // A workbook as XML, of Excel 2003 or of LibreOffice.
  if (/^\s*<\?xml[^>]*>\s*<(?:\?mso-application|Workbook\b|office:document\b)/i.test(text)) return 'spreadsheet';
  if (/^\s*<[!?a-z]/i.test(text)) return 'web_page';
  return SQL_DUMP.test(text) ? 'sql' : null;
}

/**
 * Behind any comments, a statement with which dumps of MySQL, MariaDB, PostgreSQL and SQLite begin. A comment ends at its first
 * mark and nowhere else: with a choice, a file of comments alone would take for ever.
 */
const SQL_DUMP = new RegExp(
  String.raw`^\s*(?:(?:--|#|\\restrict\b)[^\n]*\n\s*|/\*(?!!)(?:[^*]|\*(?!/))*\*/;?\s*)*(?:/\*!\d|` +
    String.raw`(?:insert(?:\s+ignore)?|replace)\s+into\s|(?:create|drop|lock)\s+(?:tables?|database)\s|` +
    String.raw`set\s+(?:@?\w+\s*=|names\s)|pragma\s+\w+\s*=|copy\s+\S[^\n]*\sfrom\s+stdin|` +
    String.raw`(?:begin|begin\s+transaction|start\s+transaction|use\s+[\w\x60]+)\s*;[^\S\n]*\n)`,
  'i',
);

function readCsv(whole: string): Content | RefusedFile {
  const separatorLine = CSV_SEPARATOR_LINE.exec(whole);
  const text = whole.slice(separatorLine?.[0].length ?? 0);
  const delimiter = DELIMITERS.find((each) => each === separatorLine?.[1]) ?? likelyDelimiter(text);
  const records = parseCsv(text, delimiter);
  if (records === null) return 'unclosed_quote';
  const [first, ...others] = records;
  if (first === undefined) return 'empty';
  const isHeadless = first.some(isAddress);
  const rows = isHeadless ? records : others;
  if (rows.length === 0) return 'empty';
  const width = records.reduce((most, cells) => Math.max(most, cells.length), 0);
  const names = isHeadless ? [] : first.map((name) => name.trim());
  const columns = Array.from({ length: width }, (_, at) => names[at] || letterOf(at));
  const isNamed = columns.map((_, at) => isHeadless || Boolean(names[at]));
  return { columns, headed: isHeadless ? width : names.length, isNamed, rows, format: delimiter };
}

/** Parsed records; null when a quote is opened and never closed. */
function parseCsv(text: string, delimiter: Delimiter, rowLimit?: number): string[][] | null {
  try {
    // Passed as bytes, because the library converts a string to bytes character by character, which is slow.
    return parse(new TextEncoder().encode(text), {
      ...CSV_READING,
      delimiter,
      ...(rowLimit === undefined ? {} : { to: rowLimit }),
    });
  } catch {
    return null;
  }
}

/** The separator that splits the header into the most columns; a comma if none does. */
function likelyDelimiter(text: string): Delimiter {
  // If the sample cannot be parsed because a quoted cell is longer than it, the whole text is used.
  const sample = text.slice(0, SAMPLE_LETTERS);
  const widthOf = (some: string, delimiter: Delimiter): number =>
    parseCsv(some, delimiter, SAMPLE_ROWS)?.[0]?.length ?? 0;
  const widths = DELIMITERS.map((delimiter) => widthOf(sample, delimiter) || widthOf(text, delimiter));
  const most = Math.max(...widths);
  return DELIMITERS[widths.indexOf(most)] ?? ',';
}

/** Spreadsheet column letters: A to Z, then AA and so on. */
function letterOf(at: number): string {
  return (at < 26 ? '' : letterOf(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));
}

function readJson(text: string): Content | RefusedFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'json';
  }
  const records = listIn(value);
  if (records === null) return 'json';
  const flat = records.map((record) => new Map(flatten(record, '')));
  const columns = [...new Set(flat.flatMap((record) => [...record.keys()]))];
  const rows = flat.map((record) => columns.map((name) => record.get(name) ?? ''));
  const filled = rows.filter((cells) => cells.some((cell) => cell.trim() !== ''));
  const isNamed = columns.map(() => true);
  return filled.length === 0 ? 'empty' : { columns, headed: columns.length, isNamed, rows: filled, format: 'json' };
}

/**
 * The array of objects itself, or the largest one nested in an object, by its values: a page of one link may come with a longer
 * list of the numbers of pages. Null when there is none.
 */
function listIn(value: unknown): readonly Record<string, unknown>[] | null {
  if (Array.isArray(value)) return value.every(isRecord) && value.length > 0 ? value : null;
  if (!isRecord(value)) return null;
  const sizeOf = (list: ReturnType<typeof listIn>): number =>
    (list ?? []).reduce((sum, record) => sum + Object.keys(record).length, 0);
  return Object.values(value)
    .map(listIn)
    .reduce((most, list) => (sizeOf(list) > sizeOf(most) ? list : most), null);
}

/** Flattens nested keys to dotted names; arrays stay JSON text, from which tags and addresses are parsed later. */
function flatten(record: Record<string, unknown>, prefix: string): [string, string][] {
  return Object.entries(record).flatMap(([key, value]): [string, string][] =>
    isRecord(value) ? flatten(value, `${prefix}${key}.`) : [[prefix + key, textOf(value)]],
  );
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
