import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditService } from '../audit/index.js';
import { fail } from '../platform/errors/index.js';
import { affected, firstRow, rows } from '../platform/database/index.js';
import { Mailer } from '../platform/mail/index.js';
import { Clock } from '../platform/time/index.js';
import { WorkspaceViews } from '../workspaces/index.js';

/** Who stops a link: what an operator stopped, only an operator sets free. */
export type QuarantineAuthority = 'operator' | 'workspace';

/** A link to be stopped or set free. */
export interface QuarantineTarget {
  readonly workspaceId: string;
  readonly linkId: string;
}

interface LockedLink {
  slug: string;
  quarantined_by: QuarantineAuthority | null;
  workspace_slug: string;
  workspace_name: string;
  link_prefix: string | null;
}

/**
 * Stops links so that visitors get a warning instead of the destination. The row's own notification reaches every instance
 * before the next visit there.
 */
@Injectable()
export class QuarantineService {
  constructor(
    private readonly audit: AuditService,
    private readonly mailer: Mailer,
    private readonly views: WorkspaceViews,
    private readonly clock: Clock,
  ) {}

  /**
   * Stops a link; one that is stopped already stays so, by the higher authority.
   * @param userId who decides; null for an operator with the secret, and for lists.
   * @throws ApiError `link_not_found`
   */
  async stop(
    target: QuarantineTarget,
    by: QuarantineAuthority,
    userId: string | null,
    reason: string,
    tx: EntityManager,
  ): Promise<void> {
    const link = (await this.lock(target, tx)) ?? fail('link_not_found');
    if (link.quarantined_by === by || link.quarantined_by === 'operator') return;
    const { workspaceId, linkId } = target;
    await affected(tx, STOP, [workspaceId, linkId, this.clock.date(), by, reason]);
    const facts = { link: { id: linkId, slug: link.slug }, detail: { by, reason } };
    await this.audit.record({ workspaceId, userId }, 'link_quarantined', facts, tx);
    if (by === 'operator') await this.tellOwners(target, link, reason, tx);
  }

  /** Sets a link free. @throws ApiError `link_not_found`, `operator_quarantine` */
  async lift(
    target: QuarantineTarget,
    by: QuarantineAuthority,
    userId: string | null,
    tx: EntityManager,
  ): Promise<void> {
    const link = (await this.lock(target, tx)) ?? fail('link_not_found');
    if (link.quarantined_by === null) return;
    if (link.quarantined_by === 'operator' && by !== 'operator') fail('operator_quarantine');
    const { workspaceId, linkId } = target;
    await affected(tx, LIFT, [workspaceId, linkId, this.clock.date()]);
    const facts = { link: { id: linkId, slug: link.slug }, detail: { by } };
    await this.audit.record({ workspaceId, userId }, 'link_quarantine_lifted', facts, tx);
  }

  private lock({ workspaceId, linkId }: QuarantineTarget, tx: EntityManager): Promise<LockedLink | null> {
    return firstRow<LockedLink>(tx, LOCK, [workspaceId, linkId]);
  }

  private async tellOwners(
    { workspaceId, linkId }: QuarantineTarget,
    link: LockedLink,
    reason: string,
    tx: EntityManager,
  ): Promise<void> {
    for (const { email } of await rows<{ email: string }>(tx, LIST_OWNERS, [workspaceId])) {
      const mail = {
        kind: 'quarantine' as const,
        to: email,
        workspaceName: link.workspace_name,
        shortUrl: `${this.views.shortUrlBase(link.workspace_slug, link.link_prefix)}/${link.slug}`,
        reason,
        linkUrl: `${this.views.dashboardUrl(link.workspace_slug)}/links/${linkId}`,
      };
      await this.mailer.enqueue(mail, tx);
    }
  }
}

// A lock of the link's own row, with what its workspace is called beside it.
const LOCK = `
  SELECT l.slug, l.quarantined_by, w.slug AS workspace_slug, w.name AS workspace_name, w.link_prefix
  FROM links l JOIN workspaces w ON w.id = l.workspace_id
  WHERE l.workspace_id = $1 AND l.id = $2 AND l.deleted_at IS NULL FOR NO KEY UPDATE OF l`;

const STOP = `
  UPDATE links SET quarantined_at = $3, quarantined_by = $4, quarantine_reason = $5, updated_at = $3
  WHERE workspace_id = $1 AND id = $2`;

const LIFT = `
  UPDATE links SET quarantined_at = NULL, quarantined_by = NULL, quarantine_reason = NULL, updated_at = $3
  WHERE workspace_id = $1 AND id = $2`;

/** Nobody reads the mail of a demo. */
const LIST_OWNERS = `
  SELECT u.email FROM memberships m JOIN users u ON u.id = m.user_id
  WHERE m.workspace_id = $1 AND m.role = 'OWNER' AND m.is_active AND NOT u.is_demo`;
