import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { IsNull, type DataSource } from 'typeorm';
import { AuditService } from '../audit/index.js';
import { AbuseReportsService } from '../destinations/index.js';
import { LinkEntity } from '../links/index.js';
import type { HostTarget } from '../platform/http/index.js';
import { RateLimits } from '../platform/limits/index.js';
import { Mailer } from '../mails/index.js';
import { WorkspacesRepository, WorkspaceViews } from '../workspaces/index.js';
import { VisitedLinks, type VisitedLink } from './visited-links.js';

/** Receives visitors' reports of links. */
@Injectable()
export class ReportService {
  constructor(
    private readonly links: VisitedLinks,
    private readonly limits: RateLimits,
    private readonly reports: AbuseReportsService,
    private readonly audit: AuditService,
    private readonly mailer: Mailer,
    private readonly views: WorkspaceViews,
    private readonly workspaces: WorkspacesRepository,
    @InjectDataSource() private readonly source: DataSource,
  ) {}

  /**
   * Notifies the owners of the link and records the report; does not reveal whether the link exists.
   * @param client key of the client for rate limits.
   * @param address a slug, an alias or a kept path, optionally preceded by the host or a link prefix, as visitors type it.
   * @throws ApiError `rate_limited`
   */
  async report(host: HostTarget, client: string, address: string, reason: string): Promise<void> {
    await this.limits.consume('REPORT', client, { host });
    for (const candidate of addressesIn(address)) {
      const visited = await this.links.find(host, candidate);
      if (visited !== null) return this.record(visited, reason);
    }
  }

  private async record({ workspace, link }: VisitedLink, reason: string): Promise<void> {
    await this.source.transaction(async (tx) => {
      const where = { workspaceId: workspace.id, id: link.id, deletedAt: IsNull() };
      // Locked, so that concurrent reports of a link are counted one after another.
      const lock = { mode: 'for_no_key_update' } as const;
      const found = await tx.getRepository(LinkEntity).findOne({ where, select: { id: true, slug: true }, lock });
      if (found === null) return;
      await this.reports.file(workspace.id, link.id, reason, tx);
      const email = await this.workspaces.findOwnerEmail(workspace.id, tx);
      if (email !== null) {
        const mail = {
          kind: 'report' as const,
          to: email,
          workspaceName: workspace.name,
          reason,
          ...this.views.linkUrls(
            { slug: workspace.slug, linkPrefix: workspace.prefix === '' ? null : workspace.prefix },
            { id: link.id, slug: found.slug },
          ),
        };
        await this.mailer.enqueue(mail, tx);
      }
      const actor = { workspaceId: workspace.id, userId: null };
      await this.audit.record(
        actor,
        'abuse_report',
        { link: { id: link.id, slug: found.slug }, detail: { reason } },
        tx,
      );
    });
  }
}

/** The possible meanings of a typed address: all of it, all after its first segment, its last segment. */
function addressesIn(address: string): string[] {
  const parts = address.split('/').filter((part) => part !== '');
  return [...new Set([parts, parts.slice(1), parts.slice(-1)].map((some) => some.join('/')))].filter(Boolean);
}
