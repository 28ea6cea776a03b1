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
    const statement = pageStatement(
      selectLinks(scope, query),
      query.sort ?? '-createdAt',
      perPage,
      (page - 1) * perPage,
    );
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
