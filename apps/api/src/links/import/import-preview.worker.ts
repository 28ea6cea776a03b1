import { ApiError, type ErrorDetails } from '../../platform/errors/index.js';
import { lowerThreadPriority } from '../../platform/thread-priority.js';
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

/** The file with a result for each row, or the reason why it cannot be read. */
export type PreviewedFile =
  { readonly file: ImportFile; readonly validated: readonly ValidatedRow[] } | { readonly refused: ErrorDetails };

/** Reads and validates a file in a worker thread: a thousand rows take half a second. */
export default async function preview({ bytes, allowPrivate, now, urlBases }: PreviewOrder): Promise<PreviewedFile> {
  const rules = { allowPrivate, now, ownUrlsOf: (slug: string) => urlBases.map((base) => `${base}${slug}`) };
  try {
    const file = await readImportFile(Buffer.from(bytes));
    return { file, validated: file.rows.map((values) => validateRow(values, rules)) };
  } catch (error) {
    // An ApiError would lose its class when passed between threads.
    if (error instanceof ApiError && error.code === 'file_invalid') return { refused: error.details };
    throw error;
  }
}
