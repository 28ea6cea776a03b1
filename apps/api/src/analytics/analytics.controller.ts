import { Readable } from 'node:stream';
import { Controller, Get, Param, Query, type StreamableFile } from '@nestjs/common';
import type { CampaignReport, LinkReport, RecentClicks, WorkspaceReport } from '@signpost/contracts';
import { CurrentMember, Requires, type Member } from '../platform/access/index.js';
import { ClientGone, csvDownload, streamedFile } from '../platform/http/index.js';
import { Contract } from '../platform/openapi/index.js';
import { IdPipe } from '../platform/validation/index.js';
import { analyticsCsv } from './analytics-csv.js';
import { CampaignReportDto, LinkReportDto, RecentClicksDto, WorkspaceReportDto } from './analytics.dto.js';
import { AnalyticsService } from './analytics.service.js';
import { RecentClicksService } from './recent-clicks.service.js';

const LINK_ID = new IdPipe('link_not_found');
const CAMPAIGN_ID = new IdPipe('campaign_not_found');

/** Reports of a link, a campaign and the workspace, as JSON and as CSV. */
@Controller('api')
export class AnalyticsController {
  constructor(
    private readonly analytics: AnalyticsService,
    private readonly recent: RecentClicksService,
  ) {}

  @Get('reports/recent-clicks')
  @Requires('links.read')
  @Contract({ reply: 'RecentClicks' })
  recentClicks(@CurrentMember() member: Member, @Query() query: RecentClicksDto): Promise<RecentClicks> {
    return this.recent.find(member, query);
  }

  @Get('workspaces/analytics')
  @Requires('analytics.read')
  @Contract({ reply: 'WorkspaceReport' })
  workspace(
    @CurrentMember() member: Member,
    @Query() query: WorkspaceReportDto,
    @ClientGone() gone: AbortSignal,
  ): Promise<WorkspaceReport> {
    return this.analytics.workspace(member, query, gone);
  }

  @Get('workspaces/analytics.csv')
  @Requires('analytics.read')
  @Contract({ reply: 'text/csv' })
  async workspaceCsv(
    @CurrentMember() member: Member,
    @Query() query: WorkspaceReportDto,
    @ClientGone() gone: AbortSignal,
  ): Promise<StreamableFile> {
    return this.file(`workspace-${member.workspace.slug}`, member, await this.analytics.workspace(member, query, gone));
  }

  @Get('links/:id/analytics')
  @Requires('links.read')
  @Contract({ reply: 'LinkReport' })
  link(
    @CurrentMember() member: Member,
    @Param('id', LINK_ID) id: string,
    @Query() query: LinkReportDto,
    @ClientGone() gone: AbortSignal,
  ): Promise<LinkReport> {
    return this.analytics.link(member, id, query, gone);
  }

  @Get('links/:id/analytics.csv')
  @Requires('links.read')
  @Contract({ reply: 'text/csv' })
  async linkCsv(
    @CurrentMember() member: Member,
    @Param('id', LINK_ID) id: string,
    @Query() query: LinkReportDto,
    @ClientGone() gone: AbortSignal,
  ): Promise<StreamableFile> {
    const report = await this.analytics.link(member, id, query, gone);
    return this.file(`link-${await this.analytics.slugOf(member, id)}`, member, report);
  }

  @Get('campaigns/:id/analytics')
  @Requires('links.read')
  @Contract({ reply: 'CampaignReport' })
  campaign(
    @CurrentMember() member: Member,
    @Param('id', CAMPAIGN_ID) id: string,
    @Query() query: CampaignReportDto,
    @ClientGone() gone: AbortSignal,
  ): Promise<CampaignReport> {
    return this.analytics.campaign(member, id, query, gone);
  }

  @Get('campaigns/:id/analytics.csv')
  @Requires('links.read')
  @Contract({ reply: 'text/csv' })
  async campaignCsv(
    @CurrentMember() member: Member,
    @Param('id', CAMPAIGN_ID) id: string,
    @Query() query: CampaignReportDto,
    @ClientGone() gone: AbortSignal,
  ): Promise<StreamableFile> {
    const report = await this.analytics.campaign(member, id, query, gone);
    return this.file(`campaign-${await this.analytics.utmCampaignOf(member, id)}`, member, report);
  }

  private async file(
    subject: string,
    member: Member,
    report: LinkReport | CampaignReport | WorkspaceReport,
  ): Promise<StreamableFile> {
    const links = report.meta.filters?.link ?? [];
    const slugs = links.length === 0 ? new Map<string, string>() : await this.analytics.slugs(member, links);
    return streamedFile(Readable.from(analyticsCsv(report, slugs)), csvDownload(`${subject}-analytics`));
  }
}
