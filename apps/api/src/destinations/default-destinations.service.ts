import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { AuditService } from '../audit/index.js';
import type { CurrentWorkspace } from '../platform/access/index.js';
import { Mailer } from '../mails/index.js';
import { RedirectInvalidator } from '../redirect/index.js';
import { DEFAULT_DESTINATIONS, WorkspacesRepository, WorkspaceViews } from '../workspaces/index.js';

/**
 * The reason why a destination is refused; null when it is permitted.
 * @param url in its stored form.
 */
export type Refusal = (url: string) => string | null;

/**
 * Removes default destinations of workspaces that have become harmful. Unlike a link, they have no state in which they
 * could be blocked.
 */
@Injectable()
export class DefaultDestinations {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly workspaces: WorkspacesRepository,
    private readonly views: WorkspaceViews,
    private readonly audit: AuditService,
    private readonly mailer: Mailer,
    private readonly redirect: RedirectInvalidator,
  ) {}

  /**
   * Removes the refused default destinations of every workspace, each workspace in a transaction that also notifies its
   * owner.
   * @param userId who decides; null for a blocklist, or an operator with the secret.
   */
  async clearRefused(refusalOf: Refusal, userId: string | null): Promise<void> {
    for (const workspace of await this.workspaces.listWithDefaults()) {
      if (refusedOf(workspace, refusalOf).length === 0) continue;
      await this.source.transaction((tx) => this.takeFrom(workspace.id, refusalOf, userId, tx));
      this.redirect.workspaceChanged(workspace.id);
    }
  }

  private async takeFrom(id: string, refusalOf: Refusal, userId: string | null, tx: EntityManager): Promise<void> {
    const workspace = await this.workspaces.lock(id, tx);
    const refused = refusedOf(workspace, refusalOf);
    const [first] = refused;
    if (first === undefined) return;
    const fields = refused.map(({ field }) => field);
    await this.workspaces.clearDefaults(id, fields, tx);
    const changes = refused.map(({ field, url }) => ({ field, from: url, to: null }));
    await this.audit.record({ workspaceId: id, userId }, 'workspace_updated', { detail: { changes } }, tx);
    const email = await this.workspaces.findOwnerEmail(id, tx);
    if (email === null) return;
    const mail = {
      kind: 'default_removed' as const,
      to: email,
      workspaceName: workspace.name,
      destinations: [...new Set(refused.map(({ url }) => url))],
      reason: first.reason,
      settingsUrl: `${this.views.dashboardUrl(workspace.slug)}/settings`,
    };
    await this.mailer.enqueue(mail, tx);
  }
}

function refusedOf(workspace: CurrentWorkspace, refusalOf: Refusal) {
  return DEFAULT_DESTINATIONS.flatMap((field) => {
    const url = workspace[field];
    const reason = url === null ? null : refusalOf(url);
    return url === null || reason === null ? [] : [{ field, url, reason }];
  });
}
