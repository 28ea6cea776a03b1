import type { EntityManager } from 'typeorm';
import { affected, rows } from '../../platform/database/index.js';
import { destinationText } from '../record/link-input.js';

/** Maximum number of links per statement, so that locks are held only briefly. */
const BATCH = 500;

/**
 * Recomputes the search texts of links stored by a version that did not decode destinations.
 * @returns the number of updated links; 0, after one query on an empty index, once all are done.
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

// SQL, to update many rows at once; a trigger on `links` rebuilds the search text. Links changed in the meantime are
// skipped.
const FILL = `
  UPDATE links l SET destination_text = given.text
  FROM unnest($1::uuid[], $2::text[], $3::text[]) AS given (id, url, text)
  WHERE l.id = given.id AND l.destination_url = given.url AND l.destination_text IS NULL`;
