import { Controller, Get, Query } from '@nestjs/common';
import type { AuditEventPage } from '@signpost/contracts';
import { CurrentMember, Requires, type Member } from '../platform/access/index.js';
import { Contract } from '../platform/openapi/index.js';
import { AuditLogService } from './audit-log.service.js';
import { ListAuditEventsDto } from './audit.dto.js';

@Controller('api/admin')
export class AuditController {
  constructor(private readonly log: AuditLogService) {}

  @Get('audit-events')
  @Requires('workspace.manage')
  @Contract({ reply: 'AuditEventPage' })
  list(@CurrentMember() member: Member, @Query() query: ListAuditEventsDto): Promise<AuditEventPage> {
    return this.log.list(member, query);
  }
}
