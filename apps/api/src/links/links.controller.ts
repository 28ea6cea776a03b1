import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { HistoryList, LinkPage, LinkWithCreator } from '@signpost/contracts';
import { CurrentMember, Requires, type Member } from '../platform/access/index.js';
import { answerOnce, MaybeRepeated, type Repeatable } from '../platform/idempotency/index.js';
import { Contract } from '../platform/openapi/index.js';
import { IdPipe } from '../platform/validation/index.js';
import { CountsAsLinkWrite, CountsAsRepeatableLinkWrite } from './link-writes.guard.js';
import { LinksAliasesService } from './crud/links-aliases.service.js';
import { LinksCreateService } from './crud/links-create.service.js';
import { LinksHistoryService } from './record/links-history.service.js';
import { LinkListDto } from './list/links-list.dto.js';
import { LinksListService } from './list/links-list.service.js';
import { LinksUpdateService } from './crud/links-update.service.js';
import { AliasDto, CreateLinkDto, UpdateLinkDto } from './links.dto.js';
import { LinksService } from './crud/links.service.js';

const LinkId = () => Param('id', new IdPipe('link_not_found'));
const HistoryId = () => Param('historyId', new IdPipe('history_not_found'));

@Controller('api/links')
export class LinksController {
  constructor(
    private readonly links: LinksService,
    private readonly creation: LinksCreateService,
    private readonly lists: LinksListService,
    private readonly updates: LinksUpdateService,
    private readonly aliases: LinksAliasesService,
    private readonly history: LinksHistoryService,
  ) {}

  @Get()
  @Requires('links.read')
  @Contract({ reply: 'LinkPage' })
  list(@CurrentMember() member: Member, @Query() query: LinkListDto): Promise<LinkPage> {
    return this.lists.list(member, query);
  }

  @Post()
  @Requires('links.manage')
  @CountsAsRepeatableLinkWrite()
  @Contract({ body: 'CreateLinkInput', reply: 'LinkWithCreator', status: 201 })
  async create(
    @CurrentMember() member: Member,
    @Body() input: CreateLinkDto,
    @MaybeRepeated() repeated: Repeatable | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<LinkWithCreator> {
    return answerOnce(response, await this.creation.create(member, input, repeated));
  }

  @Get(':id')
  @Requires('links.read')
  @Contract({ reply: 'LinkWithCreator' })
  get(@CurrentMember() member: Member, @LinkId() id: string): Promise<LinkWithCreator> {
    return this.links.get(member, id);
  }

  @Patch(':id')
  @Requires('links.manage')
  @CountsAsLinkWrite()
  @Contract({ body: 'UpdateLinkInput', reply: 'LinkWithCreator' })
  update(
    @CurrentMember() member: Member,
    @LinkId() id: string,
    @Body() input: UpdateLinkDto,
  ): Promise<LinkWithCreator> {
    return this.updates.update(member, id, input);
  }

  @Delete(':id')
  @Requires('links.manage')
  @CountsAsLinkWrite()
  @Contract({ reply: 'Ok' })
  delete(@CurrentMember() member: Member, @LinkId() id: string): Promise<void> {
    return this.links.delete(member, id);
  }

  @Post(':id/restore')
  @Requires('links.manage')
  @CountsAsLinkWrite()
  @Contract({ reply: 'LinkWithCreator' })
  restore(@CurrentMember() member: Member, @LinkId() id: string): Promise<LinkWithCreator> {
    return this.links.restore(member, id);
  }

  @Get(':id/history')
  @Requires('links.read')
  @Contract({ reply: 'HistoryList' })
  listHistory(@CurrentMember() member: Member, @LinkId() id: string): Promise<HistoryList> {
    return this.history.list(member, id);
  }

  @Post(':id/history/:historyId/restore')
  @Requires('links.manage')
  @CountsAsLinkWrite()
  @Contract({ reply: 'LinkWithCreator' })
  restoreHistory(
    @CurrentMember() member: Member,
    @LinkId() id: string,
    @HistoryId() historyId: string,
  ): Promise<LinkWithCreator> {
    return this.history.restore(member, id, historyId);
  }

  @Post(':id/aliases')
  @Requires('links.manage')
  @CountsAsLinkWrite()
  @Contract({ body: 'AliasInput', reply: 'LinkWithCreator', status: 201 })
  addAlias(@CurrentMember() member: Member, @LinkId() id: string, @Body() input: AliasDto): Promise<LinkWithCreator> {
    return this.aliases.addAny(member, id, input);
  }

  @Delete(':id/aliases/:slug')
  @Requires('links.manage')
  @CountsAsLinkWrite()
  @Contract({ reply: 'Ok' })
  revokeAlias(@CurrentMember() member: Member, @LinkId() id: string, @Param('slug') slug: string): Promise<void> {
    return this.aliases.revoke(member, id, slug);
  }
}
