import { EXTRA_CELLS } from '@signpost/contracts';
import { dateFacts, readDate, type DateFacts, type DateReading } from './dates.js';
import type { ForeignTable } from './read-table.js';
import { DATES, type Meaning } from './targets.js';
import { isShortenedNumber, type RowNote, type TranslatedRow } from './translate.js';

/** Instants that the import format accepts unchanged (decisions 10). */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}(?::?\d{2})?)$/i;

/** Facts about the dates of a file in the import format; null when every date already is in the accepted form. */
export function foreignDatesOf(table: ForeignTable): DateFacts | null {
  const places = table.columns.flatMap((name, at) => (table.isNamed[at] === true && isDate(name) ? [at] : []));
  const cells = table.rows.flatMap((row) => places.map((at) => row[at] ?? ''));
  return cells.every((cell) => cell.trim() === '' || INSTANT.test(cell.trim())) ? null : dateFacts(cells);
}

const isDate = (name: string): boolean => DATES.has(name.toLowerCase() as Meaning);

/** A row of a file in the import format: cells unchanged, dates in other notations converted. */
export function rowInFormat(
  table: ForeignTable,
  index: number,
  reading: DateReading,
): { readonly values: TranslatedRow; readonly notes: readonly RowNote[] } {
  const notes: RowNote[] = [];
  const cells = table.rows[index] ?? [];
  const named = table.columns.flatMap((name, at): [string, string][] => {
    if (table.isNamed[at] !== true) return [];
    const cell = cells[at] ?? '';
    if (/^utm_/i.test(name) && isShortenedNumber(cell)) {
      notes.push({ row: index + 1, kind: 'spreadsheet_number', text: cell.trim() });
    }
    const edge = DATES.get(name.toLowerCase() as Meaning);
    if (edge === undefined || cell.trim() === '' || INSTANT.test(cell.trim())) return [[name.toLowerCase(), cell]];
    const date = readDate(cell, reading, edge);
    if (date === undefined) notes.push({ row: index + 1, kind: 'unreadable_date', text: cell });
    return [[name.toLowerCase(), date === null ? '' : (date ?? cell)]];
  });
  const extra = cells.filter((cell, at) => table.isNamed[at] !== true && cell.trim() !== '');
  if (extra.length > 0) notes.push({ row: index + 1, kind: 'extra_cells', text: extra.join(', ') });
  return {
    values: { ...Object.fromEntries(named), ...(extra.length > 0 ? { [EXTRA_CELLS]: extra.join(', ') } : {}) },
    notes,
  };
}
