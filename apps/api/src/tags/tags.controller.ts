import { Body, Controller, Delete, Get, HttpStatus, Param, Patch, Post, Res } from '@nestjs/common';
import type { Tag, TagList } from '@signpost/contracts';
import type { Response } from 'express';
import { CountsAsLinkWrite } from '../links/index.js';
import { CurrentMember, Requires, type Member } from '../platform/access/index.js';
import { Contract } from '../platform/openapi/index.js';
import { IdPipe } from '../platform/validation/index.js';
import { RenameTagDto, TagDto } from './tags.dto.js';
import { TagsService } from './tags.service.js';

const TagId = () => Param('id', new IdPipe('tag_not_found'));

@Controller('api/tags')
export class TagsController {
  constructor(private readonly tags: TagsService) {}

  @Get()
  @Requires('links.read')
  @Contract({ reply: 'TagList' })
  list(@CurrentMember() member: Member): Promise<TagList> {
    return this.tags.list(member);
  }

  @Post()
  @Requires('links.manage')
  @CountsAsLinkWrite()
  @Contract({ body: 'TagInput', reply: 'Tag', status: 201, alsoStatus: 200 })
  async create(
    @CurrentMember() member: Member,
    @Body() input: TagDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Tag> {
    const { tag, created } = await this.tags.create(member, input.name);
    if (!created) response.status(HttpStatus.OK);
    return tag;
  }

  @Patch(':id')
  @Requires('links.manage')
  @CountsAsLinkWrite()
  @Contract({ body: 'RenameTagInput', reply: 'Tag' })
  rename(@CurrentMember() member: Member, @TagId() id: string, @Body() input: RenameTagDto): Promise<Tag> {
    return this.tags.rename(member, id, input);
  }

  @Delete(':id')
  @Requires('links.manage')
  @CountsAsLinkWrite()
  @Contract({ reply: 'Ok' })
  delete(@CurrentMember() member: Member, @TagId() id: string): Promise<void> {
    return this.tags.delete(member, id);
  }
}
