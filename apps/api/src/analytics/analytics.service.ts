import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Breakdowns, CampaignReport, CountMetrics, LinkReport, WorkspaceReport } from '@signpost/contracts';
import { remainingVisits, type TimeWindow } from '@signpost/domain';
import type { DataSource, EntityManager } from 'typeorm';
import { DIMENSION, SCOPE_KIND, type ClickCounts } from '../clicks/index.js';
import type { Member } from '../platform/access/index.js';
import { fail } from '../platform/errors/index.js';
import { Clock } from '../platform/time/index.js';
import { AttentionService } from './attention.service.js';
import { breakdownsOf, campaignBreakdownsOf } from './breakdowns.js';
import { LabelsRepository } from './labels.repository.js';
import { readChoices, readRange, type RawQuery, type ReportChoices } from './report-query.js';
import { ReportSources, type ReportSource } from './report-sources.js';
import { frameReport, type ReportFrame, type StandingMetrics } from './report.js';
import { RollupsRepository, type RollupRow } from './rollups.repository.js';
import { SubjectsRepository, type GroupSubject } from './subjects.repository.js';
import { LINK_BYTES, TopLinksService } from './top-links.service.js';
import { classesOf, requestCounts, seriesCounts, sumCounts } from './window-counts.js';

/** A report's frame and what its breakdowns are made of. */
interface Counted<Standing> {
  readonly frame: ReportFrame<CountMetrics & Standing>;
  readonly window: TimeWindow;
  readonly rows: readonly RollupRow[];
  readonly counts: ClickCounts;
  readonly classes: readonly number[];
}

/** The three reports. Each reads one snapshot of the database, so that its numbers agree with each other. */
@Injectable()
export class AnalyticsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly subjects: SubjectsRepository,
    private readonly sources: ReportSources,
    private readonly rollups: RollupsRepository,
    private readonly labels: LabelsRepository,
    private readonly topLinks: TopLinksService,
    private readonly attention: AttentionService,
    private readonly clock: Clock,
  ) {}

  link(member: Member, linkId: string, query: RawQuery): Promise<LinkReport> {
    const choices = readChoices(query, 'link');
    return this.snapshot(async (db) => {
      const link = (await this.subjects.findLink(db, member.workspaceId, linkId)) ?? fail('link_not_found');
      const counted = await this.count(db, this.sources.recorded(link.workspaceNo, SCOPE_KIND.link, link.no), {
        query,
        choices,
        linkBytes: 0,
        standing: {
          lifetimeClicks: link.lifetimeClicks,
          usedVisits: link.usedVisits,
          remainingVisits: remainingVisits(link),
          maximumVisits: link.maximumVisits,
        },
      });
      return { ...counted.frame, breakdowns: await this.breakdowns(db, counted) };
    });
  }

  campaign(member: Member, campaignId: string, query: RawQuery): Promise<CampaignReport> {
    const choices = readChoices(query, 'campaign');
    return this.snapshot(async (db) => {
      const campaign =
        (await this.subjects.findCampaign(db, member.workspaceId, campaignId)) ?? fail('campaign_not_found');
      const { workspaceId } = member;
      const links =
        choices.attribution === 'current' ? await this.subjects.campaignLinks(db, workspaceId, campaignId) : null;
      const source =
        links === null
          ? this.sources.recorded(campaign.workspaceNo, SCOPE_KIND.campaign, campaign.no)
          : await this.sources.current(db, workspaceId, campaign, links.nos);
      const standing =
        links === null
          ? await this.groupMetrics(db, campaign, SCOPE_KIND.campaign)
          : { lifetimeClicks: links.lifetimeClicks, linkCount: campaign.linkCount };
      const counted = await this.count(db, source, { query, choices, linkBytes: LINK_BYTES, standing });
      return {
        ...counted.frame,
        breakdowns: await this.campaignBreakdowns(db, campaign.workspaceNo, counted),
        topLinks: await this.topLinks.find(db, source, counted.window, counted.rows),
      };
    });
  }

  async workspace(member: Member, query: RawQuery): Promise<WorkspaceReport> {
    const choices = readChoices(query, 'workspace');
    const { report, attention } = await this.snapshot(async (db) => {
      const workspace = (await this.subjects.findWorkspace(db, member.workspaceId)) ?? fail('workspace_not_found');
      const source = this.sources.recorded(workspace.workspaceNo, SCOPE_KIND.workspace, 0);
      const standing = await this.groupMetrics(db, workspace, SCOPE_KIND.workspace);
      const counted = await this.count(db, source, { query, choices, linkBytes: LINK_BYTES, standing });
      return {
        report: {
          ...counted.frame,
          breakdowns: await this.breakdowns(db, counted),
          topLinks: await this.topLinks.find(db, source, counted.window, counted.rows),
        },
        attention: await this.attention.find(db, member.workspaceId, this.clock.date()),
      };
    });
    return { ...report, attention: await this.attention.show(member.workspace, attention) };
  }

  /** The slug that a link's file is named after. @throws ApiError `link_not_found` */
  async slugOf(member: Member, linkId: string): Promise<string> {
    return (await this.subjects.findSlug(this.database.manager, member.workspaceId, linkId)) ?? fail('link_not_found');
  }

  /** The UTM value that a campaign's file is named after. @throws ApiError `campaign_not_found` */
  async utmCampaignOf(member: Member, campaignId: string): Promise<string> {
    const utmCampaign = await this.subjects.findUtmCampaign(this.database.manager, member.workspaceId, campaignId);
    return utmCampaign ?? fail('campaign_not_found');
  }

  private async groupMetrics(
    db: EntityManager,
    group: GroupSubject,
    kind: typeof SCOPE_KIND.campaign | typeof SCOPE_KIND.workspace,
  ): Promise<{ lifetimeClicks: number; linkCount: number }> {
    return {
      lifetimeClicks: await this.rollups.lifetimeClicks(db, group.workspaceNo, kind, group.no),
      linkCount: group.linkCount,
    };
  }

  private async count<Standing extends StandingMetrics>(
    db: EntityManager,
    source: ReportSource,
    asked: { query: RawQuery; choices: ReportChoices; linkBytes: number; standing: Standing },
  ): Promise<Counted<Standing>> {
    const { choices, standing } = asked;
    const now = this.clock.now();
    const earliest = await source.earliest(db);
    const range = readRange(asked.query, now, earliest);
    const classes = classesOf(choices.traffic);
    const rows = await source.read(db, range, asked.linkBytes);
    const counts = sumCounts(rows, range, choices.attribution === null ? DIMENSION.botClass : DIMENSION.utm);
    const frame = frameReport({
      range,
      choices,
      now,
      earliest,
      standing,
      series: seriesCounts(rows, range, classes),
      current: { ...requestCounts(counts), uniqueVisitors: await source.visitors(db, range, rows) },
      previous: range.previous === null ? null : await this.windowMetrics(db, source, range.previous),
    });
    return { frame, window: range, rows, counts, classes };
  }

  private async windowMetrics(db: EntityManager, source: ReportSource, window: TimeWindow) {
    const rows = await source.read(db, window, 0);
    return {
      ...requestCounts(sumCounts(rows, window, DIMENSION.outcome)),
      uniqueVisitors: await source.visitors(db, window, rows),
    };
  }

  private async breakdowns(db: EntityManager, { counts, classes }: Counted<unknown>): Promise<Breakdowns> {
    return breakdownsOf(counts, classes, await this.labels.referrers(db, counts, classes));
  }

  private async campaignBreakdowns(
    db: EntityManager,
    workspaceNo: number,
    { counts, classes }: Counted<unknown>,
  ): Promise<CampaignReport['breakdowns']> {
    const referrers = await this.labels.referrers(db, counts, classes);
    return campaignBreakdownsOf(counts, classes, referrers, await this.labels.utm(db, workspaceNo, counts, classes));
  }

  private snapshot<T>(work: (db: EntityManager) => Promise<T>): Promise<T> {
    return this.database.transaction('REPEATABLE READ', async (db) => {
      await db.query('SET TRANSACTION READ ONLY');
      return work(db);
    });
  }
}
