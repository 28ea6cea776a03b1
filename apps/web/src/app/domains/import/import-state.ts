import {
  CSV_COLUMNS,
  CSV_RESULT_COLUMNS,
  EXTRA_CELLS,
  FieldError,
  ImportColumn,
  ImportPreviewRow,
  ImportResult,
  ImportValues,
} from '@signpost/contracts';
import { csvLine } from '@signpost/domain';

/** One row on its way: as previewed and edited, and what became of it. */
export interface ImportRow {
  /** 1 = first data row of the whole file. */
  readonly row: number;
  /** Place of the part of the file that it is in. */
  readonly part: number;
  readonly values: ImportValues;
  /** What is wrong, by column. */
  readonly errors: Readonly<Record<string, FieldError>>;
  /** Edited and not sent since. */
  readonly edited: boolean;
  readonly status: ImportResult['results'][number]['status'] | null;
  readonly error: string | null;
  /** The link that it has become. */
  readonly linkId: string | null;
}

/** Rows of one part of a file as its preview has them. */
export function rowsOf(rows: readonly ImportPreviewRow[], part: number, offset: number): ImportRow[] {
  return rows.map(({ row, values, errors }) => ({
    row: row + offset,
    part,
    values,
    errors: Object.fromEntries(errors.map((error) => [columnOf(error.field), error])),
    edited: false,
    status: null,
    error: null,
    linkId: null,
  }));
}

/**
 * Rows of a file that says of no link who looks after it: whoever makes them does. Nobody is responsible for what an export
 * of ours says that of, since such a file has the column.
 */
export function entrustedTo(email: string, rows: readonly ImportRow[]): readonly ImportRow[] {
  if (rows.some(({ values }) => values.responsible !== undefined)) return rows;
  return rows.map((row) => ({ ...row, values: { ...row.values, responsible: email } }));
}

/** Rows with something to fix first, each kind in the order of the file. */
export function problemsFirst(rows: readonly ImportRow[]): ImportRow[] {
  return [...rows.filter((row) => !isReady(row)), ...rows.filter(isReady)];
}

/** Whether a row may be sent: no open error and not created yet. */
export function isReady(row: ImportRow): boolean {
  return !isDone(row) && Object.keys(row.errors).length === 0;
}

/** Columns that are checked together: an error of one may be mended in the other. */
const TOGETHER: readonly (readonly string[])[] = [
  ['starts_at', 'expires_at'],
  ['password', 'is_protected'],
] satisfies ImportColumn[][];

/** A row with another text in one cell. What was wrong with the cell may be gone; the server will say. */
export function edit(row: ImportRow, column: ImportColumn, text: string): ImportRow {
  const concerned = TOGETHER.find((columns) => columns.includes(column)) ?? [column];
  const errors = Object.fromEntries(Object.entries(row.errors).filter(([name]) => !concerned.includes(name)));
  return { ...row, values: { ...row.values, [column]: text }, errors, edited: true, status: null, error: null };
}

export function isDone(row: ImportRow): boolean {
  return row.status === 'created' || row.status === 'already_imported';
}

const COLUMNS: readonly ImportColumn[] = [...CSV_COLUMNS, ...CSV_RESULT_COLUMNS, EXTRA_CELLS];
/** Columns that are compared or ignored: of interest when something is wrong with them. */
const BESIDE: ReadonlySet<ImportColumn> = new Set(CSV_RESULT_COLUMNS);

/**
 * Columns that any row uses, in the order of the format; cells that no column is there for come last. Where a password was
 * lost there is a place for another.
 */
export function usedColumns(rows: readonly ImportRow[]): ImportColumn[] {
  return COLUMNS.filter(
    (column) =>
      column === 'destination_url' ||
      rows.some(
        ({ errors, values }) =>
          errors[column] ||
          (!BESIDE.has(column) && values[column]) ||
          (column === 'password' && errors['is_protected']),
      ),
  );
}

/** The rows that were not created as a CSV file that can be corrected and imported again, with the reason behind. */
export function errorFile(rows: readonly ImportRow[]): string {
  const columns = usedColumns(rows);
  const lines = rows
    .filter((row) => !isDone(row))
    .map((row) => csvLine([...columns.map((column) => row.values[column] ?? ''), reason(row)]));
  return csvLine([...columns, 'error']) + lines.join('');
}

function reason(row: ImportRow): string {
  const fields = Object.entries(row.errors).map(([column, { message }]) => `${column}: ${message}`);
  return row.error ?? fields.join('; ');
}

/** Field errors may name the column or the field of a link. */
function columnOf(field: string): string {
  const last = field.split('.').at(-1) ?? field;
  return last.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
