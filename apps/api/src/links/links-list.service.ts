import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LIMITS, type LinkPage, type LinkSort } from '@signpost/contracts';
import type { DataSource } from 'typeorm';
import type { Member } from '../platform/access/index.js';
import { firstRow } from '../platform/database/index.js';
import { Clock } from '../platform/time/index.js';
import { orderOf, selectLinks, type Selection } from './link-selection.js';
import type { LinkListDto } from './links-list.dto.js';
import { LinksRepository } from './links.repository.js';
import { LinksService } from './links.service.js';

/** The list of links: one statement finds the page's ids and the total, a second one reads the page. */
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
    const statement = (await this.isSet(selection, sort))
      ? setStatement(selection, sort, limit, offset)
      : pageStatement(selection, sort, limit, offset);
    const found = await firstRow<{ ids: string[]; total: number }>(
      this.source.manager,
      statement.sql,
      statement.parameters,
    );
    const { ids, total } = found ?? { ids: [], total: 0 };
    const records =
      query.trashed === 'true'
        ? await this.links.findManyOrTrashed(member.workspaceId, ids)
        : await this.links.findMany(member.workspaceId, ids);
    return { items: this.service.viewsOf(member.workspace, records), total, page, perPage };
  }

  /**
   * Whether a page is better made by finding every link of the selection and sorting them than by walking along the
   * order until the page is full. The planner chooses by itself, except in an order by clicks: there its guess at the
   * number is good and its choice is not, since it takes looking links up one by one for cheaper than it is.
   */
  private async isSet(selection: Selection, sort: LinkSort): Promise<boolean> {
    if (selection.isIntersection) return true;
    if (selection.isPlain || (sort !== 'clicks' && sort !== '-clicks')) return false;
    const sql = `EXPLAIN (FORMAT JSON) SELECT l.id FROM links l WHERE ${selection.where}`;
    const plan = await firstRow<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
      this.source.manager,
      sql,
      selection.parameters,
    );
    return (plan?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0) <= FEW_LINKS;
  }
}

/** Links that are sorted as fast as an order of many is walked to page 100. */
const FEW_LINKS = 20_000;

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
      ${selection.prelude === '' ? 'WITH' : `${selection.prelude},`} l AS MATERIALIZED (
        SELECT l.id${order.column === '' ? '' : `, l.${order.column}`} FROM links l WHERE ${selection.whereAll})
      SELECT
        ARRAY(SELECT l.id FROM l ${order.join} ORDER BY ${order.by} LIMIT $${count + 1} OFFSET $${count + 2}) AS ids,
        (SELECT count(*)::int FROM l) AS total`,
    parameters: [...selection.parameters, limit, offset],
  };
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
