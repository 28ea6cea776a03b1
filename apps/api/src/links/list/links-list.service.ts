import { Injectable } from '@nestjs/common';
import { LIMITS, type LinkPage } from '@signpost/contracts';
import type { Member } from '../../platform/access/index.js';
import { Clock } from '../../platform/time/index.js';
import { LinkColumnsService, type FoundLinks, type PageCut, type ReadLinks } from './link-columns.service.js';
import type { LinkRecord } from '../record/link-record.js';
import { selectLinks, type SelectionScope } from './link-selection.js';
import type { LinkListDto } from './links-list.dto.js';
import { LinksRepository } from '../crud/links.repository.js';
import { LinksService } from '../crud/links.service.js';

/** The list of links: of a large workspace found in memory, of others by the database, in one snapshot either way. */
@Injectable()
export class LinksListService {
  constructor(
    private readonly service: LinksService,
    private readonly links: LinksRepository,
    private readonly columns: LinkColumnsService,
    private readonly clock: Clock,
  ) {}

  async list(member: Member, query: LinkListDto): Promise<LinkPage> {
    const page = query.page ?? 1;
    const perPage = query.perPage ?? LIMITS.perPageDefault;
    const { workspaceId, userId } = member;
    const scope = { workspaceId, userId, now: this.clock.date() };
    const cut: PageCut = [query.sort ?? '-createdAt', perPage, (page - 1) * perPage];
    const read: ReadLinks<LinkRecord> = (ids, tx) => this.links.findMany(workspaceId, ids, tx);
    const found = (await this.columns.page(scope, query, cut, read)) ?? (await this.askDatabase(scope, query, cut));
    return { items: this.service.viewsOf(member.workspace, found.records), total: found.total, page, perPage };
  }

  private async askDatabase(scope: SelectionScope, query: LinkListDto, cut: PageCut): Promise<FoundLinks<LinkRecord>> {
    const { live, ...found } = await this.links.findPage(selectLinks(scope, query), cut);
    // For whoever asks next.
    void this.columns.read(scope.workspaceId, live);
    return found;
  }
}
