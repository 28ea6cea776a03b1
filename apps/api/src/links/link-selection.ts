import type { LinkSort, LinkStatus } from '@signpost/contracts';
import { normalizeDestination } from '@signpost/domain';
import type { LinkFilterDto } from './links-list.dto.js';

/**
 * Which links of a workspace are meant, in the terms of the database: conditions over `links l`. The two mean the same.
 * `where` is judged row by row, for whoever takes rows in some order until there are enough; `whereAll`, with the
 * `prelude` before its statement, is for whoever looks at every link, such as a count.
 */
export interface Selection {
  readonly where: string;
  readonly prelude: string;
  readonly whereAll: string;
  readonly parameters: readonly unknown[];
  /** Several tags at once, or one that does not exist: found as a set or not at all. */
  readonly isIntersection: boolean;
  /** For lists: the selection as a part of one that indexes count and order; null in the trash, which is small. */
  readonly choice: Choice | null;
}

/** A selection as those links of a base that meet conditions. */
export interface Choice {
  /** Only links that are neither archived nor deleted, or every one, deleted ones too. */
  readonly base: 'shown' | 'all';
  /** The narrowest table that has what the conditions ask for; its rows are read as `l`. */
  readonly table: 'link_facts' | 'links';
  /** The conditions, with the selection's `prelude` before the statement; empty for every link of the base. */
  readonly conditions: string;
  /** Where a text of two letters or more is searched for in `link_facts`: how its pairs of letters lead to it; else null. */
  readonly pairs: Pairs | null;
  /** Where one tag is all that is asked for: how its links are found without a look at any other; else null. */
  readonly tag: Tag | null;
  /** Where small indexes lead to all links of the base that do not meet them: a statement that finds those; else empty. */
  readonly misses: string;
}

/** A text as its pairs of letters, which an index of `link_facts` leads to. */
export interface Pairs {
  /** All conditions of the choice, so that the index is what they are met by. */
  readonly conditions: string;
  /** The text alone, for the planner to say how many links have it. */
  readonly text: string;
  /** Whether it is long enough for the index of trigrams too. */
  readonly hasTrigrams: boolean;
}

/** A tag as its links, and those that the base leaves out, which are few. */
export interface Tag {
  readonly links: string;
  readonly hidden: string;
}

/** Who asks, where and when: what `me` and the states mean. */
export interface SelectionScope {
  readonly workspaceId: string;
  readonly userId: string;
  readonly now: Date;
}

/** What a filter names, looked up before; what is left out the database looks up itself, which is slow for many. */
export interface Known {
  /** Its tags, the rarest first, or null where one of them does not exist. */
  readonly tagIds?: readonly string[] | null | undefined;
  /** The workspace's active members, where it asks for links without one: as values they become a hash, a subquery does not. */
  readonly memberIds?: readonly string[] | undefined;
}

/** Builds the condition of a filter. All texts are parameters; the condition itself is made of constants. */
export function selectLinks(
  scope: SelectionScope,
  filter: LinkFilterDto,
  { tagIds, memberIds }: Known = {},
): Selection {
  const parameters: unknown[] = [scope.workspaceId];
  const bind = (value: unknown): string => `$${parameters.push(value)}`;
  const isTrash = filter.trashed === 'true';
  // The trash shows archived links too unless it is asked not to.
  const archived = filter.archived ?? (isTrash ? 'all' : 'false');
  const base = ['l.workspace_id = $1', isTrash ? 'l.deleted_at IS NOT NULL' : 'l.deleted_at IS NULL'];
  if (archived === 'false') base.push('l.archived_at IS NULL');

  const attributes: string[] = [];
  if (archived === 'true') attributes.push('l.archived_at IS NOT NULL');
  if (tagIds === null) attributes.push('false');
  if (isText(filter.campaignId)) attributes.push(`l.campaign_id = ${bind(filter.campaignId)}`);
  if (isText(filter.createdBy)) {
    const user = filter.createdBy.toLowerCase();
    attributes.push(`l.created_by = ${bind(user === 'me' ? scope.userId : user)}`);
  }
  const destination = isText(filter.destination) ? destinationCondition(filter.destination, bind) : '';
  if (filter.needsReview === 'true') attributes.push(reviewCondition(bind(scope.now), memberIds && bind(memberIds)));
  const tags = [...new Set(filter.tags)];
  const tagged =
    tagIds !== undefined && tagIds !== null
      ? taggedBy(tagIds, bind)
      : tags.length > 0 && tagIds !== null
        ? taggedByName(bind(tags), tags.length > 1)
        : '';
  const { status, q } = filter;
  const now = status === undefined || status === 'disabled' ? '' : bind(scope.now);
  const [state, stateOfAll] = [AT_LIMIT, IS_REACHED].map((atLimit) =>
    status === undefined ? '' : statusCondition(status, now, atLimit),
  ) as [string, string];
  const text = isText(q) ? bind(`%${escapeLike(q)}%`) : '';

  // The text stands last, since conditions of equal cost are judged in their order: it is read after all that spares that.
  const tag = tagged === '' ? '' : `l.id IN (${tagged})`;
  const inLinks = text === '' ? '' : `l.search_text LIKE lower(${text})`;
  const where = allOf(...base, ...attributes, destination, tag, state, inLinks);
  const whereAll = allOf(...base, ...attributes, destination, tag, stateOfAll, inLinks);
  // As a test of its own the set of tagged links is made once and looked into; otherwise it might become a join.
  const isTagged = tag === '' ? '' : `(${tag}) IS TRUE`;
  const inFacts = text === '' ? '' : `l.search_bytes LIKE search_bytes(${text})`;
  const isInFacts = destination === '';
  const conditions = allOf(...attributes, destination, isTagged, stateOfAll, isInFacts ? inFacts : inLinks);
  const hasPairs = isInFacts && isText(q) && q.length > 1;
  const isActiveAlone = status === 'active' && archived === 'false' && conditions === stateOfAll;
  return {
    where,
    prelude: where === whereAll ? '' : REACHED,
    whereAll,
    parameters,
    isIntersection: tags.length > 1 || tagIds === null,
    choice: isTrash
      ? null
      : {
          base: archived === 'false' ? 'shown' : 'all',
          table: isInFacts ? 'link_facts' : 'links',
          conditions,
          pairs: hasPairs
            ? {
                conditions: allOf(hasPairsOf(text), ...attributes, isTagged, stateOfAll, inFacts),
                text: inFacts,
                hasTrigrams: q.length > 2,
              }
            : null,
          tag:
            conditions === isTagged && tag !== '' && tags.length === 1
              ? { links: tagged, hidden: hiddenFrom(archived === 'all') }
              : null,
          misses: isActiveAlone ? inactive(now) : '',
        },
  };
}

const allOf = (...conditions: string[]): string => conditions.filter((condition) => condition !== '').join(' AND ');

const isText = (value: string | null | undefined): value is string => typeof value === 'string' && value !== '';

/** Compared in its stored form. The index holds the hash: addresses may be longer than an index entry. */
function destinationCondition(destination: string, bind: (value: unknown) => string): string {
  const normalized = normalizeDestination(destination, { allowPrivate: true });
  const url = bind(normalized.ok ? normalized.url : destination);
  return `md5(l.destination_url) = md5(${url}) AND l.destination_url = ${url}`;
}

/** A text that stands for itself in LIKE. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** Links that have every pair of letters of the text in this pattern, which is unescaped for it. */
function hasPairsOf(pattern: string): string {
  const text = String.raw`regexp_replace(substr(${pattern}, 2, length(${pattern}) - 2), '\\(.)', '\1', 'g')`;
  return `search_pairs(l.search_bytes, l.workspace_id) @> search_pairs(search_bytes(${text}), $1)`;
}

const AT_LIMIT = `l.maximum_visits IS NOT NULL AND EXISTS (
  SELECT FROM link_counters used WHERE used.workspace_id = $1 AND used.link_id = l.id AND used.is_at_cap)`;

// One set for all rows: asked row by row it would cost a look-up for each capped link.
const REACHED = `
  WITH reached AS MATERIALIZED (SELECT link_id FROM link_counters WHERE workspace_id = $1 AND is_at_cap)`;
const IS_REACHED = 'l.maximum_visits IS NOT NULL AND l.id IN (SELECT link_id FROM reached)';

/** The same order of states as linkStatus in libs/domain; a database test holds the two together. */
function statusCondition(status: LinkStatus, now: string, atLimit: string): string {
  const open = `l.is_enabled AND (l.expires_at IS NULL OR l.expires_at > ${now})`;
  switch (status) {
    case 'disabled':
      return 'NOT l.is_enabled';
    case 'expired':
      return `l.is_enabled AND l.expires_at <= ${now}`;
    case 'limit_reached':
      return `${open} AND ${atLimit}`;
    case 'scheduled':
      return `${open} AND NOT (${atLimit}) AND l.starts_at > ${now}`;
    case 'active':
      return `${open} AND NOT (${atLimit}) AND (l.starts_at IS NULL OR l.starts_at <= ${now})`;
  }
}

/** Every shown link that is not active: few have times or are paused, and few are at their cap. */
function inactive(now: string): string {
  return `
    SELECT l.id FROM links l WHERE l.workspace_id = $1 AND l.deleted_at IS NULL AND l.archived_at IS NULL
      AND (NOT l.is_enabled OR l.starts_at IS NOT NULL OR l.expires_at IS NOT NULL)
      AND (NOT l.is_enabled OR l.expires_at <= ${now} OR l.starts_at > ${now})
    UNION SELECT c.link_id FROM link_counters c WHERE c.workspace_id = $1 AND c.is_at_cap AND c.is_shown`;
}

/** Every link that a base leaves out. */
function hiddenFrom(isArchivedShown: boolean): string {
  const deleted = 'SELECT l.id FROM links l WHERE l.workspace_id = $1 AND l.deleted_at IS NOT NULL';
  if (isArchivedShown) return deleted;
  return `
    SELECT l.id FROM links l WHERE l.workspace_id = $1 AND l.deleted_at IS NULL AND l.archived_at IS NOT NULL
    UNION ALL ${deleted}`;
}

/** Links that carry every one of the tags; which of several names are one is for the database to say. */
function taggedByName(names: string, areSeveral: boolean): string {
  const tagged = `
    SELECT lt.link_id FROM link_tags lt JOIN tags t ON t.id = lt.tag_id
    WHERE t.workspace_id = $1 AND lower(t.name) IN (SELECT lower(name) FROM unnest(${names}::text[]) AS wanted (name))`;
  const all = `(SELECT count(DISTINCT lower(name)) FROM unnest(${names}::text[]) AS wanted (name))`;
  return `${tagged}${areSeveral ? ` GROUP BY lt.link_id HAVING count(*) = ${all}` : ''}`;
}

/**
 * The same by ids, the rarest first. Three are walked side by side along one index each; few links are left, which are
 * then asked for the others.
 */
function taggedBy(ids: readonly string[], bind: (value: unknown) => string): string {
  const [rarest, ...more] = ids.slice(0, 3).map(bind);
  const joins = more.map(
    (id, n) => `JOIN link_tags tag${n} ON tag${n}.link_id = lt.link_id AND tag${n}.tag_id = ${id}`,
  );
  const others = ids.slice(3);
  const asked =
    others.length === 0
      ? ''
      : `AND (SELECT count(*) FROM link_tags other
         WHERE other.link_id = lt.link_id AND other.tag_id = ANY (${bind(others)}::uuid[])) = ${others.length}`;
  return `SELECT lt.link_id FROM link_tags lt ${joins.join(' ')} WHERE lt.tag_id = ${rarest} ${asked}`;
}

function reviewCondition(now: string, members = ACTIVE_MEMBERS): string {
  return `(l.review_at <= ${now} OR l.responsible_user_id IS NULL OR l.responsible_user_id <> ALL (${members}::uuid[]))`;
}

const ACTIVE_MEMBERS = 'ARRAY(SELECT m.user_id FROM memberships m WHERE m.workspace_id = $1 AND m.is_active)';

/** What an order is made of. */
export interface Order {
  /** Column of links that it needs, or empty. */
  readonly column: string;
  /** Join that it needs beside links, or empty. */
  readonly join: string;
  /** Ties are broken by id, so that pages never overlap. */
  readonly by: string;
  /** The same from its end. */
  readonly byReversed: string;
}

/** An order of the list. What has no title or expiry comes last. */
export function orderOf(sort: LinkSort): Order {
  // Named by its workspace too, so that the index in the order of clicks can be walked.
  const clicks = 'JOIN link_counters c ON c.link_id = l.id AND c.workspace_id = $1';
  switch (sort) {
    case '-createdAt':
      return { column: 'created_at', join: '', by: 'l.created_at DESC, l.id DESC', byReversed: 'l.created_at, l.id' };
    case 'createdAt':
      return { column: 'created_at', join: '', by: 'l.created_at, l.id', byReversed: 'l.created_at DESC, l.id DESC' };
    case '-clicks':
      return {
        column: '',
        join: clicks,
        by: 'c.lifetime_clicks DESC, c.link_id DESC',
        byReversed: 'c.lifetime_clicks, c.link_id',
      };
    case 'clicks':
      return {
        column: '',
        join: clicks,
        by: 'c.lifetime_clicks, c.link_id',
        byReversed: 'c.lifetime_clicks DESC, c.link_id DESC',
      };
    case 'title':
      return { column: 'title', join: '', by: 'lower(l.title), l.id', byReversed: 'lower(l.title) DESC, l.id DESC' };
    case 'expiresAt':
      return { column: 'expires_at', join: '', by: 'l.expires_at, l.id', byReversed: 'l.expires_at DESC, l.id DESC' };
  }
}
