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
import { csvLine, unguardCell } from '@signpost/domain';

/** One row of the import: as previewed and edited, with its result. */
export interface ImportRow {
  /** 1 = first data row of the whole file. */
  readonly row: number;
  /** Index of the part of the file that contains it. */
  readonly part: number;
  readonly values: ImportValues;
  /** Errors by column. */
  readonly errors: Readonly<Record<string, FieldError>>;
  /** Edited and not sent since. */
  readonly edited: boolean;
  readonly status: ImportResult['results'][number]['status'] | null;
  readonly error: string | null;
  /** The created link. */
  readonly linkId: string | null;
}

/** Rows of one part of a file from its preview. */
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
 * Sets the importing user as responsible in a file without that column. Files exported by this application have the
 * column, and keep its empty cells.
 */
export function entrustedTo(email: string, rows: readonly ImportRow[]): readonly ImportRow[] {
  if (rows.some(({ values }) => values.responsible !== undefined)) return rows;
  return rows.map((row) => ({ ...row, values: { ...row.values, responsible: email } }));
}

/** Rows with errors first, each group in the order of the file. */
export function problemsFirst(rows: readonly ImportRow[]): ImportRow[] {
  return [...rows.filter((row) => !isReady(row)), ...rows.filter(isReady)];
}

/** Whether a row can be sent: no open error and not created yet. */
export function isReady(row: ImportRow): boolean {
  return !isDone(row) && Object.keys(row.errors).length === 0;
}

/** Columns that are validated together: an error of one may be corrected in the other. */
const TOGETHER: readonly (readonly string[])[] = [
  ['starts_at', 'expires_at'],
  ['password', 'is_protected'],
] satisfies ImportColumn[][];

/** A row with a changed cell. The cell's errors are removed; the server checks it again. */
export function edit(row: ImportRow, column: ImportColumn, text: string): ImportRow {
  const concerned = TOGETHER.find((columns) => columns.includes(column)) ?? [column];
  const errors = Object.fromEntries(Object.entries(row.errors).filter(([name]) => !concerned.includes(name)));
  return { ...row, values: { ...row.values, [column]: text }, errors, edited: true, status: null, error: null };
}

export function isDone(row: ImportRow): boolean {
  return row.status === 'created' || row.status === 'already_imported';
}

const COLUMNS: readonly ImportColumn[] = [...CSV_COLUMNS, ...CSV_RESULT_COLUMNS, EXTRA_CELLS];
/** Columns that are only compared or ignored: shown when they have an error. */
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

/**
 * The rows that were not created, as a CSV file with the reason in the last column, to be corrected and imported again. It has
 * all their cells, the ones that are not shown too; guarding quotes are not doubled.
 */
export function errorFile(rows: readonly ImportRow[]): string {
  const open = rows.filter((row) => !isDone(row));
  const shown = new Set(usedColumns(rows));
  const columns = COLUMNS.filter((column) => shown.has(column) || open.some(({ values }) => values[column]));
  const lines = open.map((row) =>
    csvLine([...columns.map((column) => unguardCell(row.values[column] ?? '')), reason(row)]),
  );
  // Cells without a column stay under an empty name, so that the import asks about them.
  return csvLine([...columns.map((column) => (column === EXTRA_CELLS ? '' : column)), 'error']) + lines.join('');
}

function reason(row: ImportRow): string {
  const fields = Object.entries(row.errors).map(([column, { message }]) => `${column}: ${message}`);
  return row.error ?? fields.join('; ');
}

/** Field errors name either the column or the field of a link. */
function columnOf(field: string): string {
  const last = field.split('.').at(-1) ?? field;
  return last.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
