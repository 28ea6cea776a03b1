import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  problem,
  type NewReportShare,
  type ReportShareInput,
  type ReportShareList,
  type SharedReport,
  type SharePeriod,
} from '@signpost/contracts';
import { instantYearAfter } from '@signpost/domain';
import { IsNull, MoreThan, type DataSource, type Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { AnalyticsService, type SharedSubjectReport } from '../analytics/index.js';
import { AuditService } from '../audit/index.js';
import type { Member } from '../platform/access/index.js';
import { ApiError, fail, failField } from '../platform/errors/index.js';
import { hashToken, newToken } from '../platform/security/index.js';
import { formProblems } from '../platform/validation/index.js';
import { Clock } from '../platform/time/index.js';
import { WorkspacesRepository, WorkspaceViews } from '../workspaces/index.js';
import { ReportShareEntity } from './report-share.entity.js';

/** Maximum number of live shares per workspace. */
const MOST_SHARES = 200;

/** Reports that are shown to people without an account. */
@Injectable()
export class SharesService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly analytics: AnalyticsService,
    private readonly audit: AuditService,
    private readonly workspaces: WorkspacesRepository,
    private readonly views: WorkspaceViews,
    private readonly clock: Clock,
  ) {}

  /** @throws ApiError 422 for an expiry in the past or more than a year away; 404 for an unknown subject. */
  async create(member: Member, input: ReportShareInput): Promise<NewReportShare> {
    const now = this.clock.now();
    const errors = formProblems(input);
    if (input.expiresAt <= now) errors.push(problem('expiresAt', 'time_passed'));
    if (input.expiresAt > instantYearAfter(now)) errors.push(problem('expiresAt', 'time_too_far'));
    if (errors.length > 0) fail('validation_failed', { errors });
    const { type, id: given } = input.subject;
    const subjectId = type === 'workspace' ? null : (given ?? null);
    // The member must be able to read the report to share it.
    await this.analytics.shared(member.workspaceId, { type, id: subjectId }, '7d');
    const token = newToken();
    const share = {
      id: uuidv7(),
      workspaceId: member.workspaceId,
      tokenHash: hashToken(token),
      subjectType: type,
      subjectId,
      title: input.title ?? null,
      createdBy: member.userId,
      createdAt: new Date(now),
      expiresAt: new Date(input.expiresAt),
    };
    await this.source.transaction(async (tx) => {
      const shares = tx.getRepository(ReportShareEntity);
      // Serialised per workspace: concurrent requests could otherwise exceed the maximum.
      await this.workspaces.lock(member.workspaceId, tx);
      const live = { workspaceId: member.workspaceId, expiresAt: MoreThan(new Date(now)) };
      if ((await shares.countBy(live)) >= MOST_SHARES) {
        failField('subject', 'too_many', { max: MOST_SHARES, what: 'shares' });
      }
      await shares.insert(share);
      await this.audit.record(member, 'report_shared', { detail: detailOf(share) }, tx);
    });
    const url = `${this.views.dashboardUrl(member.workspace.slug)}/share/${token}`;
    return { ...viewOf({ ...share, creator: { id: member.userId, email: member.email } }), url };
  }

  /** Live shares, newest first. */
  async list(member: Member): Promise<ReportShareList> {
    const found = await this.shares.find({
      where: { workspaceId: member.workspaceId, expiresAt: MoreThan(this.clock.date()) },
      relations: { creator: true },
      order: { id: 'DESC' },
      take: MOST_SHARES,
    });
    return { items: found.map(viewOf) };
  }

  /**
   * @throws ApiError `share_not_found`; `permission_denied` for another member's share, unless the caller is an owner.
   */
  async revoke(member: Member, id: string): Promise<void> {
    await this.source.transaction(async (tx) => {
      const shares = tx.getRepository(ReportShareEntity);
      const share = await shares.findOne({
        where: { workspaceId: member.workspaceId, id },
        lock: { mode: 'pessimistic_write' },
      });
      if (share === null) fail('share_not_found');
      if (share.createdBy !== member.userId && member.role !== 'OWNER') fail('permission_denied');
      await shares.delete({ workspaceId: member.workspaceId, id });
      await this.audit.record(member, 'report_unshared', { detail: detailOf(share) }, tx);
    });
  }

  /** The report for the holder of a token. @throws ApiError `share_not_found`, the same whatever the reason. */
  async read(token: string, period: SharePeriod): Promise<SharedReport> {
    const { share, workspace, name, report } = await this.open(token, period);
    return {
      title: share.title,
      workspace: { name: workspace.name, logoUrl: this.views.logoUrl(workspace.logoKey) },
      subject: { type: share.subjectType, name: name ?? workspace.name },
      expiresAt: share.expiresAt.toISOString(),
      report,
    };
  }

  /** Like {@link read}, for a file that is named after its subject. @throws ApiError `share_not_found` */
  async readFile(token: string, period: SharePeriod): Promise<{ name: string; report: SharedReport['report'] }> {
    const { share, workspace, report } = await this.open(token, period);
    return { name: `${await this.fileSubjectOf(share, workspace.slug)}-analytics`, report };
  }

  /** Named like the CSV files of the reports themselves. */
  private fileSubjectOf({ workspaceId, subjectType, subjectId }: ReportShareEntity, workspaceSlug: string) {
    const reader = { workspaceId };
    const id = subjectId ?? '';
    switch (subjectType) {
      case 'link':
        return this.analytics.slugOf(reader, id).then((link) => `link-${link}`);
      case 'campaign':
        return this.analytics.utmCampaignOf(reader, id).then((campaign) => `campaign-${campaign}`);
      case 'workspace':
        return Promise.resolve(`workspace-${workspaceSlug}`);
    }
  }

  /** A live share with its workspace and report. @throws ApiError `share_not_found` */
  private async open(token: string, period: SharePeriod) {
    const share = await this.shares.findOne({
      where: {
        tokenHash: hashToken(token),
        expiresAt: MoreThan(this.clock.date()),
        workspace: { deletedAt: IsNull() },
      },
      relations: { workspace: true },
    });
    if (share?.workspace === undefined) fail('share_not_found');
    return { share, workspace: share.workspace, ...(await this.reportOf(share, period)) };
  }

  private get shares(): Repository<ReportShareEntity> {
    return this.source.getRepository(ReportShareEntity);
  }

  private async reportOf(share: ReportShareEntity, period: SharePeriod): Promise<SharedSubjectReport> {
    try {
      const subject = { type: share.subjectType, id: share.subjectId };
      return await this.analytics.shared(share.workspaceId, subject, period);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) fail('share_not_found');
      throw error;
    }
  }
}

function detailOf({
  id,
  subjectType,
  subjectId,
  expiresAt,
}: Omit<ReportShareEntity, 'tokenHash'>): Record<string, unknown> {
  return { id, subject: subjectType, subjectId, expiresAt: expiresAt.toISOString() };
}

function viewOf({ creator, ...share }: Omit<ReportShareEntity, 'tokenHash'>): Omit<NewReportShare, 'url'> {
  return {
    id: share.id,
    subject: { type: share.subjectType, id: share.subjectId },
    title: share.title,
    creator: creator == null ? null : { id: creator.id, email: creator.email },
    createdAt: share.createdAt.toISOString(),
    expiresAt: share.expiresAt.toISOString(),
  };
}
