import type { LinkSort } from '@signpost/contracts';
import { orderOf, type Selection, type SelectionParts } from './link-selection.js';

/** One way to the ids of a page and the number of all links of a selection. */
export interface PageStatement {
  readonly sql: string;
  readonly parameters: unknown[];
  /** The ids come last first. */
  readonly isReversed: boolean;
}

/** Which part of which order. */
export type PageCut = readonly [sort: LinkSort, limit: number, offset: number];

type MakePage = (selection: Selection, sort: LinkSort, limit: number, offset: number) => PageStatement;

/** Walks along an order and judges each link on the way; counts beside. */
export const pageStatement: MakePage = (selection, sort, limit, offset) => {
  const order = orderOf(sort);
  const isWalk = selection.isPlain && isByClicks(sort);
  const ids = isWalk
    ? 'SELECT c.link_id FROM link_counters c WHERE c.workspace_id = $1 AND c.is_shown'
    : `SELECT l.id FROM links l ${order.join} WHERE ${selection.where}`;
  const [parameters, page] = pageOf(selection, limit, offset);
  const sql = `
    ${selection.prelude}
    SELECT
      ARRAY(${ids} ORDER BY ${order.by} ${page}) AS ids,
      (SELECT count(*)::int FROM links l WHERE ${selection.whereAll}) AS total`;
  return { sql, parameters, isReversed: false };
};

/** Finds every link of the selection and sorts them: for few. */
export const setStatement: MakePage = (selection, sort, limit, offset) => {
  const l = `l AS MATERIALIZED (SELECT ${columnsOf(sort)} FROM links l WHERE ${selection.whereAll})`;
  return sorted(selection, l, sort, limit, offset);
};

/** The same for a text that no index narrows down. */
export function textSetStatement(
  selection: Selection,
  parts: SelectionParts,
  [sort, limit, offset]: PageCut,
  way: TextWay,
): PageStatement {
  const l = `
    found AS MATERIALIZED (${textFirst(parts, way)}),
    l AS MATERIALIZED (SELECT ${columnsOf(sort)} FROM found JOIN links l ON l.id = found.id)`;
  return sorted(selection, l, sort, limit, offset);
}

function columnsOf(sort: LinkSort): string {
  const { column } = orderOf(sort);
  return column === '' ? 'l.id' : `l.id, l.${column}`;
}

function sorted(selection: Selection, l: string, sort: LinkSort, limit: number, offset: number): PageStatement {
  const order = orderOf(sort);
  const [parameters, page] = pageOf(selection, limit, offset);
  const sql = `
    ${withBefore(selection)} ${l}
    SELECT
      ARRAY(SELECT l.id FROM l ${order.join} ORDER BY ${order.by} ${page}) AS ids,
      (SELECT count(*)::int FROM l) AS total`;
  return { sql, parameters, isReversed: false };
}

/**
 * Finds every link of the selection and walks along the order past all that are not among them: the order is in one index
 * and what is asked for in another place, and this looks up nothing. For more than can be sorted in no time.
 * @param textWay how those with a text are found; does not matter without one.
 * @param isFromEnd walks from the other end, which is nearer to a page far back; the answer is the same.
 */
export function foundStatement(
  selection: Selection,
  parts: SelectionParts,
  [sort, limit, offset]: PageCut,
  textWay: TextWay,
  isFromEnd: boolean,
): PageStatement {
  const found = parts.text === '' ? `SELECT l.id FROM links l WHERE ${selection.whereAll}` : textFirst(parts, textWay);
  const [parameters, page, endPage] = pageOf(selection, limit, offset);
  const path = walk(parts, sort, '(@id IN (SELECT found.id FROM found)) IS TRUE', isFromEnd);
  const sql = `
    ${withBefore(selection)} found AS MATERIALIZED (${found})
    SELECT ARRAY(${path} ${isFromEnd ? endPage : page}) AS ids, (SELECT count(*)::int FROM found) AS total`;
  return { sql, parameters, isReversed: isFromEnd };
}

/** Finds the links that are left out and walks along the order past them: for a selection that leaves out the fewer. */
export function missesStatement(
  selection: Selection,
  parts: SelectionParts,
  [sort, limit, offset]: PageCut,
): PageStatement {
  const [parameters, page] = pageOf(selection, limit, offset);
  const way = walk(parts, sort, '(@id IN (SELECT missed.id FROM missed)) IS NOT TRUE', false);
  const sql = `
    ${withBefore(selection)} missed AS MATERIALIZED (${missesOf(parts, { withTags: true, withText: true }).join(' UNION ')})
    SELECT
      ARRAY(${way} ${page}) AS ids,
      (SELECT count(*)::int FROM links l WHERE ${BASE[parts.base].counted}) - (SELECT count(*)::int FROM missed) AS total`;
  return { sql, parameters, isReversed: false };
}

/** Rows that a selection would have by each of its parts alone, as the planner guesses them, one below the other. */
export function guessStatement({ prelude, parameters }: Selection, parts: SelectionParts): PageStatement {
  const { links, texts } = BASE[parts.base];
  const guessed = [
    `SELECT l.id FROM links l WHERE ${links}`,
    `SELECT l.id FROM links l WHERE ${allOf(links, ownOf(parts))}`,
    `SELECT t.link_id FROM link_texts t WHERE ${allOf(texts, parts.text)}`,
  ];
  const sql = `EXPLAIN (FORMAT JSON) ${prelude} ${guessed.join(' UNION ALL ')}`;
  return { sql, parameters: [...parameters], isReversed: false };
}

export const isByClicks = (sort: LinkSort): boolean => sort === 'clicks' || sort === '-clicks';

/** The links that a selection chooses from, in each of the tables that have them. */
const BASE = {
  shown: {
    links: 'l.workspace_id = $1 AND l.deleted_at IS NULL AND l.archived_at IS NULL',
    counted: 'l.workspace_id = $1 AND l.deleted_at IS NULL AND l.archived_at IS NULL',
    counters: 'c.workspace_id = $1 AND c.is_shown',
    texts: 't.workspace_id = $1 AND t.is_shown',
  },
  // What is deleted is among the misses: only the walk along links knows it by itself.
  all: {
    links: 'l.workspace_id = $1 AND l.deleted_at IS NULL',
    counted: 'l.workspace_id = $1',
    counters: 'c.workspace_id = $1',
    texts: 't.workspace_id = $1',
  },
} as const;

/** Statements that find the links of the base which the selection leaves out; together they find all of them. */
function missesOf(parts: SelectionParts, { withTags, withText }: { withTags: boolean; withText: boolean }): string[] {
  const { links, texts } = BASE[parts.base];
  const misses: string[] = [];
  if (parts.base === 'all')
    misses.push('SELECT l.id FROM links l WHERE l.workspace_id = $1 AND l.deleted_at IS NOT NULL');
  const isActive = parts.activeAt !== null && parts.base === 'shown';
  if (isActive) misses.push(...inactive(parts.activeAt));
  const own = isActive ? parts.attributes : allOf(parts.attributes, parts.state);
  if (own !== '') misses.push(`SELECT l.id FROM links l WHERE ${links} AND (${own}) IS NOT TRUE`);
  if (withTags && parts.tagged !== '') {
    misses.push(`SELECT l.id FROM links l WHERE ${links} AND (l.id IN (${parts.tagged})) IS NOT TRUE`);
  }
  if (withText && parts.text !== '') {
    misses.push(`SELECT t.link_id AS id FROM link_texts t WHERE ${texts} AND (${parts.text}) IS NOT TRUE`);
  }
  return misses;
}

/** Every shown link that is not active: from two small indexes, since most links have neither times nor a cap. */
function inactive(now: string): string[] {
  return [
    `SELECT l.id FROM links l WHERE ${BASE.shown.links}
      AND (NOT l.is_enabled OR l.starts_at IS NOT NULL OR l.expires_at IS NOT NULL)
      AND (NOT l.is_enabled OR l.expires_at <= ${now} OR l.starts_at > ${now})`,
    `SELECT c.link_id AS id FROM link_counters c WHERE c.workspace_id = $1 AND c.is_at_cap AND c.is_shown`,
  ];
}

/** What is asked for beside the base and the text. */
const ownOf = ({ attributes, state, tagged }: SelectionParts): string =>
  allOf(attributes, state, tagged === '' ? '' : `l.id IN (${tagged})`);
const allOf = (...conditions: string[]): string => conditions.filter((condition) => condition !== '').join(' AND ');

/**
 * How the links with a text are found that no index narrows down: by looking up the texts of the few links that meet the
 * other conditions; or by reading all texts, past those of links that do not meet the others, or that miss one of them.
 */
export type TextWay = 'looked-up' | 'among-own' | 'past-misses';

function textFirst(parts: SelectionParts, way: TextWay): string {
  const { links, texts } = BASE[parts.base];
  const own = `SELECT l.id FROM links l WHERE ${allOf(links, ownOf(parts))}`;
  // In a subquery the text is judged last; as a join, the planner would read all texts for a few thousand links.
  if (way === 'looked-up') return `${own} AND (SELECT ${parts.text} FROM link_texts t WHERE t.link_id = l.id)`;
  const tags = parts.tagged === '' ? '' : `(t.link_id IN (${parts.tagged})) IS TRUE`;
  return `SELECT t.link_id AS id FROM link_texts t WHERE ${allOf(texts, parts.text, tags, others(parts, way))}`;
}

/** What is asked of `link_texts t` beside the base, the text and the tags. */
function others(parts: SelectionParts, way: TextWay): string {
  const columns = allOf(parts.attributes, parts.state);
  if (way === 'among-own' && columns !== '') {
    return `(t.link_id IN (SELECT l.id FROM links l WHERE ${allOf(BASE[parts.base].links, columns)})) IS TRUE`;
  }
  const misses = missesOf(parts, { withTags: false, withText: false });
  return misses.length === 0 ? '' : `(t.link_id IN (${misses.join(' UNION ALL ')})) IS NOT TRUE`;
}

/** The base in an order, past the links that `membership` refuses; `@id` in it stands for the link's id. */
function walk(parts: SelectionParts, sort: LinkSort, membership: string, isFromEnd: boolean): string {
  const { by, byReversed } = orderOf(sort);
  const { links, counters } = BASE[parts.base];
  // With IS TRUE the membership is a filter of the walk; without, it would become a join, which loses the order.
  const from = isByClicks(sort)
    ? `SELECT c.link_id FROM link_counters c WHERE ${counters} AND ${membership.replace('@id', 'c.link_id')}`
    : `SELECT l.id FROM links l WHERE ${links} AND ${membership.replace('@id', 'l.id')}`;
  return `${from} ORDER BY ${isFromEnd ? byReversed : by}`;
}

const withBefore = ({ prelude }: Selection): string => (prelude === '' ? 'WITH' : `${prelude},`);

/** Parameters with those of the page, and how the page is cut out of the order and out of the reversed order. */
function pageOf(selection: Selection, limit: number, offset: number): [unknown[], page: string, fromEnd: string] {
  const parameters = [...selection.parameters, limit, offset];
  const [end, start] = [`$${parameters.length - 1}`, `$${parameters.length}`];
  const total = '(SELECT count(*) FROM found)';
  return [
    parameters,
    `LIMIT ${end} OFFSET ${start}`,
    `LIMIT greatest(least(${end}::bigint, ${total} - ${start}::bigint), 0)
      OFFSET greatest(${total} - ${start}::bigint - ${end}::bigint, 0)`,
  ];
}
