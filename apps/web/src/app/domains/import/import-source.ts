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

/** A file as it was read, with what its columns hold; null where it is in the format already. */
export interface ImportSource {
  readonly name: string;
  readonly table: ForeignTable;
  readonly meanings: Meanings | null;
  readonly reading: DateReading;
}

/** All rows of a file in the import format, and what there is to say about them. */
export interface Translation {
  readonly rows: readonly TranslatedRow[];
  readonly notes: readonly RowNote[];
}

/** A piece of a file that one import takes. */
export interface FilePart {
  readonly file: File;
  /** Rows of the whole file before it. */
  readonly offset: number;
}

/** Whether the server takes a file in the format as it is. */
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
 * The rows as CSV files that an import takes each, in the order of the file. The same rows always make the same files, so
 * that an import which was stopped goes on where it was.
 */
export function partsOf(source: ImportSource, rows: readonly TranslatedRow[]): FilePart[] {
  // Cells of the format are guarded already, where they had to be (decisions 9).
  const cellOf = (text: string): string => (source.meanings === null ? unguardCell(text) : text);
  const columns = columnsOf(rows);
  // What no column is there for stays under an empty name, so that it is asked about.
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

/** Somewhat less than a file may have: a header's letters can be more than one byte. */
const PART_BYTES = LIMITS.importFileBytes - 16_384;
