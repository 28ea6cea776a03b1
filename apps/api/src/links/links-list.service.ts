import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LIMITS, type LinkPage, type LinkSort } from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import type { Member } from '../platform/access/index.js';
import { firstRow } from '../platform/database/index.js';
import { Clock } from '../platform/time/index.js';
import { orderOf, selectLinks, type Selection } from './link-selection.js';
import type { LinkListDto } from './links-list.dto.js';
import { LinksRepository } from './links.repository.js';
import { LinksService } from './links.service.js';

/** The list of links: one statement finds the page's ids and the total, another one reads the page. */
@Injectable()
export class LinksListService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly service: LinksService,
    private readonly links: LinksRepository,
    private readonly clock: Clock,
  ) {}

  async list(member: Member, query: LinkListDto): Promise<LinkPage> {
    const page = query.page ?? 1;
    const perPage = query.perPage ?? LIMITS.perPageDefault;
    const scope = { workspaceId: member.workspaceId, userId: member.userId, now: this.clock.date() };
    const selection = selectLinks(scope, query);
    const sort = query.sort ?? '-createdAt';
    const [limit, offset] = [perPage, (page - 1) * perPage];
    // From one snapshot: the items are those that were counted, whatever happens meanwhile.
    const { records, total } = await this.source.transaction('REPEATABLE READ', async (tx) => {
      const makeStatement = await this.wayTo(selection, sort, offset + limit, tx);
      const { sql, parameters } = makeStatement(selection, sort, limit, offset);
      const found = await firstRow<{ ids: string[]; total: number }>(tx, sql, parameters);
      const { ids, total: counted } = found ?? { ids: [], total: 0 };
      const read =
        query.trashed === 'true'
          ? await this.links.findManyOrTrashed(member.workspaceId, ids, tx)
          : await this.links.findMany(member.workspaceId, ids, tx);
      return { records: read, total: counted };
    });
    return { items: this.service.viewsOf(member.workspace, records), total, page, perPage };
  }

  /**
   * Which statement finds a page fastest. The planner knows how many links a selection has, but takes looking links up
   * one by one for cheaper than it is: left to itself it would walk along an order through most of a workspace, looking
   * up every link on the way. So its guess at the number is taken, and the way is chosen here.
   */
  private async wayTo(
    selection: Selection,
    sort: LinkSort,
    end: number,
    tx: EntityManager,
  ): Promise<typeof pageStatement> {
    if (selection.isIntersection) return setStatement;
    const isByClicks = sort === 'clicks' || sort === '-clicks';
    const isDeep = end > SHALLOW;
    if (selection.isPlain || (!isByClicks && !isDeep)) return pageStatement;
    const links = await guessNumber(selection, tx);
    if (!isByClicks) return links <= FEW_LINKS ? setStatement : pageStatement;
    if (links <= SORTED_AT_ONCE) return setStatement;
    if (links > MOST_HASHED || (links > FEW_LINKS && !isDeep)) return pageStatement;
    return clicksStatement;
  }
}

/** The planner's guess at the links of a selection: the same one that it makes of it inside of another statement. */
async function guessNumber(selection: Selection, tx: EntityManager): Promise<number> {
  const sql = `EXPLAIN (FORMAT JSON) ${selection.prelude} SELECT l.id FROM links l WHERE ${selection.whereAll}`;
  const plan = await firstRow<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(tx, sql, selection.parameters);
  return plan?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

/** Rows up to the end of a page that are walked to quickly even where few of them belong to the selection. */
const SHALLOW = 1_000;
/** Links that are looked up and sorted in no time. */
const SORTED_AT_ONCE = 2_000;
/** Links that are found as a set as fast as an order of many is walked to page 100. */
const FEW_LINKS = 25_000;
/** Links whose ids make a hash of 4 MB, which is what PostgreSQL gives to one without being told otherwise. */
const MOST_HASHED = 100_000;

/** The same answer as {@link pageStatement}, by finding every link of the selection first. */
export function setStatement(
  selection: Selection,
  sort: LinkSort,
  limit: number,
  offset: number,
): { sql: string; parameters: unknown[] } {
  const order = orderOf(sort);
  const count = selection.parameters.length;
  return {
    sql: `
      ${allOf(selection, order.column === '' ? 'l.id' : `l.id, l.${order.column}`)}
      SELECT
        ARRAY(SELECT l.id FROM l ${order.join} ORDER BY ${order.by} LIMIT $${count + 1} OFFSET $${count + 2}) AS ids,
        (SELECT count(*)::int FROM l) AS total`,
    parameters: [...selection.parameters, limit, offset],
  };
}

/**
 * The same answer in an order by clicks, by finding every link of the selection and walking along the order past all
 * that are not among them: the order is in one table and what is asked for in another, and this looks up nothing.
 */
export function clicksStatement(
  selection: Selection,
  sort: LinkSort,
  limit: number,
  offset: number,
): { sql: string; parameters: unknown[] } {
  const count = selection.parameters.length;
  return {
    // As IS TRUE the look is a filter of the walk; without, it would become a join, which loses the order.
    sql: `
      ${allOf(selection, 'l.id')}
      SELECT
        ARRAY(
          SELECT c.link_id FROM link_counters c WHERE c.workspace_id = $1 AND (c.link_id IN (SELECT l.id FROM l)) IS TRUE
          ORDER BY ${orderOf(sort).by} LIMIT $${count + 1} OFFSET $${count + 2}) AS ids,
        (SELECT count(*)::int FROM l) AS total`,
    parameters: [...selection.parameters, limit, offset],
  };
}

/** Every link of a selection, found once, as `l`. */
function allOf({ prelude, whereAll }: Selection, columns: string): string {
  const before = prelude === '' ? 'WITH' : `${prelude},`;
  return `${before} l AS MATERIALIZED (SELECT ${columns} FROM links l WHERE ${whereAll})`;
}

/** Ids of one page and the number of all, from one snapshot. */
export function pageStatement(
  selection: Selection,
  sort: LinkSort,
  limit: number,
  offset: number,
): { sql: string; parameters: unknown[] } {
  const order = orderOf(sort);
  const count = selection.parameters.length;
  const isWalk = selection.isPlain && (sort === 'clicks' || sort === '-clicks');
  const ids = isWalk
    ? 'SELECT c.link_id FROM link_counters c WHERE c.workspace_id = $1 AND c.is_shown'
    : `SELECT l.id FROM links l ${order.join} WHERE ${selection.where}`;
  return {
    sql: `
      ${selection.prelude}
      SELECT
        ARRAY(${ids} ORDER BY ${order.by} LIMIT $${count + 1} OFFSET $${count + 2}) AS ids,
        (SELECT count(*)::int FROM links l WHERE ${selection.whereAll}) AS total`,
    parameters: [...selection.parameters, limit, offset],
  };
}
