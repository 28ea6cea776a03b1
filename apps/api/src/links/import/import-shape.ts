import {
  CSV_COLUMNS,
  CSV_RESULT_COLUMNS,
  EXTRA_CELLS,
  LIMITS,
  problem,
  type FieldError,
  type ImportInput,
} from '@signpost/contracts';
import { isRecord } from '@signpost/domain';
import { fail } from '../../platform/errors/index.js';
import { MOST_NAMED } from '../../platform/validation/index.js';

const IMPORT_COLUMNS: ReadonlySet<string> = new Set([...CSV_COLUMNS, ...CSV_RESULT_COLUMNS]);

/** Validates the structure of the rows. @throws ApiError 422 with the invalid paths. */
export function checkShape({ rows }: ImportInput): void {
  const errors: FieldError[] = [];
  const seen = new Set<number>();
  for (const [index, entry] of (rows as readonly unknown[]).entries()) {
    if (errors.length >= MOST_NAMED) break;
    const path = `rows.${index}`;
    if (!isRecord(entry)) {
      errors.push(problem(path, 'not_object'));
      continue;
    }
    // Rows may be sent back as the preview returned them; their errors are ignored and validated again.
    const { row, values, errors: _previewed, ...unknown } = entry;
    for (const key of Object.keys(unknown)) errors.push(problem(`${path}.${key}`, 'unknown_field'));
    if (typeof row !== 'number' || !Number.isInteger(row) || row < 1 || row > LIMITS.importRows) {
      errors.push(problem(`${path}.row`, 'row_number'));
    } else if (seen.has(row)) {
      errors.push(problem(`${path}.row`, 'row_twice'));
    } else {
      seen.add(row);
    }
    errors.push(...problemsOfValues(values, `${path}.values`));
  }
  if (errors.length > 0) fail('validation_failed', { errors: errors.slice(0, MOST_NAMED) });
}

function problemsOfValues(values: unknown, path: string): FieldError[] {
  if (!isRecord(values)) return [problem(path, 'not_object')];
  return Object.entries(values).flatMap(([column, cell]) => {
    if (column !== EXTRA_CELLS && !IMPORT_COLUMNS.has(column)) {
      return [problem(`${path}.${column}`, 'unknown_field')];
    }
    return typeof cell === 'string' ? [] : [problem(`${path}.${column}`, 'not_text')];
  });
}
