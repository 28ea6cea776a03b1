import type { ApiAnswer, ApiClient } from '@signpost/testing';
import { expect } from 'vitest';

/** Uploads a file of links for a preview. */
export function preview(caller: ApiClient, csv: string | Uint8Array): Promise<ApiAnswer> {
  return caller.upload('/api/links/import/preview', csv, 'links.csv', 'text/csv');
}

/** The body of an import that includes every previewed row, with the preview's identifiers. */
export function wholeImport({ body }: ApiAnswer): {
  importId: string;
  fileHash: string;
  rows: { row: number; values: object }[];
} {
  const { importId, fileHash, rows } = body;
  return { importId, fileHash, rows };
}

/** Previews a file and imports all of it. */
export async function importAll(caller: ApiClient, csv: string): Promise<ApiAnswer> {
  const previewed = await preview(caller, csv);
  expect(previewed.status, previewed.text).toBe(200);
  return caller.post('/api/links/import', wholeImport(previewed));
}

/** The result of each row. */
export function statuses(answer: ApiAnswer): string[] {
  return answer.body.results.map(({ status }: { status: string }) => status);
}
