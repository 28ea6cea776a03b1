import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  CSV_COLUMNS,
  CSV_RESULT_COLUMNS,
  CSV_SEPARATOR_LINE,
  EXTRA_CELLS,
  LIMITS,
  problem,
  type CsvColumn,
  type CsvResultColumn,
  type ImportValues,
  type RuleName,
  type RuleParams,
} from '@signpost/contracts';
import { CSV_READING } from '@signpost/domain';
import { binaryFormatOf, decodeFile, refusalOf, type RefusedFile } from '@signpost/domain/import-mapping';
import { parse } from 'csv-parse';
import { failWith } from '../../platform/errors/index.js';
import { shortened } from './shortened.js';

/** A file of links, read but not validated. */
export interface ImportFile {
  /** Hex SHA-256 of the bytes. */
  readonly hash: string;
  /** Cells by column; absent columns are omitted. Cells without a column are in `extra_cells`. */
  readonly rows: readonly ImportValues[];
  /** Unknown columns, as the file names them. */
  readonly unknownColumns: string[];
}

/** A file with more columns is not a list of links. */
const COLUMNS_MAX = 200;
/** Number of characters that are parsed in about two milliseconds. */
const SLICE = 64 * 1024;
/** If two separators give the same number of columns, the first one wins. */
const DELIMITERS = [',', ';', '\t', '|'] as const;
const REFUSED: Readonly<Partial<Record<RefusedFile, RuleName>>> = {
  spreadsheet: 'file_spreadsheet',
  archive: 'file_archive',
  pdf: 'file_pdf',
  web_page: 'file_web_page',
  sql: 'file_sql',
};
const KNOWN: ReadonlySet<string> = new Set([...CSV_COLUMNS, ...CSV_RESULT_COLUMNS]);

/**
 * Reads a CSV file (decisions 10): UTF-8 with or without BOM, UTF-16 with one; comma, semicolon, tab or pipe; quotes as
 * in RFC 4180; rows whose cells are all empty are skipped; header names are trimmed and case-insensitive, in any order.
 * @throws ApiError `file_invalid` when it cannot be read, has no rows or too many, repeats a column or has no
 *   `destination_url`.
 */
export async function readImportFile(bytes: Buffer): Promise<ImportFile> {
  const whole = textOf(bytes);
  const separatorLine = CSV_SEPARATOR_LINE.exec(whole);
  const text = whole.slice(separatorLine?.[0].length ?? 0);
  if (text.trim() === '') refuse('file_empty');
  const [header = [], ...records] = await parseRecords(text, separatorLine?.[1]);
  if (header.length > COLUMNS_MAX) refuse('file_columns', { max: COLUMNS_MAX });
  const names = header.map((name) => name.trim().toLowerCase());
  const repeated = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (repeated !== undefined) refuse('file_column_twice', { name: shortened(repeated) });
  if (!names.includes('destination_url')) refuse('file_column_missing', { name: 'destination_url' });
  if (records.length === 0) refuse('file_no_rows');
  if (records.length > LIMITS.importRows) refuse('file_rows', { max: LIMITS.importRows });
  return {
    hash: createHash('sha256').update(bytes).digest('hex'),
    rows: records.map((cells) => valuesOf(names, cells)),
    unknownColumns: header.map((name) => name.trim()).filter((name) => name !== '' && !KNOWN.has(name.toLowerCase())),
  };
}

/** The text of the file; refuses files of other formats. */
function textOf(bytes: Buffer): string {
  refuseFormat(binaryFormatOf(bytes));
  const text = decodeFile(bytes)?.text ?? refuse('file_not_utf8');
  refuseFormat(refusalOf(text));
  if (/^\s*[[{]/.test(text)) refuse('file_json');
  return text;
}

function refuseFormat(format: RefusedFile | null): void {
  const rule = format === null ? undefined : REFUSED[format];
  if (rule !== undefined) refuse(rule);
}

async function parseRecords(text: string, declared: string | undefined): Promise<string[][]> {
  const header = /^[^\r\n]*/.exec(text.trimStart())?.[0] ?? '';
  const delimiter = declared ?? delimiterOf(header);
  // Refuses very wide headers before parsing; with quotes only parsing can count the columns.
  if (!header.includes('"') && header.split(delimiter).length > COLUMNS_MAX)
    refuse('file_columns', { max: COLUMNS_MAX });
  const parser = parse({
    ...CSV_READING,
    delimiter,
    // The header, the maximum number of rows, and one more to detect an excess.
    to: LIMITS.importRows + 2,
  });
  try {
    const records: string[][] = [];
    for await (const record of Readable.from(slicesOf(text)).pipe(parser)) records.push(record as string[]);
    return records;
  } catch {
    return refuse('file_not_csv');
  }
}

/** Yields the text in slices and lets other tasks run in between: parsed as a whole it would delay redirects. */
async function* slicesOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += SLICE) {
    yield text.slice(at, at + SLICE);
    await nextTurn();
  }
}

/** The separator that occurs most often in the header, outside quotes. */
function delimiterOf(header: string): string {
  const bare = header.replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => bare.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

function valuesOf(names: readonly string[], cells: readonly string[]): ImportValues {
  const known = names.flatMap((name, index): [CsvColumn | CsvResultColumn, string][] =>
    isKnown(name) ? [[name, cells[index] ?? '']] : [],
  );
  // Empty columns without a name, as spreadsheets leave behind, are ignored.
  const extra = cells.filter((cell, index) => (names[index] ?? '') === '' && cell.trim() !== '');
  return { ...Object.fromEntries(known), ...(extra.length > 0 ? { [EXTRA_CELLS]: extra.join(', ') } : {}) };
}

const isKnown = (name: string): name is CsvColumn | CsvResultColumn => KNOWN.has(name);

function refuse(rule: RuleName, params?: RuleParams): never {
  failWith('file_invalid', problem('file', rule, params));
}
