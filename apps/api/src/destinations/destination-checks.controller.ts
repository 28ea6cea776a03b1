import { Controller, Param, Post } from '@nestjs/common';
import { CurrentMember, Requires, type Member } from '../platform/access/index.js';
import { LimitedPerMember } from '../platform/limits/index.js';
import { Contract } from '../platform/openapi/index.js';
import { IdPipe } from '../platform/validation/index.js';
import { DestinationChecksService } from './destination-checks.service.js';

/** Destination checks on request. */
@Controller('api/links')
export class DestinationChecksController {
  constructor(private readonly checks: DestinationChecksService) {}

  @Post(':id/check')
  @Requires('links.manage')
  @LimitedPerMember('DESTINATION_CHECK')
  @Contract({ reply: 'Ok' })
  check(@CurrentMember() member: Member, @Param('id', new IdPipe('link_not_found')) id: string): Promise<void> {
    return this.checks.request(member, id);
  }
}
