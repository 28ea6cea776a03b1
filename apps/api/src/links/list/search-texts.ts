import type { EntityManager } from 'typeorm';
import { affected, rows } from '../../platform/database/index.js';
import { destinationText } from '../record/link-input.js';

/** Links that one statement writes at most, so that no lock is long. */
const BATCH = 500;

/**
 * Makes the search texts of links anew that were stored by a version which did not decode their destinations.
 * @returns how many those were; none, after one look into an empty index, once it is done.
 */
export async function fillSearchTexts(db: EntityManager): Promise<number> {
  for (let filled = 0; ;) {
    const due = await rows<{ id: string; destination_url: string }>(db, FIND_DUE, [BATCH]);
    if (due.length === 0) return filled;
    const texts = due.map(({ destination_url: url }) => destinationText(url));
    filled += await affected(db, FILL, [due.map(({ id }) => id), due.map((link) => link.destination_url), texts]);
  }
}

const FIND_DUE = `SELECT id, destination_url FROM links WHERE destination_text IS NULL ORDER BY id LIMIT $1`;

// SQL text, as it writes many rows; the trigger on links makes the search text. What has been changed since stays as it is.
const FILL = `
  UPDATE links l SET destination_text = given.text
  FROM unnest($1::uuid[], $2::text[], $3::text[]) AS given (id, url, text)
  WHERE l.id = given.id AND l.destination_url = given.url AND l.destination_text IS NULL`;
