import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import type { OperatorLink, OperatorLinkList, QuarantinedHost } from '@signpost/contracts';
import { MaybeSession, OperatorOnly, type SessionInfo } from '../platform/access/index.js';
import { Contract } from '../platform/openapi/index.js';
import { IdPipe } from '../platform/validation/index.js';
import { OperatorLinksDto, QuarantineDto, QuarantineHostDto } from './destinations.dto.js';
import { OperatorLinksService } from './operator-links.service.js';

const LinkId = () => Param('id', new IdPipe('link_not_found'));

/** Links of all workspaces by destination. */
@Controller('api/admin')
export class OperatorLinksController {
  constructor(private readonly links: OperatorLinksService) {}

  @Get('links')
  @OperatorOnly()
  @Contract({ reply: 'OperatorLinkList' })
  list(@Query() { host }: OperatorLinksDto): Promise<OperatorLinkList> {
    return this.links.list(host ?? null);
  }

  @Post('links/:id/quarantine')
  @OperatorOnly()
  @Contract({ body: 'QuarantineInput', reply: 'OperatorLink' })
  quarantine(
    @MaybeSession() session: SessionInfo | null,
    @LinkId() id: string,
    @Body() { reason }: QuarantineDto,
  ): Promise<OperatorLink> {
    return this.links.stop(session?.userId ?? null, id, reason);
  }

  @Post('links/:id/lift')
  @OperatorOnly()
  @Contract({ reply: 'OperatorLink' })
  lift(@MaybeSession() session: SessionInfo | null, @LinkId() id: string): Promise<OperatorLink> {
    return this.links.lift(session?.userId ?? null, id);
  }

  @Post('hosts/quarantine')
  @OperatorOnly()
  @Contract({ body: 'QuarantineHostInput', reply: 'QuarantinedHost' })
  async quarantineHost(
    @MaybeSession() session: SessionInfo | null,
    @Body() { host, reason }: QuarantineHostDto,
  ): Promise<QuarantinedHost> {
    return { count: await this.links.stopHost(session?.userId ?? null, host, reason) };
  }
}
