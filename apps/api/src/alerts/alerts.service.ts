import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { AuditService } from '../audit/index.js';
import { Mailer, sendDue, type AlertMail, type DueSent } from '../mails/index.js';
import { Clock } from '../platform/time/index.js';
import { WorkspaceViews } from '../workspaces/index.js';
import { AlertsRepository, type AlertCandidate, type DueAlert } from './alerts.repository.js';
import type { AlertKind } from './link-alert.entity.js';

/**
 * Notifies people of upcoming events of their links, once per date and cap. An alert, its mail and its audit event are
 * one transaction, so that none is lost or sent twice; the mail queue delivers it.
 */
@Injectable()
export class AlertsService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly alerts: AlertsRepository,
    private readonly mailer: Mailer,
    private readonly audit: AuditService,
    private readonly views: WorkspaceViews,
    private readonly clock: Clock,
  ) {}

  /** Sends every due alert. */
  sendDue(): Promise<DueSent> {
    const now = this.clock.date();
    return sendDue<AlertCandidate>(
      (after, limit) => this.alerts.listCandidates(now, after, limit),
      (candidate) => this.source.transaction((tx) => this.send(candidate, now, tx)),
    );
  }

  /** Sends one alert; false when it is no longer due or another process has sent it. */
  private async send(candidate: AlertCandidate, now: Date, tx: EntityManager): Promise<boolean> {
    const due = await this.alerts.lock(candidate, now, tx);
    if (due === null || !(await this.alerts.claim(candidate, now, tx))) return false;
    await this.mailer.enqueue(this.mailOf(candidate, due), tx);
    await this.audit.record(
      { workspaceId: candidate.workspace_id, userId: null },
      'link_alert_sent',
      {
        link: { id: candidate.link_id, slug: due.slug },
        detail: { kind: candidate.kind, to: { id: due.recipient_id, email: due.recipient_email } },
      },
      tx,
    );
    return true;
  }

  private mailOf({ link_id, kind }: AlertCandidate, due: DueAlert): AlertMail & { to: string } {
    return {
      kind: 'alert',
      to: due.recipient_email,
      about: aboutOf(kind, due),
      workspaceName: due.workspace_name,
      title: due.title,
      ...this.views.linkUrls(
        { slug: due.workspace_slug, linkPrefix: due.link_prefix },
        { id: link_id, slug: due.slug },
      ),
    };
  }
}

function aboutOf(kind: AlertKind, due: DueAlert): AlertMail['about'] {
  switch (kind) {
    case 'expiry':
      return { reason: 'expiring', expiresAt: due.expires_at?.toISOString() ?? '' };
    case 'visits':
      return { reason: 'near_limit', usedVisits: Number(due.used_visits), maximumVisits: due.maximum_visits ?? 0 };
    case 'review':
      return { reason: 'review_due', reviewAt: due.review_at?.toISOString() ?? '' };
  }
}
