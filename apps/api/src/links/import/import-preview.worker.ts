import { ApiError, type ErrorDetails } from '../../platform/errors/index.js';
import { lowerThreadPriority } from '../../platform/thread-priority.js';
import { EMPTY_FIELDS, type LinkFields } from '../record/link-fields.js';
import { readImportFile, type ImportFile } from './import-file.js';
import { validateRow, type ValidatedRow } from './import-row.js';

// Lower priority than redirects.
lowerThreadPriority();

/** Input of the worker thread: a file to read and validate. */
export interface PreviewOrder {
  readonly bytes: Uint8Array;
  readonly allowPrivate: boolean;
  /** Unix milliseconds. */
  readonly now: number;
  /** Beginnings of all URLs of the workspace's links. */
  readonly urlBases: readonly string[];
}

/** A validated row without fields that have their default values: with all of them, a file would hold the main thread for 10 ms. */
export type PreviewedRow = Omit<ValidatedRow, 'fields'> & { readonly fields: Partial<LinkFields> };

/** The file with a result for each row, or the reason why it cannot be read. */
export type PreviewedFile =
  { readonly file: ImportFile; readonly validated: readonly PreviewedRow[] } | { readonly refused: ErrorDetails };

/** Reads and validates a file in a worker thread: a thousand rows take half a second. */
export default async function preview({ bytes, allowPrivate, now, urlBases }: PreviewOrder): Promise<PreviewedFile> {
  const rules = { allowPrivate, now, ownUrlsOf: (slug: string) => urlBases.map((base) => `${base}${slug}`) };
  try {
    const file = await readImportFile(Buffer.from(bytes));
    return { file, validated: file.rows.map((values) => withoutDefaults(validateRow(values, rules))) };
  } catch (error) {
    // An ApiError would lose its class when passed between threads.
    if (error instanceof ApiError && error.code === 'file_invalid') return { refused: error.details };
    throw error;
  }
}

function withoutDefaults(row: ValidatedRow): PreviewedRow {
  const defaults: Readonly<Record<string, unknown>> = { ...EMPTY_FIELDS };
  return {
    ...row,
    fields: Object.fromEntries(Object.entries(row.fields).filter(([name, value]) => value !== defaults[name])),
  };
}
