import { ApiError, type ErrorDetails } from '../../platform/errors/index.js';
import { comeAfterVisitors } from '../../platform/thread-priority.js';
import { readImportFile, type ImportFile } from './import-file.js';
import { validateRow, type ValidatedRow } from './import-row.js';

// Visitors come before whoever previews a file.
comeAfterVisitors();

/** A file to be read and validated. */
export interface PreviewOrder {
  readonly bytes: Uint8Array;
  readonly allowPrivate: boolean;
  /** Unix milliseconds. */
  readonly now: number;
  /** What every address of a link of the workspace begins with. */
  readonly urlBases: readonly string[];
}

/** The file with a verdict for each row, or why it cannot be read. */
export type PreviewedFile =
  { readonly file: ImportFile; readonly validated: readonly ValidatedRow[] } | { readonly refused: ErrorDetails };

/** Reads and checks a file of links in a thread of its own: a thousand rows take half a second. */
export default async function preview({ bytes, allowPrivate, now, urlBases }: PreviewOrder): Promise<PreviewedFile> {
  const rules = { allowPrivate, now, ownUrlsOf: (slug: string) => urlBases.map((base) => `${base}${slug}`) };
  try {
    const file = await readImportFile(Buffer.from(bytes));
    return { file, validated: file.rows.map((values) => validateRow(values, rules)) };
  } catch (error) {
    // An error of ours would arrive without its class.
    if (error instanceof ApiError && error.code === 'file_invalid') return { refused: error.details };
    throw error;
  }
}
