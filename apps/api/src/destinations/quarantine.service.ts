import { Injectable } from '@nestjs/common';
import type { QuarantineAuthority } from '@signpost/contracts';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { AuditService } from '../audit/index.js';
import { fail } from '../platform/errors/index.js';
import { execute, rows } from '../platform/database/index.js';
import { Mailer } from '../mails/index.js';
import { Clock } from '../platform/time/index.js';
import { WorkspacesRepository, WorkspaceViews } from '../workspaces/index.js';
import { AbuseReportEntity } from './abuse-report.entity.js';
import { RECORD_HISTORY } from './link-history.sql.js';

/** A link to quarantine or release. */
export interface QuarantineTarget {
  readonly workspaceId: string;
  readonly linkId: string;
}

/** A link to quarantine, with the reason. */
export interface QuarantineOrder extends QuarantineTarget {
  readonly reason: string;
}

interface LockedLink {
  id: string;
  slug: string;
  quarantined_by: QuarantineAuthority | null;
  workspace_id: string;
  workspace_slug: string;
  workspace_name: string;
  link_prefix: string | null;
}

/**
 * Quarantines links, so that visitors get a warning instead of the destination. A notification by the database's
 * trigger on the row updates the caches of all instances. An operator's quarantine can only be lifted by an operator.
 */
@Injectable()
export class QuarantineService {
  constructor(
    private readonly audit: AuditService,
    private readonly mailer: Mailer,
    private readonly views: WorkspaceViews,
    private readonly workspaces: WorkspacesRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Quarantines a link; if it already is, the higher authority applies.
   * @param userId who decides; null for an operator with the secret.
   * @throws ApiError `link_not_found`
   */
  async stop(order: QuarantineOrder, by: QuarantineAuthority, userId: string | null, tx: EntityManager): Promise<void> {
    const links = await this.lock([order], tx);
    if (links.length === 0) fail('link_not_found');
    await this.stopLocked(links, [order], by, userId, tx);
  }

  /**
   * Quarantines the existing ones of these links, with history and audit events; the owner of each workspace gets one
   * mail if an operator decides.
   * @returns the ids of links that were not already quarantined by this or a higher authority.
   */
  async stopMany(
    orders: readonly QuarantineOrder[],
    by: QuarantineAuthority,
    userId: string | null,
    tx: EntityManager,
  ): Promise<string[]> {
    return this.stopLocked(await this.lock(orders, tx), orders, by, userId, tx);
  }

  /**
   * Lifts a link's quarantine; reports for which it was quarantined become dismissed. @throws ApiError
   * `link_not_found`, `operator_quarantine`
   */
  async lift(
    target: QuarantineTarget,
    by: QuarantineAuthority,
    userId: string | null,
    tx: EntityManager,
  ): Promise<void> {
    const [link = fail('link_not_found')] = await this.lock([target], tx);
    if (link.quarantined_by === null) return;
    if (link.quarantined_by === 'operator' && by !== 'operator') fail('operator_quarantine');
    const { workspaceId, linkId } = target;
    const now = this.clock.date();
    await execute(tx, LIFT, [workspaceId, linkId, now]);
    await tx
      .getRepository(AbuseReportEntity)
      .update({ workspaceId, linkId, state: 'quarantined' }, { state: 'dismissed', decidedAt: now });
    const change = { field: 'quarantinedBy', from: link.quarantined_by, to: null };
    await execute(tx, RECORD_HISTORY, [
      [workspaceId],
      [linkId],
      [uuidv7()],
      [JSON.stringify([change])],
      userId,
      LIFTED,
    ]);
    const facts = { link: { id: linkId, slug: link.slug }, detail: { by } };
    await this.audit.record({ workspaceId, userId }, 'link_quarantine_lifted', facts, tx);
  }

  private async stopLocked(
    locked: readonly LockedLink[],
    orders: readonly QuarantineOrder[],
    by: QuarantineAuthority,
    userId: string | null,
    tx: EntityManager,
  ): Promise<string[]> {
    const reasons = new Map(orders.map(({ linkId, reason }) => [linkId, reason]));
    const links = locked.filter(({ quarantined_by: stopper }) => stopper !== by && stopper !== 'operator');
    if (links.length === 0) return [];
    const ids = links.map(({ id }) => id);
    const workspaces = links.map(({ workspace_id: workspaceId }) => workspaceId);
    await execute(tx, STOP, [workspaces, ids, ids.map((id) => reasons.get(id)), by, this.clock.date()]);
    const changes = links.map(({ quarantined_by: from }) => [{ field: 'quarantinedBy', from, to: by }]);
    const texts = changes.map((change) => JSON.stringify(change));
    await execute(tx, RECORD_HISTORY, [workspaces, ids, ids.map(() => uuidv7()), texts, userId, STOPPED]);
    for (const { id, slug, workspace_id: workspaceId } of links) {
      const facts = { link: { id, slug }, detail: { by, reason: reasons.get(id) } };
      await this.audit.record({ workspaceId, userId }, 'link_quarantined', facts, tx);
    }
    if (by === 'operator') await this.mailOwners(links, reasons, tx);
    return ids;
  }

  /** Locks the existing links, those in the trash too, in id order, to avoid deadlocks. */
  private lock(targets: readonly QuarantineTarget[], tx: EntityManager): Promise<LockedLink[]> {
    const workspaces = targets.map(({ workspaceId }) => workspaceId);
    return rows<LockedLink>(tx, LOCK, [workspaces, targets.map(({ linkId }) => linkId)]);
  }

  /** Sends one mail to the owner of each workspace, about the first of its links. */
  private async mailOwners(
    links: readonly LockedLink[],
    reasons: ReadonlyMap<string, string>,
    tx: EntityManager,
  ): Promise<void> {
    const byWorkspace = Map.groupBy(links, ({ workspace_id: workspaceId }) => workspaceId);
    for (const [workspaceId, [link, ...others]] of byWorkspace) {
      if (link === undefined) continue;
      const email = await this.workspaces.findOwnerEmail(workspaceId, tx);
      if (email === null) continue;
      const mail = {
        kind: 'quarantine' as const,
        to: email,
        workspaceName: link.workspace_name,
        reason: reasons.get(link.id) ?? '',
        linkCount: others.length + 1,
        ...this.views.linkUrls({ slug: link.workspace_slug, linkPrefix: link.link_prefix }, link),
      };
      await this.mailer.enqueue(mail, tx);
    }
  }
}

const STOPPED = 'quarantined';
const LIFTED = 'quarantine_lifted';

// SQL, because a blocklist may affect thousands of links at once: each statement handles all of them.
const LOCK = `
  SELECT l.id, l.slug, l.quarantined_by, l.workspace_id,
    w.slug AS workspace_slug, w.name AS workspace_name, w.link_prefix
  FROM unnest($1::uuid[], $2::uuid[]) AS wanted (workspace_id, id)
  JOIN links l ON l.workspace_id = wanted.workspace_id AND l.id = wanted.id
  JOIN workspaces w ON w.id = l.workspace_id
  ORDER BY l.id FOR NO KEY UPDATE OF l`;

const STOP = `
  UPDATE links l SET quarantined_at = $5, quarantined_by = $4, quarantine_reason = wanted.reason, updated_at = $5
  FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS wanted (workspace_id, id, reason)
  WHERE l.workspace_id = wanted.workspace_id AND l.id = wanted.id`;

const LIFT = `
  UPDATE links SET quarantined_at = NULL, quarantined_by = NULL, quarantine_reason = NULL, updated_at = $3
  WHERE workspace_id = $1 AND id = $2`;
