import { Injectable } from '@nestjs/common';
import { LIMITS, type Attention, type Link } from '@signpost/contracts';
import type { EntityManager } from 'typeorm';
import { LinksService } from '../links/index.js';
import type { CurrentWorkspace } from '../platform/access/index.js';
import { rows } from '../platform/database/index.js';

/** Links that expire within this many days need attention. */
const EXPIRING_DAYS = 7;
/** Links that have used this share of their cap need attention. */
const NEAR_LIMIT = 0.9;

const LIVE = 'l.workspace_id = $1 AND l.deleted_at IS NULL AND l.archived_at IS NULL';
const LIMIT = LIMITS.attentionItems;

const EXPIRING_SOON = `
  SELECT l.id FROM links l
  WHERE ${LIVE} AND l.is_enabled AND l.expires_at > $2::timestamptz
    AND l.expires_at <= $2::timestamptz + interval '${EXPIRING_DAYS} days'
  ORDER BY l.expires_at, l.id LIMIT ${LIMIT}`;

// Counters are read first: among very many capped links few are near their cap, and the rows of the others are not needed.
const NEAR_CAP = `
  WITH near AS MATERIALIZED (
    SELECT c.link_id, c.maximum_visits - c.used_visits AS remaining FROM link_counters c
    WHERE c.workspace_id = $1 AND c.maximum_visits IS NOT NULL
      AND c.used_visits < c.maximum_visits AND c.used_visits >= c.maximum_visits * ${NEAR_LIMIT})
  SELECT l.id FROM near JOIN links l ON l.id = near.link_id
  WHERE ${LIVE} AND l.is_enabled AND (l.expires_at IS NULL OR l.expires_at > $2::timestamptz)
  ORDER BY near.remaining, l.id LIMIT ${LIMIT}`;

/** Paused, expired or used up links, those that stopped last first. */
const STOPPED = `
  SELECT id FROM (
    (SELECT l.id, l.updated_at AS since FROM links l WHERE ${LIVE} AND NOT l.is_enabled
     ORDER BY l.updated_at DESC LIMIT ${LIMIT})
    UNION ALL
    (SELECT l.id, l.expires_at FROM links l WHERE ${LIVE} AND l.is_enabled AND l.expires_at <= $2::timestamptz
     ORDER BY l.expires_at DESC LIMIT ${LIMIT})
    UNION ALL
    (SELECT l.id, l.updated_at FROM links l JOIN link_counters c ON c.link_id = l.id
     WHERE ${LIVE} AND l.is_enabled AND (l.expires_at IS NULL OR l.expires_at > $2::timestamptz)
       AND c.workspace_id = $1 AND c.is_at_cap
     ORDER BY l.updated_at DESC LIMIT ${LIMIT})
  ) s ORDER BY since DESC, id LIMIT ${LIMIT}`;

/**
 * The same links as the list's filter `needsReview`, the newest first. Each reason has its own index scan, because a common one
 * could scan thousands of links without a match.
 */
const NEEDS_REVIEW = `
  SELECT id FROM (
    (SELECT l.id, l.created_at FROM links l WHERE ${LIVE} AND l.responsible_user_id IS NULL
     ORDER BY l.created_at DESC, l.id DESC LIMIT ${LIMIT})
    UNION
    (SELECT l.id, l.created_at FROM links l WHERE ${LIVE} AND l.review_at <= $2::timestamptz
     ORDER BY l.created_at DESC, l.id DESC LIMIT ${LIMIT})
    UNION
    (SELECT t.id, t.created_at FROM (
       WITH RECURSIVE people (responsible) AS (
         (SELECT p.responsible_user_id FROM links p WHERE p.workspace_id = $1 AND p.responsible_user_id IS NOT NULL
          ORDER BY p.responsible_user_id LIMIT 1)
         UNION ALL
         SELECT (SELECT p.responsible_user_id FROM links p
                 WHERE p.workspace_id = $1 AND p.responsible_user_id > people.responsible
                 ORDER BY p.responsible_user_id LIMIT 1)
         FROM people WHERE people.responsible IS NOT NULL
       )
       SELECT responsible FROM people WHERE responsible IS NOT NULL
       EXCEPT SELECT m.user_id FROM memberships m WHERE m.workspace_id = $1 AND m.is_active
     ) strangers CROSS JOIN LATERAL (
       SELECT l.id, l.created_at FROM links l WHERE ${LIVE} AND l.responsible_user_id = strangers.responsible
       ORDER BY l.created_at DESC, l.id DESC LIMIT ${LIMIT}
     ) t ORDER BY t.created_at DESC, t.id DESC LIMIT ${LIMIT})
  ) r ORDER BY created_at DESC, id DESC LIMIT ${LIMIT}`;

/** For a link with several broken addresses, the one broken for longest counts; links that broke last come first. */
const BROKEN = `
  SELECT l.id FROM watched_destinations d
  JOIN link_destinations ld ON ld.hash = d.hash AND ld.workspace_id = $1
  JOIN links l ON l.id = ld.link_id
  WHERE d.state = 'broken' AND ${LIVE}
  GROUP BY l.id ORDER BY min(d.since) DESC, l.id LIMIT ${LIMIT}`;

/** Ids of the links in each list, in the order of the list. */
export type AttentionIds = Readonly<Record<keyof Attention, readonly string[]>>;

/** Finds the links of a workspace that need attention. */
@Injectable()
export class AttentionService {
  constructor(private readonly links: LinksService) {}

  async find(db: EntityManager, workspaceId: string, now: Date): Promise<AttentionIds> {
    const ids = async (sql: string, parameters: unknown[] = [workspaceId, now]): Promise<string[]> =>
      (await rows<{ id: string }>(db, sql, parameters)).map(({ id }) => id);
    return {
      expiringSoon: await ids(EXPIRING_SOON),
      nearLimit: await ids(NEAR_CAP),
      stopped: await ids(STOPPED),
      needsReview: await ids(NEEDS_REVIEW),
      broken: await ids(BROKEN, [workspaceId]),
    };
  }

  /** The lists as members see them. Uses another connection, so call it outside a transaction. */
  async show(workspace: CurrentWorkspace, found: AttentionIds): Promise<Attention> {
    const views = await this.links.viewsByIds(workspace, [...new Set(Object.values(found).flat())]);
    const byId = new Map(views.map((view) => [view.id, view]));
    const list = (ids: readonly string[]): Link[] => ids.flatMap((id) => byId.get(id) ?? []);
    return {
      expiringSoon: list(found.expiringSoon),
      nearLimit: list(found.nearLimit),
      stopped: list(found.stopped),
      needsReview: list(found.needsReview),
      broken: list(found.broken),
    };
  }
}
