import { EXTRA_CELLS } from '@signpost/contracts';
import { dateFacts, readDate, type DateFacts, type DateReading } from './dates.js';
import type { ForeignTable } from './read-table.js';
import { DATES, type Meaning } from './targets.js';
import type { RowNote, TranslatedRow } from './translate.js';

/** The instants that the format takes as they are (decisions 10). */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}(?::?\d{2})?)$/i;

/** What the dates of a file in the format say of themselves; null where the format takes every one as it stands. */
export function foreignDatesOf(table: ForeignTable): DateFacts | null {
  const places = table.columns.slice(0, table.named).flatMap((name, at) => (isDate(name) ? [at] : []));
  const cells = table.rows.flatMap((row) => places.map((at) => row[at] ?? ''));
  return cells.every((cell) => cell.trim() === '' || INSTANT.test(cell.trim())) ? null : dateFacts(cells);
}

const isDate = (name: string): boolean => DATES.has(name.toLowerCase() as Meaning);

/** A row of a file that is in the format: its cells as they stand, dates of other forms brought into the format's. */
export function rowInFormat(
  table: ForeignTable,
  index: number,
  reading: DateReading,
): { readonly values: TranslatedRow; readonly notes: readonly RowNote[] } {
  const notes: RowNote[] = [];
  const cells = table.rows[index] ?? [];
  const named = table.columns.slice(0, table.named).flatMap((name, at): [string, string][] => {
    const cell = cells[at] ?? '';
    const edge = DATES.get(name.toLowerCase() as Meaning);
    if (edge === undefined || cell.trim() === '' || INSTANT.test(cell.trim())) return [[name.toLowerCase(), cell]];
    const date = readDate(cell, reading, edge);
    if (date === undefined) notes.push({ row: index + 1, kind: 'unreadable_date', text: cell });
    return [[name.toLowerCase(), date === null ? '' : (date ?? cell)]];
  });
  const extra = cells.slice(table.named).filter((cell) => cell.trim() !== '');
  if (extra.length > 0) notes.push({ row: index + 1, kind: 'extra_cells', text: extra.join(', ') });
  return {
    values: { ...Object.fromEntries(named), ...(extra.length > 0 ? { [EXTRA_CELLS]: extra.join(', ') } : {}) },
    notes,
  };
}
