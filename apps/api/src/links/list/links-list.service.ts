import { Injectable } from '@nestjs/common';
import { LIMITS, type LinkPage } from '@signpost/contracts';
import type { Member } from '../../platform/access/index.js';
import type { PageCut } from './link-selection.js';
import { LinkSelections } from './link-selections.js';
import type { LinkListDto } from './links-list.dto.js';
import { LinksRepository } from '../crud/links.repository.js';
import { LinksService } from '../crud/links.service.js';

/** The list of links. */
@Injectable()
export class LinksListService {
  constructor(
    private readonly service: LinksService,
    private readonly links: LinksRepository,
    private readonly selections: LinkSelections,
  ) {}

  async list(member: Member, query: LinkListDto): Promise<LinkPage> {
    const page = query.page ?? 1;
    const perPage = query.perPage ?? LIMITS.perPageDefault;
    const cut: PageCut = [query.sort ?? '-createdAt', perPage, (page - 1) * perPage];
    const found = await this.links.findPage(this.selections.of(member, query), cut);
    return { items: this.service.viewsOf(member.workspace, found.records), total: found.total, page, perPage };
  }
}
