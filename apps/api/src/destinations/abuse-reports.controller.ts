import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import type { AbuseReport, AbuseReportList, OperatorAbuseReport, OperatorAbuseReportList } from '@signpost/contracts';
import {
  CurrentMember,
  MaybeSession,
  OperatorOnly,
  Requires,
  type Member,
  type SessionInfo,
} from '../platform/access/index.js';
import { CountedBy } from '../platform/limits/index.js';
import { Contract } from '../platform/openapi/index.js';
import { IdPipe } from '../platform/validation/index.js';
import { AbuseReportsService } from './abuse-reports.service.js';
import { MessageDto } from './destinations.dto.js';

const ReportId = () => Param('id', new IdPipe('report_not_found'));

/** The reports of a workspace. */
@Controller('api/reports/abuse')
export class AbuseReportsController {
  constructor(private readonly reports: AbuseReportsService) {}

  @Get()
  @Requires('workspace.manage')
  @Contract({ reply: 'AbuseReportList' })
  list(@CurrentMember() member: Member): Promise<AbuseReportList> {
    return this.reports.list(member);
  }

  @Post(':id/dismiss')
  @Requires('workspace.manage')
  @Contract({ reply: 'AbuseReport' })
  dismiss(@CurrentMember() member: Member, @ReportId() id: string): Promise<AbuseReport> {
    return this.reports.decide(member, id, 'dismiss');
  }

  @Post(':id/quarantine')
  @Requires('workspace.manage')
  @Contract({ reply: 'AbuseReport' })
  quarantine(@CurrentMember() member: Member, @ReportId() id: string): Promise<AbuseReport> {
    return this.reports.decide(member, id, 'quarantine');
  }

  @Post(':id/message')
  @Requires('workspace.manage')
  @CountedBy('CREATOR_MESSAGES')
  @Contract({ body: 'MessageInput', reply: 'AbuseReport' })
  write(
    @CurrentMember() member: Member,
    @ReportId() id: string,
    @Body() { message }: MessageDto,
  ): Promise<AbuseReport> {
    return this.reports.write(member, id, message);
  }
}

/** The reports of all workspaces, for the operator of the instance. */
@Controller('api/admin/abuse-reports')
export class OperatorAbuseReportsController {
  constructor(private readonly reports: AbuseReportsService) {}

  @Get()
  @OperatorOnly()
  @Contract({ reply: 'OperatorAbuseReportList' })
  list(): Promise<OperatorAbuseReportList> {
    return this.reports.listAll();
  }

  @Post(':id/dismiss')
  @OperatorOnly()
  @Contract({ reply: 'OperatorAbuseReport' })
  dismiss(@MaybeSession() session: SessionInfo | null, @ReportId() id: string): Promise<OperatorAbuseReport> {
    return this.reports.decideAsOperator(session?.userId ?? null, id, 'dismiss');
  }

  @Post(':id/quarantine')
  @OperatorOnly()
  @Contract({ reply: 'OperatorAbuseReport' })
  quarantine(@MaybeSession() session: SessionInfo | null, @ReportId() id: string): Promise<OperatorAbuseReport> {
    return this.reports.decideAsOperator(session?.userId ?? null, id, 'quarantine');
  }

  @Post(':id/message')
  @OperatorOnly()
  @CountedBy('CREATOR_MESSAGES')
  @Contract({ body: 'MessageInput', reply: 'OperatorAbuseReport' })
  write(
    @MaybeSession() session: SessionInfo | null,
    @ReportId() id: string,
    @Body() { message }: MessageDto,
  ): Promise<OperatorAbuseReport> {
    return this.reports.writeAsOperator(session, id, message);
  }
}
