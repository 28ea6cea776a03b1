import { HEALTH_STATES, type HealthState, type LinkSort, type LinkStatus } from '@signpost/contracts';
import { midnightOf } from '@signpost/domain';
import { escapeLike } from '../../platform/database/index.js';
import type { LinkFilterDto } from './links-list.dto.js';
import { destinationForms, searchForms, shortAddressOf } from './search-words.js';

/**
 * A selection of a workspace's links as SQL conditions over `links l`. `where` and `whereAll` are equivalent: `where`
 * is evaluated row by row, for statements that stop after enough rows; `whereAll`, together with the `prelude` in front
 * of the statement, is for statements that scan all links, such as a count.
 */
export interface Selection {
  readonly where: string;
  readonly prelude: string;
  readonly whereAll: string;
  readonly parameters: readonly unknown[];
  /** Number of selected links: an SQL expression for a statement with the `prelude`. */
  readonly total: string;
  /** Whether `total` scans all links by `whereAll`; otherwise it is mostly computed from stored sums. */
  readonly isCounted: boolean;
  /** Whether finding the links is expensive, so that page and count should share one scan. */
  readonly isCostly: boolean;
}

/** Caller, workspace and time, which define `me` and the link states. */
export interface SelectionScope {
  readonly workspaceId: string;
  readonly userId: string;
  readonly now: Date;
  /** Origin of the workspace's short links. */
  readonly shortOrigin: string;
}

/** Builds the condition of a filter. All values are bound parameters; the SQL itself consists of constants. */
export function selectLinks(scope: SelectionScope, filter: LinkFilterDto): Selection {
  const parameters: unknown[] = [scope.workspaceId];
  const bind = (value: unknown): string => `$${parameters.push(value)}`;
  const isTrash = filter.trashed === 'true';
  // The trash includes archived links by default.
  const archived = filter.archived ?? (isTrash ? 'all' : 'false');
  const base = ['l.workspace_id = $1', isTrash ? 'l.deleted_at IS NOT NULL' : 'l.deleted_at IS NULL'];
  if (archived !== 'all') base.push(`l.archived_at IS ${archived === 'true' ? 'NOT NULL' : 'NULL'}`);

  const conditions: string[] = [];
  if (isText(filter.campaignId)) conditions.push(`l.campaign_id = ${bind(filter.campaignId)}`);
  if (isText(filter.createdBy)) {
    const user = filter.createdBy.toLowerCase();
    conditions.push(`l.created_by = ${bind(user === 'me' ? scope.userId : user)}`);
  }
  if (isText(filter.createdFrom)) conditions.push(`l.created_at >= ${bind(dayStart(filter.createdFrom, 0))}`);
  if (isText(filter.createdTo)) conditions.push(`l.created_at < ${bind(dayStart(filter.createdTo, 1))}`);
  if (isText(filter.responsible)) {
    const user = filter.responsible.toLowerCase();
    conditions.push(
      user === 'none'
        ? 'l.responsible_user_id IS NULL'
        : `l.responsible_user_id = ${bind(user === 'me' ? scope.userId : user)}`,
    );
  }
  const hasClickFilter = filter.minClicks !== undefined || filter.maxClicks !== undefined;
  if (hasClickFilter) conditions.push(clicksCondition(filter, bind));
  if (filter.needsReview === 'true') conditions.push(reviewCondition(bind(scope.now)));
  if (filter.health !== undefined) conditions.push(healthCondition(filter.health));
  if (isText(filter.destination)) conditions.push(destinationCondition(filter.destination, bind));
  const tags = [...new Set(filter.tags)];
  const tagged = tags.length === 0 ? '' : taggedBy(bind(tags), tags.length > 1);
  if (tagged !== '') conditions.push(`l.id IN (${tagged})`);
  const { status, q } = filter;
  const now = status === undefined || status === 'disabled' || status === 'quarantined' ? '' : bind(scope.now);
  const [state, stateOfAll] = [AT_LIMIT, IS_REACHED].map((atLimit) =>
    status === undefined ? '' : statusCondition(status, now, atLimit),
  ) as [string, string];
  // The text condition comes last: PostgreSQL evaluates conditions of equal cost in order, so the long text is only
  // read for rows that pass the others.
  const text = isText(q) ? textCondition(q, scope.shortOrigin, bind) : '';
  const where = allOf(...base, ...conditions, state, text);
  const whereAll = allOf(...base, ...conditions, stateOfAll, text);
  const isPlain = text === '' && !isTrash && archived !== 'true';
  const isStateAlone = isPlain && conditions.length === 0;
  const isTagAlone = isPlain && status === undefined && tags.length === 1 && conditions.length === 1;
  const isCounted = !isStateAlone || (status !== undefined && status !== 'active');
  let total = counted(whereAll);
  if (isStateAlone && status === undefined) total = kept(archived);
  if (isStateAlone && status === 'active') {
    total = `${kept(archived)} - ${counted(allOf(...base, MAY_NOT_BE_ACTIVE, `NOT (${stateOfAll})`))}`;
  }
  if (isTagAlone) total = taggedTotal(tagged, archived);
  const prelude = where === whereAll ? '' : REACHED;
  const isCostly =
    hasClickFilter || tags.length > 1 || (text !== '' && (status !== undefined || conditions.length > 0));
  return { where, prelude, whereAll, parameters, total, isCounted, isCostly };
}

const counted = (where: string): string => `(SELECT count(*)::int FROM links l WHERE ${where})`;

/** Number of a workspace's shown or live links, from stored sums instead of a count. */
const kept = (archived: 'false' | 'all'): string =>
  `(SELECT coalesce(sum(${archived === 'false' ? 'shown' : 'live'}), 0)::int FROM link_counts WHERE workspace_id = $1)`;

/** Number of links with a tag: all of them, by an index-only scan, minus those in the trash or archive. */
function taggedTotal(tagged: string, archived: 'false' | 'all'): string {
  const hidden = ['l.deleted_at IS NOT NULL'];
  if (archived === 'false') hidden.push('l.deleted_at IS NULL AND l.archived_at IS NOT NULL');
  const counts = hidden.map((which) => counted(`l.workspace_id = $1 AND ${which} AND l.id IN (${tagged})`));
  return [`(SELECT count(*)::int FROM (${tagged}) carrying)`, ...counts].join(' - ');
}

// Must equal the predicate of the index links_restricted_idx: active links are counted as all links minus the few that
// match it and are not active.
const MAY_NOT_BE_ACTIVE = `(NOT l.is_enabled OR l.starts_at IS NOT NULL OR l.expires_at IS NOT NULL OR l.maximum_visits IS NOT NULL
  OR l.quarantined_at IS NOT NULL)`;

/**
 * As a subquery: click counts are not indexed, because every stored click would have to update the index, so the
 * workspace's counters are scanned once instead of once per link.
 */
function clicksCondition({ minClicks, maxClicks }: LinkFilterDto, bind: (value: unknown) => string): string {
  const counters = ['n.workspace_id = $1'];
  if (minClicks !== undefined) counters.push(`n.lifetime_clicks >= ${bind(minClicks)}`);
  if (maxClicks !== undefined) counters.push(`n.lifetime_clicks <= ${bind(maxClicks)}`);
  return `l.id IN (SELECT n.link_id FROM link_counters n WHERE ${allOf(...counters)})`;
}

/** By the worst state among a link's destinations; links without any check have no state. */
function healthCondition(health: HealthState): string {
  const worse = HEALTH_STATES.filter((state) => SEVERITY[state] > SEVERITY[health]);
  return allOf(`l.id IN (${leadingTo([health])})`, worse.length === 0 ? '' : `l.id NOT IN (${leadingTo(worse)})`);
}

const SEVERITY: Readonly<Record<HealthState, number>> = { ok: 0, unknown: 1, broken: 2 };

// As subqueries, since few destinations are broken: checked link by link, a workspace of 100,000 links would take
// seconds.
const leadingTo = (states: readonly HealthState[]): string => `
  SELECT ld.link_id FROM watched_destinations d JOIN link_destinations ld ON ld.hash = d.hash
  WHERE ld.workspace_id = $1 AND d.checked_at IS NOT NULL AND d.state IN (${states.map((state) => `'${state}'`).join(', ')})`;

const allOf = (...conditions: string[]): string => conditions.filter((condition) => condition !== '').join(' AND ');

/** Whether a filter is set; an empty text is not. */
const isText = (value: string | null | undefined): value is string => typeof value === 'string' && value !== '';

/** Midnight UTC, `later` days after a calendar date. */
function dayStart(day: string, later: number): Date {
  return new Date((midnightOf(day) ?? NaN) + later * 86_400_000);
}

/** Links that contain these words, and the link whose short address they are. */
function textCondition(words: string, shortOrigin: string, bind: (value: unknown) => string): string {
  const contains = (links: string): string => {
    const forms = searchForms(words).map(
      (form) => `${links}.search_text LIKE search_fold(${bind(`%${escapeLike(form)}%`)})`,
    );
    return forms.length === 1 ? forms.join() : `(${forms.join(' OR ')})`;
  };
  const address = shortAddressOf(words, shortOrigin);
  if (address === null) return contains('l');
  // A union of ids, so that each part can use its own index.
  return `l.id IN (
    SELECT a.link_id FROM addresses a WHERE a.workspace_id = $1 AND a.slug = ${bind(address.slug)} AND a.kind <> 'revoked'
    UNION ALL SELECT k.link_id FROM kept_paths k WHERE k.workspace_id = $1 AND k.folded = ${bind(address.folded)} AND k.is_live
    UNION ALL SELECT s.id FROM links s WHERE s.workspace_id = $1 AND ${contains('s')})`;
}

/** By hash, because URLs may be longer than an index entry. */
function destinationCondition(destination: string, bind: (value: unknown) => string): string {
  const urls = bind(destinationForms(destination));
  const hashes = `ARRAY(SELECT md5(url) FROM unnest(${urls}::text[]) AS url)`;
  return `md5(l.destination_url) = ANY (${hashes}) AND l.destination_url = ANY (${urls}::text[])`;
}

const AT_LIMIT = `l.maximum_visits IS NOT NULL AND EXISTS (
  SELECT FROM link_counters used WHERE used.workspace_id = $1 AND used.link_id = l.id AND used.is_at_cap)`;

// Computed once for all rows: row by row it would need a look-up for each capped link.
const REACHED = `
  WITH reached AS MATERIALIZED (SELECT link_id FROM link_counters WHERE workspace_id = $1 AND is_at_cap)`;
const IS_REACHED = 'l.maximum_visits IS NOT NULL AND l.id IN (SELECT link_id FROM reached)';

/** Same precedence as linkStatus in libs/domain; a database test compares the two. */
function statusCondition(status: LinkStatus, now: string, atLimit: string): string {
  const free = 'l.quarantined_at IS NULL';
  const open = `${free} AND l.is_enabled AND (l.expires_at IS NULL OR l.expires_at > ${now})`;
  switch (status) {
    case 'quarantined':
      return 'l.quarantined_at IS NOT NULL';
    case 'disabled':
      return `${free} AND NOT l.is_enabled`;
    case 'expired':
      return `${free} AND l.is_enabled AND l.expires_at <= ${now}`;
    case 'limit_reached':
      return `${open} AND ${atLimit}`;
    case 'scheduled':
      return `${open} AND NOT (${atLimit}) AND l.starts_at > ${now}`;
    case 'active':
      return `${open} AND NOT (${atLimit}) AND (l.starts_at IS NULL OR l.starts_at <= ${now})`;
  }
}

/** Links that have all of the tags; the database decides which names are equal case-insensitively. */
function taggedBy(names: string, areSeveral: boolean): string {
  const tagged = `
    SELECT lt.link_id FROM link_tags lt JOIN tags t ON t.id = lt.tag_id
    WHERE t.workspace_id = $1 AND lower(t.name) IN (SELECT lower(name) FROM unnest(${names}::text[]) AS wanted (name))`;
  const all = `(SELECT count(DISTINCT lower(name)) FROM unnest(${names}::text[]) AS wanted (name))`;
  return `${tagged}${areSeveral ? ` GROUP BY lt.link_id HAVING count(*) = ${all}` : ''}`;
}

function reviewCondition(now: string): string {
  return `(l.review_at <= ${now} OR l.responsible_user_id IS NULL OR l.responsible_user_id <> ALL (${ACTIVE_MEMBERS}))`;
}

const ACTIVE_MEMBERS = 'ARRAY(SELECT m.user_id FROM memberships m WHERE m.workspace_id = $1 AND m.is_active)';

/** A page: sort order, limit and offset. */
export type PageCut = readonly [sort: LinkSort, limit: number, offset: number];

/** A sort order. Links without a title or expiry come last. Ties are broken by id, so that pages never overlap. */
export interface Order {
  /** Join that the order needs in addition to `links`, or empty. */
  readonly join: string;
  /** Sort expression. */
  readonly key: string;
  /** The ORDER BY terms for the given key and id columns; by default {@link key} and the id of `links`. */
  readonly by: (key?: string, id?: string) => string;
}

/** The SQL of an order of the list. It is total: the id decides between equal keys. */
export function orderOf(sort: LinkSort): Order {
  const order = (key: string, way: string, tie: string, join = ''): Order => ({
    join,
    key,
    by: (as = key, id = 'l.id') => `${as} ${way}, ${id} ${tie}`,
  });
  const clicks = 'JOIN link_counters c ON c.workspace_id = $1 AND c.link_id = l.id';
  switch (sort) {
    case '-createdAt':
      return order('l.created_at', 'DESC', 'DESC');
    case 'createdAt':
      return order('l.created_at', 'ASC', 'ASC');
    case '-clicks':
      return order('c.lifetime_clicks', 'DESC', 'DESC', clicks);
    case 'clicks':
      return order('c.lifetime_clicks', 'ASC', 'ASC', clicks);
    case 'title':
      return order('l.title', 'COLLATE signpost_text', 'ASC');
    case 'expiresAt':
      return order('l.expires_at', 'ASC', 'ASC');
  }
}
