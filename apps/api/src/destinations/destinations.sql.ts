import { LINK_RECIPIENT } from '../members/index.js';

/** Statements over many links, in SQL because each is one set operation over up to a hundred thousand rows. */

/** Every destination of every monitored link. */
const ADDRESSES = `
  SELECT l.id, l.workspace_id, leads.url
  FROM links l
  JOIN workspaces w ON w.id = l.workspace_id AND w.deleted_at IS NULL AND w.destination_watch
  CROSS JOIN LATERAL (
    SELECT l.destination_url AS url
    UNION SELECT l.scheduled_destination UNION SELECT l.expiration_destination UNION SELECT l.limit_destination
    UNION SELECT t.value FROM jsonb_each(coalesce(l.targeting, '{}')) AS kind (key, targets),
      jsonb_each_text(kind.targets) AS t (key, value)) leads
  WHERE leads.url IS NOT NULL AND l.deleted_at IS NULL AND l.is_enabled AND l.quarantined_at IS NULL
    AND (l.expires_at IS NULL OR l.expires_at > now() OR l.expiration_destination IS NOT NULL)`;

/** Deletes obsolete destinations of links that changed since `$1`; links that are no longer monitored lose all. */
export const FORGET_CHANGED = `
  WITH led AS MATERIALIZED (
    SELECT id, sha256(convert_to(url, 'UTF8')) AS hash FROM (${ADDRESSES} AND l.updated_at >= $1) found)
  DELETE FROM link_destinations ld USING links l
  WHERE l.id = ld.link_id AND l.workspace_id = ld.workspace_id AND l.updated_at >= $1
    AND NOT EXISTS (SELECT FROM led WHERE led.id = ld.link_id AND led.hash = ld.hash)`;

/**
 * Inserts the destinations of links that changed since `$1`. Of the new ones the first is due at `$2` and one more
 * every ten seconds, so that a new link is checked soon; if that would take longer than a day, they are spread over 24
 * hours.
 */
export const NOTE_DESTINATIONS = `
  INSERT INTO watched_destinations (hash, url, host, due_at)
  SELECT hash, url, lower(substring(url FROM '^[a-z]+://([^/?#]*)')), $2::timestamptz
    + (row_number() OVER (ORDER BY random()) - 1) * least(interval '10 seconds', interval '24 hours' / count(*) OVER ())
  FROM (SELECT DISTINCT sha256(convert_to(url, 'UTF8')) AS hash, url FROM (${ADDRESSES} AND l.updated_at >= $1) led) found
  WHERE NOT EXISTS (SELECT FROM watched_destinations known WHERE known.hash = found.hash)
  ON CONFLICT (hash) DO NOTHING`;

/**
 * Inserts the destinations of one link and makes them due first. Excluded are those due later than the daily check would be: a
 * host that they redirect to requested a pause. One that their own host requested is kept by claims. All of them are locked, so
 * that none is deleted as unused before it is noted for the link.
 */
export const PUT_FIRST = `
  INSERT INTO watched_destinations AS known (hash, url, host, due_at)
  SELECT DISTINCT ON (1) sha256(convert_to(url, 'UTF8')), url, lower(substring(url FROM '^[a-z]+://([^/?#]*)')), 'epoch'::timestamptz
  FROM (${ADDRESSES} AND l.workspace_id = $1 AND l.id = $2) led
  ON CONFLICT (hash) DO UPDATE SET due_at = 'epoch' WHERE known.due_at < $3::timestamptz + interval '27 hours'`;

/** Notes which destinations a link has. */
export const NOTE_LINK = `
  INSERT INTO link_destinations (link_id, workspace_id, hash)
  SELECT DISTINCT id, workspace_id, sha256(convert_to(url, 'UTF8')) FROM (${ADDRESSES} AND l.workspace_id = $1 AND l.id = $2) led
  ON CONFLICT DO NOTHING`;

/** Locks a link against deletion. */
export const LOCK_LINK = `
  SELECT id FROM links WHERE workspace_id = $1 AND id = $2 AND deleted_at IS NULL FOR SHARE`;

/** Notes which of the noted destinations the links have that changed since `$1`: one that was stored meanwhile has none yet. */
export const NOTE_LINKS = `
  INSERT INTO link_destinations (link_id, workspace_id, hash)
  SELECT id, workspace_id, hash
  FROM (SELECT DISTINCT id, workspace_id, sha256(convert_to(url, 'UTF8')) AS hash
    FROM (${ADDRESSES} AND l.updated_at >= $1) led) found
  JOIN watched_destinations USING (hash)
  ON CONFLICT DO NOTHING`;

/** Deletes at most $1 destinations that no link has any more; those that a request has locked, to note them for a link, stay. */
export const FORGET_UNUSED = `
  DELETE FROM watched_destinations WHERE hash IN (
    SELECT d.hash FROM watched_destinations d
    WHERE NOT EXISTS (SELECT FROM link_destinations ld WHERE ld.hash = d.hash) LIMIT $1 FOR UPDATE SKIP LOCKED)`;

/** Deletes the destinations of workspaces that switched monitoring off. */
export const FORGET_SWITCHED_OFF = `
  DELETE FROM link_destinations ld USING workspaces w
  WHERE w.id = ld.workspace_id AND (w.deleted_at IS NOT NULL OR NOT w.destination_watch)`;

/** Longer than any pause that hosts get: a later time was stored by a clock that has been corrected since. */
const TOO_LATE = `$1::timestamptz + interval '9 days'`;

/** Deletes the hosts that may be checked again. */
export const FORGET_FREE_HOSTS = `DELETE FROM watched_hosts WHERE free_at <= $1 OR free_at > ${TOO_LATE}`;

/** Makes destinations due that would not be for longer than any pause. */
export const CORRECT_DUE_TIMES = `UPDATE watched_destinations SET due_at = $1 WHERE due_at > ${TOO_LATE}`;

/**
 * Claims the destination that is due first and whose host may be checked, both until `$2`: until then no other process
 * claims them. Concurrent claims of one process would not see each other's host, so they have to take turns.
 */
export const CLAIM_DUE = `
  WITH due AS (
    SELECT d.hash, d.host FROM watched_destinations d
    WHERE d.due_at <= $1 AND NOT EXISTS (SELECT FROM watched_hosts h WHERE h.host = d.host AND h.free_at > $1)
    ORDER BY d.due_at LIMIT 1 FOR UPDATE SKIP LOCKED),
  taken AS (
    INSERT INTO watched_hosts AS h (host, free_at) SELECT host, $2::timestamptz FROM due
    ON CONFLICT (host) DO UPDATE SET free_at = EXCLUDED.free_at WHERE h.free_at <= $1
    RETURNING host)
  UPDATE watched_destinations d SET due_at = $2 FROM due JOIN taken USING (host) WHERE d.hash = due.hash
  RETURNING encode(d.hash, 'hex') AS hash, d.url, d.host, d.state, d.reason, d.since, d.suspected_at`;

/** Ends the claim `$3` of a host, and lets hosts rest until a time; a longer rest stays. */
export const REST_HOSTS = `
  INSERT INTO watched_hosts AS h (host, free_at) SELECT * FROM unnest($1::text[], $2::timestamptz[])
  ON CONFLICT (host) DO UPDATE SET
    free_at = CASE WHEN h.free_at = $3 THEN EXCLUDED.free_at ELSE greatest(h.free_at, EXCLUDED.free_at) END`;

/** People to notify about a destination, each with the first of their links and the number of their links. */
export const CONCERNED = `
  SELECT min(recipient.email) AS email, l.workspace_id, w.slug AS workspace_slug, w.name AS workspace_name, w.link_prefix,
    (array_agg(l.id ORDER BY l.created_at, l.id))[1] AS link_id, (array_agg(l.slug ORDER BY l.created_at, l.id))[1] AS slug,
    count(*)::int AS link_count
  FROM link_destinations ld
  JOIN links l ON l.id = ld.link_id AND l.workspace_id = ld.workspace_id AND l.deleted_at IS NULL AND l.archived_at IS NULL
  JOIN workspaces w ON w.id = l.workspace_id AND w.deleted_at IS NULL AND w.demo_expires_at IS NULL
  ${LINK_RECIPIENT}
  WHERE ld.hash = decode($1, 'hex')
  GROUP BY recipient.id, l.workspace_id, w.id
  LIMIT 1000`;
