import type { LinkSort } from '@signpost/contracts';
import { orderOf, type Choice, type Selection } from './link-selection.js';

/** One way to the ids of a page and the number of all links of a selection. */
export interface PageStatement {
  readonly sql: string;
  readonly parameters: unknown[];
  /** The ids come last first. */
  readonly isReversed: boolean;
}

/** What leads to the links of a selection: indexes of `links`, reading all of a table, pairs of letters, or its tag. */
export type Source = Choice['table'] | 'pairs' | 'tag';

/** Which part of which order. */
export type PageCut = readonly [sort: LinkSort, limit: number, offset: number];

/**
 * Walks along an order and judges each link on the way; counts beside.
 * @param source what leads to those that are counted.
 */
export function pageStatement(
  selection: Selection,
  [sort, limit, offset]: PageCut,
  source: Source = 'links',
): PageStatement {
  const { choice } = selection;
  const order = orderOf(sort);
  const isAllShown = choice?.conditions === '' && choice.base === 'shown';
  const ids =
    isAllShown && isByClicks(sort)
      ? `SELECT c.link_id FROM link_counters c WHERE ${BASE.shown.counters}`
      : `SELECT l.id FROM links l ${order.join} WHERE ${selection.where}`;
  const [parameters, page] = pageOf(selection, limit, offset);
  const sql = `
    ${selection.prelude}
    SELECT
      ARRAY(${ids} ORDER BY ${order.by} ${page}) AS ids,
      ${totalOf(selection, source)} AS total`;
  return { sql, parameters, isReversed: false };
}

/**
 * Finds every link of the selection and sorts them. Where they are found in the facts and the order is in there too, that
 * takes no look at `links`; otherwise it is for few.
 * @param source what leads to them.
 */
export function setStatement(
  selection: Selection,
  [sort, limit, offset]: PageCut,
  source: Source = 'links',
): PageStatement {
  const { column, join, by } = orderOf(sort);
  const columns = column === '' ? 'l.id' : `l.id, l.${column}`;
  const [parameters, page] = pageOf(selection, limit, offset);
  const set =
    source === 'links' || (source !== 'tag' && isInFacts(sort))
      ? foundBy(selection, source, columns)
      : `SELECT ${columns} FROM links l WHERE l.id = ANY (ARRAY(${foundBy(selection, source)}))`;
  const sql = `
    ${withBefore(selection)} l AS MATERIALIZED (${set})
    SELECT
      ARRAY(SELECT l.id FROM l ${join} ORDER BY ${by} ${page}) AS ids,
      (SELECT count(*)::int FROM l) AS total`;
  return { sql, parameters, isReversed: false };
}

/** Whether the facts have what an order is made of. */
export const isInFacts = (sort: LinkSort): boolean => ['created_at', 'expires_at'].includes(orderOf(sort).column);

/**
 * Finds every link of the selection and walks along the order past all that are not among them: the order is in one index
 * and what is asked for in another place, and this looks up nothing. One array of ids is passed on in a tenth less time than
 * a row for each.
 * @param source what leads to them.
 * @param isFromEnd walks from the other end, which is nearer to a page far back; the answer is the same.
 */
export function foundStatement(
  selection: Selection,
  choice: Choice,
  [sort, limit, offset]: PageCut,
  source: Source,
  isFromEnd: boolean,
): PageStatement {
  const [parameters, page, endPage] = pageOf(selection, limit, offset);
  const path = walk(choice, sort, '(@id IN (SELECT unnest(found.ids) FROM found)) IS TRUE', isFromEnd);
  const sql = `
    ${withBefore(selection)} found AS MATERIALIZED (SELECT ARRAY(${foundBy(selection, source)}) AS ids)
    SELECT ARRAY(${path} ${isFromEnd ? endPage : page}) AS ids, (SELECT cardinality(ids) FROM found) AS total`;
  return { sql, parameters, isReversed: isFromEnd };
}

/** Finds the links that are left out, where those are the fewer, and walks along the order past them. */
export function missesStatement(selection: Selection, choice: Choice, [sort, limit, offset]: PageCut): PageStatement {
  const { counted } = BASE[choice.base];
  const [parameters, page] = pageOf(selection, limit, offset);
  const path = walk(choice, sort, '(@id IN (SELECT unnest(missed.ids) FROM missed)) IS NOT TRUE', false);
  // Whoever reads all to find those counts them on the way.
  const missed =
    choice.misses === ''
      ? `SELECT count(*)::int AS of, array_agg(l.id) FILTER (WHERE (${conditionsOf(choice)}) IS NOT TRUE) AS ids
         FROM ${choice.table} l WHERE ${counted}`
      : `SELECT ${numberOf(choice.base)} AS of, ARRAY(${choice.misses}) AS ids`;
  const sql = `
    ${withBefore(selection)} missed AS MATERIALIZED (${missed})
    SELECT
      ARRAY(${path} ${page}) AS ids,
      (SELECT of - coalesce(cardinality(ids), 0) FROM missed) AS total`;
  return { sql, parameters, isReversed: false };
}

/**
 * For the planner's expectations, one below the other: all links of the base, the selection found by indexes of links and by
 * reading all of a table, the selection counted, for which an index may do that does not lead to ids, and the links that have
 * the text, if it may be found by its pairs, or those that the base leaves out, if a tag is all that is asked for.
 */
export function guessStatement(selection: Selection, choice: Choice): PageStatement {
  const { counted } = BASE[choice.base];
  const all = [
    `SELECT l.id FROM links l WHERE ${counted}`,
    foundBy(selection, 'links'),
    foundBy(selection, choice.table),
    foundBy(selection, 'links', 'NULL::uuid'),
    ...(choice.pairs === null ? [] : [`SELECT l.id FROM link_facts l WHERE ${counted} AND ${choice.pairs.text}`]),
    ...(choice.tag === null ? [] : [`SELECT h.id FROM (${choice.tag.hidden}) h`]),
  ].join(' UNION ALL ');
  return {
    sql: `EXPLAIN (FORMAT JSON) ${selection.prelude} ${all}`,
    parameters: [...selection.parameters],
    isReversed: false,
  };
}

const isByClicks = (sort: LinkSort): boolean => sort === 'clicks' || sort === '-clicks';

/** The links that a selection chooses from, as rows of links and of their counters. */
const BASE = {
  shown: {
    counted: 'l.workspace_id = $1 AND l.deleted_at IS NULL AND l.archived_at IS NULL',
    walked: 'l.workspace_id = $1 AND l.deleted_at IS NULL AND l.archived_at IS NULL',
    counters: 'c.workspace_id = $1 AND c.is_shown',
    conditions: '',
  },
  // Counters do not know what is deleted: it is for the conditions to leave that out. The indexes of orders do not have it.
  all: {
    counted: 'l.workspace_id = $1',
    walked: 'l.workspace_id = $1 AND l.deleted_at IS NULL',
    counters: 'c.workspace_id = $1',
    conditions: 'l.deleted_at IS NULL',
  },
} as const;

/** The number of all links of a selection; where indexes lead to those that are left out, as the rest. */
function totalOf(selection: Selection, source: Source): string {
  const { choice } = selection;
  if (choice?.conditions === '') return numberOf(choice.base);
  if (choice === null || choice.misses === '')
    return `(SELECT count(*)::int FROM (${foundBy(selection, source)}) counted)`;
  return `${numberOf(choice.base)} - cardinality(ARRAY(${choice.misses}))`;
}

/** The number of all links of a base that are not deleted, from the sums that are kept of them. */
function numberOf(base: Choice['base']): string {
  const column = { shown: 'shown', all: 'live' }[base];
  return `(SELECT coalesce(sum(${column}), 0)::int FROM link_counts WHERE workspace_id = $1)`;
}

function foundBy({ whereAll, choice }: Selection, source: Source, columns = 'l.id'): string {
  if (source === 'links' || choice === null) return `SELECT ${columns} FROM links l WHERE ${whereAll}`;
  const { counted } = BASE[choice.base];
  if (source === 'pairs' && choice.pairs !== null) {
    // With IS TRUE no other index is thought of: judged row by row, pairs would be made anew for each.
    return `
      SELECT ${columns} FROM link_facts l
      WHERE ${conditionsOf({ base: choice.base, conditions: choice.pairs.conditions })} AND (${counted}) IS TRUE`;
  }
  if (source === 'tag' && choice.tag !== null) {
    return `SELECT l.id FROM (${choice.tag.links}) l (id) WHERE (l.id IN (${choice.tag.hidden})) IS NOT TRUE`;
  }
  return `SELECT ${columns} FROM ${choice.table} l WHERE ${counted} AND ${conditionsOf(choice)}`;
}

/** What is asked for beside the base as it is counted; never empty, as a list without conditions is walked. */
function conditionsOf({ base, conditions }: Pick<Choice, 'base' | 'conditions'>): string {
  return [BASE[base].conditions, conditions].filter((condition) => condition !== '').join(' AND ');
}

/** The base in an order, past the links that `membership` refuses; `@id` in it stands for the link's id. */
function walk({ base }: Choice, sort: LinkSort, membership: string, isFromEnd: boolean): string {
  const { by, byReversed } = orderOf(sort);
  const { walked, counters } = BASE[base];
  // With IS TRUE the membership is a filter of the walk; without, it would become a join, which loses the order.
  const from = isByClicks(sort)
    ? `SELECT c.link_id FROM link_counters c WHERE ${counters} AND ${membership.replace('@id', 'c.link_id')}`
    : `SELECT l.id FROM links l WHERE ${walked} AND ${membership.replace('@id', 'l.id')}`;
  return `${from} ORDER BY ${isFromEnd ? byReversed : by}`;
}

const withBefore = ({ prelude }: Selection): string => (prelude === '' ? 'WITH' : `${prelude},`);

/** Parameters with those of the page, and how the page is cut out of the order and out of the reversed order. */
function pageOf(selection: Selection, limit: number, offset: number): [unknown[], page: string, fromEnd: string] {
  const parameters = [...selection.parameters, limit, offset];
  const [end, start] = [`$${parameters.length - 1}`, `$${parameters.length}`];
  const total = '(SELECT cardinality(ids) FROM found)';
  return [
    parameters,
    `LIMIT ${end} OFFSET ${start}`,
    `LIMIT greatest(least(${end}::bigint, ${total} - ${start}::bigint), 0)
      OFFSET greatest(${total} - ${start}::bigint - ${end}::bigint, 0)`,
  ];
}
