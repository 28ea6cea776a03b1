import { Readable } from 'node:stream';
import { Body, Controller, Delete, Get, Header, Param, Post, Query, type StreamableFile } from '@nestjs/common';
import type { NewReportShare, ReportShareList, SharedReport } from '@signpost/contracts';
import { analyticsCsv } from '../analytics/index.js';
import { CurrentMember, Public, Requires, Sessionless, type Member } from '../platform/access/index.js';
import { csvDownload, streamedFile } from '../platform/http/index.js';
import { Contract } from '../platform/openapi/index.js';
import { IdPipe } from '../platform/validation/index.js';
import { ReportShareDto, SharedReportDto } from './shares.dto.js';
import { SharesService } from './shares.service.js';

/** Excludes shared reports from search engines. */
const NoIndex = () => Header('X-Robots-Tag', 'noindex, nofollow');

/** Reports shared with people without an account. */
@Controller('api/reports')
export class SharesController {
  constructor(private readonly shares: SharesService) {}

  @Get('shares')
  @Requires('analytics.read')
  @Contract({ reply: 'ReportShareList' })
  list(@CurrentMember() member: Member): Promise<ReportShareList> {
    return this.shares.list(member);
  }

  @Post('shares')
  @Requires('analytics.read')
  @Contract({ body: 'ReportShareInput', reply: 'NewReportShare', status: 201 })
  create(@CurrentMember() member: Member, @Body() input: ReportShareDto): Promise<NewReportShare> {
    return this.shares.create(member, input);
  }

  @Delete('shares/:id')
  @Requires('analytics.read')
  @Contract({ reply: 'Ok' })
  revoke(@CurrentMember() member: Member, @Param('id', new IdPipe('share_not_found')) id: string): Promise<void> {
    return this.shares.revoke(member, id);
  }

  // Must precede the next route, which would take the extension as part of the token.
  @Get('shared/:token.csv')
  @Public()
  @Sessionless()
  @NoIndex()
  @Contract({ reply: 'text/csv' })
  async readCsv(@Param('token') token: string, @Query() { period = '30d' }: SharedReportDto): Promise<StreamableFile> {
    const { name, report } = await this.shares.readFile(token, period);
    return streamedFile(Readable.from(analyticsCsv(report)), csvDownload(name));
  }

  @Get('shared/:token')
  @Public()
  @Sessionless()
  @NoIndex()
  @Contract({ reply: 'SharedReport' })
  read(@Param('token') token: string, @Query() { period = '30d' }: SharedReportDto): Promise<SharedReport> {
    return this.shares.read(token, period);
  }
}
