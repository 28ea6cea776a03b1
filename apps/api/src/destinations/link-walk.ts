import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { hostOf } from '../destination-policy/index.js';
import { escapeLike, rows } from '../platform/database/index.js';

/** A link of any workspace with all its destinations. */
export interface LinkUrls {
  readonly id: string;
  readonly workspace_id: string;
  readonly is_trashed: boolean;
  readonly quarantined_by: string | null;
  readonly urls: readonly string[];
}

/** Number of links per query. */
const BATCH = 5_000;
/** Number of links processed before other requests get their turn. */
const SLICE = 500;

/**
 * Every link of every workspace in id order, those in the trash too, in slices between which other requests get their turn.
 * @param text only links with a destination that contains it, case-insensitively; null for all.
 */
export async function* walkLinks(db: EntityManager, text: string | null): AsyncGenerator<readonly LinkUrls[]> {
  const pattern = text === null ? null : `%${escapeLike(text)}%`;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const batch = await rows<LinkUrls>(db, NEXT, [after, BATCH, pattern]);
    for (let at = 0; at < batch.length; at += SLICE) {
      yield batch.slice(at, at + SLICE);
      await nextTurn();
    }
    if (batch.length < BATCH) return;
    after = batch.at(-1)?.id ?? after;
  }
}

/** Whether a link has a destination on a host or its subdomains. */
export function leadsTo({ urls }: LinkUrls, host: string): boolean {
  return urls.some((url) => isAt(url, host));
}

/** Whether a URL is on a host or its subdomains. */
export function isAt(url: string, host: string): boolean {
  const found = hostOf(url);
  return found === host || found.endsWith(`.${host}`);
}

// SQL, because it takes the destinations apart in the database. Scans by primary key, since the condition matches parts of
// URLs, which no index supports.
const NEXT = `
  SELECT l.id, l.workspace_id, l.deleted_at IS NOT NULL AS is_trashed, l.quarantined_by, array_remove(ARRAY[
      l.destination_url, l.scheduled_destination, l.expiration_destination, l.limit_destination
    ] || CASE WHEN l.targeting IS NULL THEN '{}' ELSE ARRAY(
      SELECT t.value FROM jsonb_each(l.targeting) AS kind (key, targets), jsonb_each_text(kind.targets) AS t (key, value)
    ) END, NULL) AS urls
  FROM links l
  WHERE l.id > $1 AND ($3::text IS NULL OR concat_ws(' ', l.destination_url,
    l.scheduled_destination, l.expiration_destination, l.limit_destination, l.targeting::text) ILIKE $3)
  ORDER BY l.id LIMIT $2`;
