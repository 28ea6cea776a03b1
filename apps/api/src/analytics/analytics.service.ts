import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type {
  Attribution,
  Breakdowns,
  CampaignReport,
  CountMetrics,
  LinkReport,
  SharedNumbers,
  SharePeriod,
  ShareSubjectType,
  Traffic,
  WorkspaceReport,
} from '@signpost/contracts';
import { remainingVisits } from '@signpost/domain';
import type { DataSource, EntityManager } from 'typeorm';
import { DIMENSION, SCOPE_KIND, type ClickCounts, type ScopeKind } from '../clicks/index.js';
import type { Member } from '../platform/access/index.js';
import { fail } from '../platform/errors/index.js';
import { Clock } from '../platform/time/index.js';
import { AttentionService } from './attention.service.js';
import { breakdownsOf, campaignBreakdownsOf } from './breakdowns.js';
import { EventQueries } from './sources/event-queries.js';
import { LabelsRepository } from './labels.repository.js';
import { choicesOf, type ReportChoices, type ReportQuery } from './report-query.js';
import { ReportSources, type ReportSubject } from './sources/report-sources.js';
import { frameReport, type ReportFrame, type StandingMetrics } from './report.js';
import { RollupsRepository } from './sources/rollups.repository.js';
import { SubjectsRepository, type GroupSubject } from './subjects.repository.js';
import type { CountedWindow } from './sources/report-source.js';
import { classesOf } from './sources/window-counts.js';

/** A report without breakdowns, and the counts for them. */
interface Counted<Standing> {
  readonly frame: ReportFrame<CountMetrics & Standing>;
  readonly counts: ClickCounts;
  readonly classes: readonly number[];
  readonly topLinks: CountedWindow['topLinks'];
}

/** A report without the parts that only members may see. */
export interface SharedSubjectReport {
  /** Title or slug of a link, name of a campaign; null for the workspace. */
  readonly name: string | null;
  readonly report: SharedNumbers;
}

/** The workspace whose report is read. */
type Reader = Pick<Member, 'workspaceId'>;

/** The three reports. Each is read in one snapshot of the database, so that its numbers are consistent. */
@Injectable()
export class AnalyticsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly subjects: SubjectsRepository,
    private readonly sources: ReportSources,
    private readonly events: EventQueries,
    private readonly rollups: RollupsRepository,
    private readonly labels: LabelsRepository,
    private readonly attention: AttentionService,
    private readonly clock: Clock,
  ) {}

  /** @param gone aborted when the client disconnects, which ends a long query. */
  link(
    member: Reader,
    linkId: string,
    query: ReportQuery & { traffic?: Traffic },
    gone?: AbortSignal,
  ): Promise<LinkReport> {
    const choices = choicesOf(query, { traffic: query.traffic ?? 'human' });
    return this.snapshot(choices.needsEvents, gone, async (db) => {
      const link = (await this.subjects.findLink(db, member.workspaceId, linkId)) ?? fail('link_not_found');
      const subject = subjectOf(member, link.workspaceNo, SCOPE_KIND.link, link.no);
      const standing = {
        lifetimeClicks: link.lifetimeClicks,
        usedVisits: link.usedVisits,
        remainingVisits: remainingVisits(link),
        maximumVisits: link.maximumVisits,
      };
      const counted = await this.count(db, subject, choices, standing);
      return { ...counted.frame, breakdowns: await this.breakdowns(db, counted) };
    });
  }

  async campaign(
    member: Reader,
    campaignId: string,
    query: ReportQuery & { attribution?: Attribution },
    gone?: AbortSignal,
  ): Promise<CampaignReport> {
    const choices = choicesOf(query, { attribution: query.attribution ?? 'recorded' });
    const { workspaceId } = member;
    const isCurrent = choices.attribution === 'current';
    const fromEvents = choices.needsEvents || (isCurrent && (await this.haveLinksMoved(workspaceId, campaignId)));
    return this.snapshot(fromEvents, gone, async (db) => {
      const campaign = (await this.subjects.findCampaign(db, workspaceId, campaignId)) ?? fail('campaign_not_found');
      const links = isCurrent ? await this.subjects.campaignLinks(db, workspaceId, campaignId) : null;
      const recorded = subjectOf(member, campaign.workspaceNo, SCOPE_KIND.campaign, campaign.no);
      const subject: ReportSubject =
        links === null
          ? recorded
          : { ...recorded, current: { linkNos: links.nos, moved: await this.movedDays(db, workspaceId, campaign) } };
      const standing =
        links === null
          ? await this.groupMetrics(db, campaign, SCOPE_KIND.campaign)
          : { lifetimeClicks: links.lifetimeClicks, linkCount: campaign.linkCount };
      const counted = await this.count(db, subject, choices, standing);
      return {
        ...counted.frame,
        breakdowns: await this.campaignBreakdowns(db, campaign.workspaceNo, counted),
        topLinks: counted.topLinks,
      };
    });
  }

  async workspace(
    member: Pick<Member, 'workspaceId' | 'workspace'>,
    query: ReportQuery,
    gone?: AbortSignal,
  ): Promise<WorkspaceReport> {
    const choices = choicesOf(query);
    const { report, attention } = await this.snapshot(choices.needsEvents, gone, async (db) => ({
      report: await this.workspaceNumbers(db, member, choices),
      attention: await this.attention.find(db, member.workspaceId, this.clock.date()),
    }));
    return { ...report, attention: await this.attention.show(member.workspace, attention) };
  }

  /**
   * A report for people without an account: without ids and without the list of links that need attention.
   * @throws ApiError 404 for an unknown subject.
   */
  async shared(
    workspaceId: string,
    subject: { type: ShareSubjectType; id: string | null },
    period: SharePeriod,
  ): Promise<SharedSubjectReport> {
    const reader = { workspaceId };
    const query = { period };
    const id = subject.id ?? '';
    const { manager } = this.database;
    switch (subject.type) {
      case 'link':
        return {
          report: await this.link(reader, id, query),
          name: await this.subjects.linkName(manager, workspaceId, id),
        };
      case 'campaign': {
        const report = withoutIds(await this.campaign(reader, id, query));
        return { report, name: await this.subjects.campaignName(manager, workspaceId, id) };
      }
      case 'workspace': {
        const report = await this.snapshot(false, undefined, (db) =>
          this.workspaceNumbers(db, reader, choicesOf(query)),
        );
        return { report: withoutIds(report), name: null };
      }
    }
  }

  private async workspaceNumbers(
    db: EntityManager,
    member: Reader,
    choices: ReportChoices,
  ): Promise<Omit<WorkspaceReport, 'attention'>> {
    const workspace = (await this.subjects.findWorkspace(db, member.workspaceId)) ?? fail('workspace_not_found');
    const subject = subjectOf(member, workspace.workspaceNo, SCOPE_KIND.workspace, 0);
    const standing = await this.groupMetrics(db, workspace, SCOPE_KIND.workspace);
    const counted = await this.count(db, subject, choices, standing);
    return { ...counted.frame, breakdowns: await this.breakdowns(db, counted), topLinks: counted.topLinks };
  }

  /** The slug in the file name of a link's report. @throws ApiError `link_not_found` */
  async slugOf(member: Reader, linkId: string): Promise<string> {
    return (await this.subjects.findSlug(this.database.manager, member.workspaceId, linkId)) ?? fail('link_not_found');
  }

  /** The UTM value in the file name of a campaign's report. @throws ApiError `campaign_not_found` */
  async utmCampaignOf(member: Reader, campaignId: string): Promise<string> {
    const utmCampaign = await this.subjects.findUtmCampaign(this.database.manager, member.workspaceId, campaignId);
    return utmCampaign ?? fail('campaign_not_found');
  }

  /** Slugs of the workspace's links among `linkIds`, by id. */
  slugs(member: Member, linkIds: readonly string[]): Promise<Map<string, string>> {
    return this.subjects.slugs(this.database.manager, member.workspaceId, linkIds);
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
    subject: ReportSubject,
    choices: ReportChoices,
    standing: Standing,
  ): Promise<Counted<Standing>> {
    const now = this.clock.now();
    const earliest = await this.sources.earliest(db, subject);
    const range = choices.range(now, earliest);
    const classes = classesOf(choices.traffic);
    const source = await this.sources.find(db, subject, { range, earliest, filters: choices.filters });
    const current = await source.count(db, range, {
      classes,
      upTo: choices.attribution === null ? DIMENSION.botClass : DIMENSION.utm,
      topLinks: subject.kind !== SCOPE_KIND.link,
    });
    const frame = frameReport({
      range,
      choices,
      now,
      earliest,
      standing,
      series: current.series,
      current: current.metrics,
      previous: range.previous === null ? null : await source.metrics(db, range.previous),
    });
    return { frame, counts: current.counts, classes, topLinks: current.topLinks };
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

  private async haveLinksMoved(workspaceId: string, campaignId: string): Promise<boolean> {
    const db = this.database.manager;
    const campaign = await this.subjects.findCampaign(db, workspaceId, campaignId);
    return campaign !== null && (await this.movedDays(db, workspaceId, campaign)).length > 0;
  }

  private movedDays(db: EntityManager, workspaceId: string, campaign: { id: string; no: number; workspaceNo: number }) {
    return this.rollups.movedDays(db, { id: workspaceId, no: campaign.workspaceNo }, campaign);
  }

  /** @param fromEvents whether events are counted, which is limited to a few reports at once. */
  private snapshot<T>(
    fromEvents: boolean,
    gone: AbortSignal | undefined,
    work: (db: EntityManager) => Promise<T>,
  ): Promise<T> {
    const read = async (db: EntityManager): Promise<T> => {
      await db.query('SET TRANSACTION READ ONLY');
      return work(db);
    };
    return fromEvents ? this.events.run(gone, read) : this.database.transaction('REPEATABLE READ', read);
  }
}

function withoutIds<T extends { topLinks: { slug: string; title: string | null; clicks: number }[] }>(report: T): T {
  return { ...report, topLinks: report.topLinks.map(({ slug, title, clicks }) => ({ slug, title, clicks })) };
}

function subjectOf(member: Reader, workspaceNo: number, kind: ScopeKind, no: number): ReportSubject {
  return { workspaceId: member.workspaceId, workspaceNo, kind, no, current: null };
}
