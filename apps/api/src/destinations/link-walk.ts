import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { hostOf } from '../destination-policy/index.js';
import { escapeLike, rows } from '../platform/database/index.js';

/** A live link of any workspace, and every address that it can lead to. */
export interface LinkUrls {
  readonly id: string;
  readonly workspace_id: string;
  readonly quarantined_by: string | null;
  readonly urls: readonly string[];
}

/** Links that one statement reads. */
const BATCH = 5_000;
/** Links after which other requests have their turn. */
const SLICE = 500;

/**
 * Every live link of every workspace in the order of ids, in pieces between which other requests have their turn.
 * @param text only links of which an address holds it, without regard to case; null for all.
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

/** Whether a link leads to a host or to a name below it. */
export function leadsTo({ urls }: LinkUrls, host: string): boolean {
  return urls.some((url) => isAt(url, host));
}

/** Whether an address is of a host or of a name below it. */
export function isAt(url: string, host: string): boolean {
  const found = hostOf(url);
  return found === host || found.endsWith(`.${host}`);
}

// A walk along the primary key, since what is compared is a part of an address and no index has it.
const NEXT = `
  SELECT l.id, l.workspace_id, l.quarantined_by, array_remove(ARRAY[
      l.destination_url, l.scheduled_destination, l.expiration_destination, l.limit_destination
    ] || CASE WHEN l.targeting IS NULL THEN '{}' ELSE ARRAY(
      SELECT t.value FROM jsonb_each(l.targeting) AS kind (key, targets), jsonb_each_text(kind.targets) AS t (key, value)
    ) END, NULL) AS urls
  FROM links l
  WHERE l.id > $1 AND l.deleted_at IS NULL AND ($3::text IS NULL OR concat_ws(' ', l.destination_url,
    l.scheduled_destination, l.expiration_destination, l.limit_destination, l.targeting::text) ILIKE $3)
  ORDER BY l.id LIMIT $2`;
