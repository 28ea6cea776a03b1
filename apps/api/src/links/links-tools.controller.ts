import { Controller, Get, Query } from '@nestjs/common';
import type { SlugAvailability } from '@signpost/contracts';
import { CurrentMember, Requires, type Member } from '../platform/access/index.js';
import { Contract } from '../platform/openapi/index.js';
import { LinksAliasesService } from './links-aliases.service.js';
import { SlugQueryDto } from './links.dto.js';

/** Routes under /api/links with a word where {@link LinksController} has an id: registered before it. */
@Controller('api/links')
export class LinksToolsController {
  constructor(private readonly aliases: LinksAliasesService) {}

  @Get('slug-available')
  @Requires('links.manage')
  @Contract({ reply: 'SlugAvailability', query: ['slug', 'linkId'] })
  slugAvailable(@CurrentMember() member: Member, @Query() query: SlugQueryDto): Promise<SlugAvailability> {
    return this.aliases.availability(member, query.slug ?? '', query.linkId ?? null);
  }
}
