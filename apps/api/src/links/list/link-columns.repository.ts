import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { firstRow, prepared, rows } from '../../platform/database/index.js';
import type { LinkOrder } from './link-orders.js';
import type { Named } from './link-question.js';
import {
  FLAG,
  NO_CLICKS,
  NO_LINKS,
  NO_TAGS,
  type PackedClicks,
  type PackedLinks,
  type PackedTags,
} from './packed-facts.js';

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
  /** Numbers of links whose own rows changed, and of those whose tags did, or the clicks. */
  readonly changed: readonly number[];
  readonly tagged: readonly number[];
  readonly clicked: readonly number[];
}

/** Where a page of links begins in the order of their making, the newest first. */
export interface Cursor {
  readonly createdAt: string;
  readonly id: string;
}

/** Some links, and where the next ones begin; null behind the last. */
export interface LinksRead {
  readonly links: PackedLinks;
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
    const row = await firstRow<Moment & Named & Pick<News, 'changed' | 'tagged' | 'clicked'>>(db, NEWS, [
      workspaceId,
      xmin,
      since.snapshot,
      q,
      tags,
      needsMembers,
    ]);
    if (row === null) throw new Error('a statement without FROM has one row');
    const { snapshot, server, words, tagIds, memberIds, ...news } = row;
    return { moment: { snapshot, server }, named: { words, tagIds, memberIds }, ...news };
  }

  /** Those of these links of a workspace that are not deleted, without tags and clicks. */
  links(workspaceId: string, nos: readonly number[], db: EntityManager): Promise<PackedLinks> {
    return ask(db, LINKS_OF, workspaceId, nos, NO_LINKS);
  }

  /** The tags of these links of a workspace, deleted or not. */
  tags(workspaceId: string, nos: readonly number[], db: EntityManager): Promise<PackedTags> {
    return ask(db, TAGS_OF, workspaceId, nos, NO_TAGS);
  }

  /** Clicks and caps of these links of a workspace, deleted or not. */
  clicks(workspaceId: string, nos: readonly number[], db: EntityManager): Promise<PackedClicks> {
    return ask(db, CLICKS_OF, workspaceId, nos, NO_CLICKS);
  }

  /** So many links behind a cursor, without tags and clicks. */
  async page(workspaceId: string, cursor: Cursor | null, limit: number, db: EntityManager): Promise<LinksRead> {
    const from = cursor ?? { createdAt: 'infinity', id: '00000000-0000-0000-0000-000000000000' };
    const row = await firstRow<Page>(db, LINKS_FROM, [workspaceId, from.createdAt, from.id, limit]);
    const next =
      row === null || row.count < limit || row.next_created === null || row.next_id === null
        ? null
        : { createdAt: row.next_created, id: row.next_id };
    return { links: filled(row, NO_LINKS), next };
  }

  /** Numbers of all links of a workspace that are not deleted, int4, in an order. */
  async order(workspaceId: string, order: LinkOrder, db: EntityManager): Promise<Buffer> {
    return (await firstRow<{ nos: Buffer | null }>(db, ORDERS[order], [workspaceId]))?.nos ?? Buffer.alloc(0);
  }

  /** For each of these links of a workspace the number of the one right before it by title; null for the first of all. */
  async beforeByTitle(workspaceId: string, nos: readonly number[], db: EntityManager): Promise<(number | null)[]> {
    const found = await rows<{ before: number | null }>(db, BEFORE_BY_TITLE, [workspaceId, nos]);
    return found.map(({ before }) => before);
  }
}

interface Counted {
  readonly count: number;
}
type Page = PackedLinks & { readonly next_created: string | null; readonly next_id: string | null };

async function ask<Columns extends Counted>(
  db: EntityManager,
  statement: string,
  workspaceId: string,
  nos: readonly number[],
  empty: Columns,
): Promise<Columns> {
  return nos.length === 0 ? empty : filled(await firstRow<Columns>(db, statement, [workspaceId, nos]), empty);
}

/** An aggregate of no rows is null. */
function filled<Columns extends Counted>(row: Columns | null, empty: Columns): Columns {
  return row === null || row.count === 0 ? empty : row;
}

// A server that was started anew may be another one, with other transactions of the same numbers.
const NOW = `pg_current_snapshot()::text AS snapshot, pg_postmaster_start_time()::text AS server`;

const MOMENT = prepared('link-columns-moment', `SELECT ${NOW}`);

const changes = (part: string): string => `ARRAY(
  SELECT DISTINCT no FROM link_changes, unnest(link_nos) AS no
  WHERE workspace_id = $1 AND changed_in >= $2::xid8 AND NOT pg_visible_in_snapshot(changed_in, $3::pg_snapshot)
    AND part = '${part}')`;

const NEWS = prepared(
  'link-columns-news',
  `SELECT ${NOW}, ${changes('link')} AS changed, ${changes('tags')} AS tagged, ${changes('clicks')} AS clicked,
     lower($4) AS words,
     ARRAY(
       SELECT t.id FROM (SELECT DISTINCT lower(name) AS name FROM unnest($5::text[]) AS given (name)) wanted
       LEFT JOIN tags t ON t.workspace_id = $1 AND lower(t.name) = wanted.name) AS "tagIds",
     ARRAY(SELECT user_id FROM memberships WHERE $6::boolean AND workspace_id = $1 AND is_active) AS "memberIds"`,
);

/** A column of all rows, in their order. */
const packed = (value: string, name: string): string => `string_agg(${value}, ''::bytea) AS "${name}"`;

const NOS = `count(*)::int AS count, ${packed('int4send(no)', 'nos')}`;

const idOrNone = (column: string): string =>
  `uuid_send(coalesce(${column}, '00000000-0000-0000-0000-000000000000'::uuid))`;
const timeOr = (column: string, none: string): string => `timestamptz_send(coalesce(${column}, '${none}'))`;

const FLAGS = `
  ${FLAG.present} + CASE WHEN is_enabled THEN ${FLAG.enabled} ELSE 0 END
  + CASE WHEN archived_at IS NULL THEN 0 ELSE ${FLAG.archived} END`;

const LINKS = `${NOS}, ${packed(`int4send(${FLAGS})`, 'flags')},
  ${packed('uuid_send(id)', 'ids')}, ${packed(idOrNone('campaign_id'), 'campaigns')},
  ${packed(idOrNone('created_by'), 'creators')}, ${packed(idOrNone('responsible_user_id'), 'responsible')},
  ${packed(`substr(sha256(convert_to(destination_url, 'UTF8')), 1, 16)`, 'destinations')},
  ${packed('timestamptz_send(created_at)', 'created')}, ${packed(timeOr('starts_at', '-infinity'), 'starts')},
  ${packed(timeOr('expires_at', 'infinity'), 'expires')}, ${packed(timeOr('review_at', 'infinity'), 'reviews')},
  ${packed('int8send(coalesce(hashtextextended(lower(title), 0), 0))', 'titles')}, json_agg(search_text) AS texts`;

const THESE = 'l.workspace_id = $1 AND l.no = ANY ($2::int[])';

const LINKS_OF = prepared('link-columns-links', `SELECT ${LINKS} FROM links l WHERE ${THESE} AND l.deleted_at IS NULL`);

const LINKS_FROM = prepared(
  'link-columns-page',
  `
  SELECT ${LINKS}, (array_agg(created_at::text))[count(*)] AS next_created, (array_agg(id))[count(*)] AS next_id FROM (
    SELECT * FROM links l
    WHERE workspace_id = $1 AND deleted_at IS NULL AND (created_at, id) < ($2::timestamptz, $3::uuid)
    ORDER BY created_at DESC, id DESC LIMIT $4) l`,
);

// Tags and clicks are those of deleted links, too: one that comes back between this statement and the one that read its own
// row would have none of them. A link without tags is one with none; their table is read from its primary key alone.
const TAGS_OF = prepared(
  'link-columns-tags',
  `
  SELECT ${NOS}, ${packed('int4send(tags)', 'counts')}, ${packed('tag_ids', 'ids')} FROM (
    SELECT l.no, count(t.tag_id)::int AS tags, coalesce(string_agg(uuid_send(t.tag_id), ''::bytea), ''::bytea) AS tag_ids
    FROM links l LEFT JOIN link_tags t ON t.link_id = l.id WHERE ${THESE} GROUP BY l.no) tagged`,
);

const CLICKS_OF = prepared(
  'link-columns-clicks',
  `
  SELECT ${NOS}, ${packed('float8send(c.lifetime_clicks)', 'clicks')},
    ${packed(`int4send(CASE WHEN c.is_at_cap THEN ${FLAG.atCap} ELSE 0 END)`, 'caps')}
  FROM links l JOIN link_counters c ON c.link_id = l.id WHERE ${THESE}`,
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
