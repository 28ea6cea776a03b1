import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { firstRow, prepared, rows } from '../platform/database/index.js';
import type { LinkOrder } from './link-orders.js';
import type { Named } from './link-question.js';
import { FLAG, type PackedCounts, type PackedFacts } from './packed-facts.js';

/** What a moment of the database is called: which transactions it has seen, of which start of which server. */
export interface Moment {
  /** `pg_snapshot` */
  readonly snapshot: string;
  readonly server: string;
}

/** What a filter names, as it was written. */
export interface Asked {
  readonly q: string;
  readonly tags: readonly string[];
  readonly needsMembers: boolean;
}

/** What changed since a moment, up to another one, and what a filter names then. */
export interface News {
  readonly moment: Moment;
  readonly named: Named;
  /** Numbers of the links that changed. */
  readonly changed: readonly number[];
  /** Of those of which only the clicks did, or that they have reached the cap. */
  readonly counted: readonly number[];
}

/** Where a page of links begins in the order of their making, the newest first. */
export interface Cursor {
  readonly createdAt: string;
  readonly id: string;
}

/** Some links, and where the next ones begin; null behind the last. */
export interface LinksRead {
  readonly facts: PackedFacts;
  readonly next: Cursor | null;
}

/** What {@link LinkColumns} are made of, and what changed since. */
@Injectable()
export class LinkColumnsRepository {
  /** The moment of this statement. */
  async moment(db: EntityManager): Promise<Moment> {
    return (await firstRow<Moment>(db, MOMENT)) ?? { snapshot: '', server: '' };
  }

  /** What changed in a workspace since a moment, in the snapshot of this statement. */
  async news(workspaceId: string, since: Moment, { q, tags, needsMembers }: Asked, db: EntityManager): Promise<News> {
    const [xmin = ''] = since.snapshot.split(':');
    const row = await firstRow<Moment & Named & Pick<News, 'changed' | 'counted'>>(db, NEWS, [
      workspaceId,
      xmin,
      since.snapshot,
      q,
      tags,
      needsMembers,
    ]);
    if (row === null) throw new Error('a statement without FROM has one row');
    const { snapshot, server, words, tagIds, memberIds, changed, counted } = row;
    return { moment: { snapshot, server }, named: { words, tagIds, memberIds }, changed, counted };
  }

  /** The facts of these links of a workspace that are not deleted. */
  async facts(workspaceId: string, nos: readonly number[], db: EntityManager): Promise<PackedFacts> {
    return filled(await firstRow<Packed>(db, FACTS_OF, [workspaceId, nos]), NO_FACTS);
  }

  /** The clicks of these links of a workspace that are not deleted. */
  async counts(workspaceId: string, nos: readonly number[], db: EntityManager): Promise<PackedCounts> {
    return filled(await firstRow<Packed>(db, COUNTS_OF, [workspaceId, nos]), NO_COUNTS);
  }

  /** The facts of so many links behind a cursor. */
  async page(workspaceId: string, cursor: Cursor | null, limit: number, db: EntityManager): Promise<LinksRead> {
    const from = cursor ?? { createdAt: 'infinity', id: '00000000-0000-0000-0000-000000000000' };
    const row = await firstRow<Packed & { next_created: string | null; next_id: string | null }>(db, FACTS_FROM, [
      workspaceId,
      from.createdAt,
      from.id,
      limit,
    ]);
    const next =
      row === null || row.count < limit || row.next_created === null || row.next_id === null
        ? null
        : { createdAt: row.next_created, id: row.next_id };
    return { facts: filled(row, NO_FACTS), next };
  }

  /** Numbers of all links of a workspace that are not deleted, int4, in an order. */
  async order(workspaceId: string, order: LinkOrder, db: EntityManager): Promise<Buffer> {
    return (await firstRow<{ nos: Buffer | null }>(db, ORDERS[order], [workspaceId]))?.nos ?? NOTHING;
  }

  /** For each of these links of a workspace the number of the one right before it by title; null for the first of all. */
  async beforeByTitle(workspaceId: string, nos: readonly number[], db: EntityManager): Promise<(number | null)[]> {
    const found = await rows<{ before: number | null }>(db, BEFORE_BY_TITLE, [workspaceId, nos]);
    return found.map(({ before }) => before);
  }
}

/** An aggregate of no rows is null. */
type Packed = { readonly [Column in keyof PackedFacts]: PackedFacts[Column] | null } & { readonly count: number };

function filled<Columns extends PackedCounts>(row: Packed | null, empty: Columns): Columns {
  return row === null || row.count === 0 ? empty : (row as unknown as Columns);
}

const NOTHING = Buffer.alloc(0);
export const NO_COUNTS: PackedCounts = { count: 0, nos: NOTHING, clicks: NOTHING, flags: NOTHING };
export const NO_FACTS: PackedFacts = {
  ...NO_COUNTS,
  ids: NOTHING,
  campaigns: NOTHING,
  creators: NOTHING,
  responsible: NOTHING,
  destinations: NOTHING,
  created: NOTHING,
  starts: NOTHING,
  expires: NOTHING,
  reviews: NOTHING,
  titles: NOTHING,
  tagCounts: NOTHING,
  tags: NOTHING,
  texts: [],
};

// A server that was started anew may be another one, with other transactions of the same numbers.
const NOW = `pg_current_snapshot()::text AS snapshot, pg_postmaster_start_time()::text AS server`;

const MOMENT = prepared('link-columns-moment', `SELECT ${NOW}`);

const changes = (isCounted: string): string => `ARRAY(
  SELECT DISTINCT no FROM link_changes, unnest(link_nos) AS no
  WHERE workspace_id = $1 AND changed_in >= $2::xid8 AND NOT pg_visible_in_snapshot(changed_in, $3::pg_snapshot)
    AND ${isCounted})`;

const NEWS = prepared(
  'link-columns-news',
  `SELECT ${NOW}, ${changes('NOT is_counted')} AS changed, ${changes('is_counted')} AS counted, lower($4) AS words,
     ARRAY(
       SELECT t.id FROM (SELECT DISTINCT lower(name) AS name FROM unnest($5::text[]) AS given (name)) wanted
       LEFT JOIN tags t ON t.workspace_id = $1 AND lower(t.name) = wanted.name) AS "tagIds",
     ARRAY(SELECT user_id FROM memberships WHERE $6::boolean AND workspace_id = $1 AND is_active) AS "memberIds"`,
);

/** A column of all rows, in their order. */
const packed = (value: string, name: string): string => `string_agg(${value}, ''::bytea) AS "${name}"`;

const COUNTS = `
  count(*)::int AS count, ${packed('int4send(no)', 'nos')}, ${packed('float8send(lifetime_clicks)', 'clicks')},
  ${packed('int4send(flags)', 'flags')}`;

const idOrNone = (column: string): string =>
  `uuid_send(coalesce(${column}, '00000000-0000-0000-0000-000000000000'::uuid))`;
const timeOr = (column: string, none: string): string => `timestamptz_send(coalesce(${column}, '${none}'))`;

const FACTS = `${COUNTS},
  ${packed('uuid_send(id)', 'ids')}, ${packed(idOrNone('campaign_id'), 'campaigns')},
  ${packed(idOrNone('created_by'), 'creators')}, ${packed(idOrNone('responsible_user_id'), 'responsible')},
  ${packed(`substr(sha256(convert_to(destination_url, 'UTF8')), 1, 16)`, 'destinations')},
  ${packed('timestamptz_send(created_at)', 'created')}, ${packed(timeOr('starts_at', '-infinity'), 'starts')},
  ${packed(timeOr('expires_at', 'infinity'), 'expires')}, ${packed(timeOr('review_at', 'infinity'), 'reviews')},
  ${packed('int8send(coalesce(hashtextextended(lower(title), 0), 0))', 'titles')},
  ${packed('int4send(tag_count)', 'tagCounts')}, ${packed('tags', 'tags')}, json_agg(search_text) AS texts`;

const FLAGS = `
  ${FLAG.present} + CASE WHEN l.is_enabled THEN ${FLAG.enabled} ELSE 0 END + CASE WHEN l.archived_at IS NULL THEN 0 ELSE ${FLAG.archived} END
  + CASE WHEN c.is_at_cap THEN ${FLAG.atCap} ELSE 0 END AS flags`;

/** @param links the links of a workspace that facts are asked of; their tags are read from the primary key alone. */
const withFacts = (links: string, more = ''): string => `
  WITH l AS MATERIALIZED (${links}), tagged AS (
    SELECT link_id, count(*)::int AS tag_count, string_agg(uuid_send(tag_id), ''::bytea) AS tags
    FROM link_tags WHERE link_id IN (SELECT id FROM l) GROUP BY link_id)
  SELECT ${FACTS}${more}
  FROM (
    SELECT l.*, coalesce(t.tag_count, 0) AS tag_count, coalesce(t.tags, ''::bytea) AS tags
    FROM l LEFT JOIN tagged t ON t.link_id = l.id
    ORDER BY l.created_at DESC, l.id DESC) l`;

const COLUMNS = `
  SELECT l.no, l.id, l.campaign_id, l.created_by, l.responsible_user_id, l.destination_url, l.created_at, l.starts_at,
    l.expires_at, l.review_at, l.title, l.search_text, c.lifetime_clicks, ${FLAGS}
  FROM links l JOIN link_counters c ON c.link_id = l.id`;

const FACTS_OF = prepared(
  'link-columns-facts',
  withFacts(`${COLUMNS} WHERE l.workspace_id = $1 AND l.no = ANY ($2::int[]) AND l.deleted_at IS NULL`),
);

const FACTS_FROM = prepared(
  'link-columns-page',
  withFacts(
    `${COLUMNS}
   WHERE l.workspace_id = $1 AND l.deleted_at IS NULL AND (l.created_at, l.id) < ($2::timestamptz, $3::uuid)
   ORDER BY l.created_at DESC, l.id DESC LIMIT $4`,
    `, (array_agg(created_at::text))[count(*)] AS next_created, (array_agg(id))[count(*)] AS next_id`,
  ),
);

const COUNTS_OF = prepared(
  'link-columns-counts',
  `
  SELECT ${COUNTS} FROM (
    SELECT l.no, c.lifetime_clicks, ${FLAGS} FROM links l JOIN link_counters c ON c.link_id = l.id
    WHERE l.workspace_id = $1 AND l.no = ANY ($2::int[]) AND l.deleted_at IS NULL) counted`,
);

const inOrder = (from: string, order: string): string => `
  SELECT string_agg(int4send(no), ''::bytea) AS nos FROM (
    SELECT l.no FROM links l ${from} WHERE l.workspace_id = $1 AND l.deleted_at IS NULL ORDER BY ${order}) l`;

const ORDERS: Readonly<Record<LinkOrder, string>> = {
  created: inOrder('', 'l.created_at, l.id'),
  clicks: inOrder('JOIN link_counters c ON c.link_id = l.id', 'c.lifetime_clicks, l.id'),
  title: inOrder('', 'lower(l.title), l.id'),
  expires: inOrder('', 'l.expires_at, l.id'),
};

const BY_TITLE = 'FROM links p WHERE p.workspace_id = $1 AND p.deleted_at IS NULL';
const LAST = 'ORDER BY lower(p.title) DESC, p.id DESC LIMIT 1';

// Links without a title come last, among themselves by their ids.
const BEFORE_BY_TITLE = prepared(
  'link-columns-before',
  `
  SELECT CASE
    WHEN l.title IS NOT NULL THEN (SELECT p.no ${BY_TITLE} AND (lower(p.title), p.id) < (lower(l.title), l.id) ${LAST})
    ELSE coalesce(
      (SELECT p.no ${BY_TITLE} AND lower(p.title) IS NULL AND p.id < l.id ${LAST}),
      (SELECT p.no ${BY_TITLE} AND lower(p.title) IS NOT NULL ${LAST}))
    END AS before
  FROM unnest($2::int[]) WITH ORDINALITY AS given (no, position)
  JOIN links l ON l.no = given.no AND l.workspace_id = $1
  ORDER BY given.position`,
);
