import { LIMITS } from '@signpost/contracts';
import { csvLine, unguardCell } from '@signpost/domain';
import {
  columnsOf,
  DateReading,
  foreignDatesOf,
  ForeignTable,
  Meanings,
  rowInFormat,
  RowNote,
  TranslatedRow,
  Translator,
} from '@signpost/domain/import-mapping';

/** A parsed file with the meanings of its columns; null where it is in the import format already. */
export interface ImportSource {
  readonly name: string;
  readonly table: ForeignTable;
  readonly meanings: Meanings | null;
  readonly reading: DateReading;
}

/** All rows of a file in the import format, and notes about them. */
export interface Translation {
  readonly rows: readonly TranslatedRow[];
  readonly notes: readonly RowNote[];
}

/** A part of a file for one API import. */
export interface FilePart {
  readonly file: File;
  /** Number of rows of the whole file before it. */
  readonly offset: number;
}

/** Whether the server accepts a file in the import format unchanged. */
export function isTakenAsIs(file: File, table: ForeignTable): boolean {
  const isSmall = file.size <= LIMITS.importFileBytes && table.rows.length <= LIMITS.importRows;
  return (
    isSmall &&
    foreignDatesOf(table) === null &&
    table.encoding === 'utf-8' &&
    (table.format === ',' || table.format === ';')
  );
}

export function translateAll({ table, meanings, reading }: ImportSource): Translation {
  const translator = meanings === null ? null : new Translator(table, meanings, reading);
  const translated = table.rows.map((_, index) => translator?.translate(index) ?? rowInFormat(table, index, reading));
  return { rows: translated.map(({ values }) => values), notes: translated.flatMap(({ notes }) => notes) };
}

/**
 * The rows as CSV files of importable size, in the order of the file. The same rows always produce the same files, so
 * that a stopped import can be resumed.
 */
export function partsOf(source: ImportSource, rows: readonly TranslatedRow[]): FilePart[] {
  // Cells of the import format are already guarded against formulas where necessary (decisions 9).
  const cellOf = (text: string): string => (source.meanings === null ? unguardCell(text) : text);
  const columns = columnsOf(rows);
  // Extra cells without a column keep an empty column name, so that the user is asked about them.
  const header = csvLine(columns.map((column) => (column === 'extra_cells' ? '' : column)));
  const encoder = new TextEncoder();
  const parts: FilePart[] = [];
  let lines: string[] = [];
  let bytes = 0;
  const close = (next: number): void => {
    const file = new File([header, ...lines], source.name, { type: 'text/csv' });
    parts.push({ file, offset: next - lines.length });
    lines = [];
    bytes = 0;
  };
  rows.forEach((row, index) => {
    const line = csvLine(columns.map((column) => cellOf(row[column] ?? '')));
    const size = encoder.encode(line).length;
    if (lines.length === LIMITS.importRows || (lines.length > 0 && header.length + bytes + size > PART_BYTES))
      close(index);
    lines.push(line);
    bytes += size;
  });
  if (lines.length > 0) close(rows.length);
  return parts;
}

/** Somewhat less than the limit of a file: header characters can have more than one byte. */
const PART_BYTES = LIMITS.importFileBytes - 16_384;
