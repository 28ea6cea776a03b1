import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Attention } from '@signpost/contracts';
import type { DataSource } from 'typeorm';
import { AnalyticsService } from '../analytics/index.js';
import { Mailer, sendDue, type DigestMail, type DueSent } from '../mails/index.js';
import { Clock } from '../platform/time/index.js';
import { WorkspacesRepository, WorkspaceViews } from '../workspaces/index.js';
import { digestWeek, type Week } from './digest-week.js';
import { DigestsRepository, type DigestCandidate } from './digests.repository.js';

/** Number of links listed per reason; the dashboard shows the rest. */
const NAMES = 5;

/** The part of a digest that is the same for all members of a workspace. */
type DigestBody = Omit<DigestMail, 'readerName'>;

/**
 * Sends weekly statistics of workspaces to their members. Marking a digest as sent and queueing its mail are one
 * transaction, so that none is lost or sent twice; the mail queue delivers it.
 */
@Injectable()
export class DigestsService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly digests: DigestsRepository,
    private readonly analytics: AnalyticsService,
    private readonly workspaces: WorkspacesRepository,
    private readonly views: WorkspaceViews,
    private readonly mailer: Mailer,
    private readonly clock: Clock,
  ) {}

  /** Sends every due digest. A workspace whose statistics cannot be read does not block the others. */
  async sendDue(): Promise<DueSent> {
    const week = digestWeek(this.clock.now());
    if (week === null) return { sent: 0, failed: 0, error: undefined };
    let body: { workspaceId: string; mail: Promise<DigestBody> } | undefined;
    return sendDue<DigestCandidate>(
      (after, limit) => this.digests.listDue(week, after, limit),
      async (candidate) => {
        const workspaceId = candidate.workspace_id;
        if (body?.workspaceId !== workspaceId) body = { workspaceId, mail: this.mailOf(workspaceId, week) };
        return this.send(candidate, week, await body.mail);
      },
    );
  }

  /** Sends one digest; false when it is no longer due or another process has sent it. */
  private send(candidate: DigestCandidate, week: Week, body: DigestBody): Promise<boolean> {
    return this.source.transaction(async (tx) => {
      const reader = await this.digests.claim(candidate, week, tx);
      if (reader === null) return false;
      await this.mailer.enqueue({ ...body, to: reader.email, readerName: reader.displayName }, tx);
      return true;
    });
  }

  private async mailOf(workspaceId: string, { monday, sunday }: Week): Promise<DigestBody> {
    const workspace = await this.workspaces.get(workspaceId, this.source.manager);
    const window = { from: monday, to: sunday, compare: 'previous' as const };
    const { metrics, previous, topLinks, attention } = await this.analytics.workspace(
      { workspaceId, workspace },
      window,
    );
    const dashboard = this.views.dashboardUrl(workspace.slug);
    const named = (link: { id: string; title: string | null; slug: string }) => ({
      name: link.title ?? link.slug,
      url: `${dashboard}/links/${link.id}`,
    });
    return {
      kind: 'digest',
      workspaceName: workspace.name,
      firstDay: monday,
      lastDay: sunday,
      clicks: { now: metrics.clicks, before: previous?.clicks ?? 0 },
      visitors: { now: metrics.uniqueVisitors, before: previous?.uniqueVisitors ?? 0 },
      topLinks: topLinks.map((link) => ({ ...named(link), clicks: link.clicks })),
      attention: ATTENTION.map(([reason, list]) => ({
        reason,
        links: attention[list].slice(0, NAMES).map(named),
        hasMore: attention[list].length > NAMES,
      })).filter(({ links }) => links.length > 0),
      reportUrl: `${dashboard}/?${new URLSearchParams(window).toString()}`,
      accountUrl: `${dashboard}/account#weekly-digest`,
    };
  }
}

const ATTENTION = [
  ['broken', 'broken'],
  ['expiring', 'expiringSoon'],
  ['near_limit', 'nearLimit'],
  ['stopped', 'stopped'],
  ['review', 'needsReview'],
] as const satisfies readonly (readonly [DigestMail['attention'][number]['reason'], keyof Attention])[];
