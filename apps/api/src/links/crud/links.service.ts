import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LIMITS, problem, type Link, type LinkWithCreator } from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { AuditService } from '../../audit/index.js';
import type { CurrentWorkspace, Member } from '../../platform/access/index.js';
import { fail } from '../../platform/errors/index.js';
import { hashPassword } from '../../platform/security/index.js';
import { RedirectInvalidator } from '../../redirect/index.js';
import { Clock } from '../../platform/time/index.js';
import { WorkspaceViews } from '../../workspaces/index.js';
import { LinkHistoryRepository } from '../record/link-history.repository.js';
import { linkView, linkWithCreator, type LinkRecord } from '../record/link-record.js';
import { LinksRepository, type StoredPassword } from './links.repository.js';

/**
 * Single links: read, move to the trash and restore; what other services need of a link that they change. Creating and
 * updating have services of their own.
 */
@Injectable()
export class LinksService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly links: LinksRepository,
    private readonly history: LinkHistoryRepository,
    private readonly audit: AuditService,
    private readonly views: WorkspaceViews,
    private readonly redirect: RedirectInvalidator,
    private readonly clock: Clock,
  ) {}

  async get(member: Member, id: string): Promise<LinkWithCreator> {
    return this.viewWithCreator(
      member.workspace,
      (await this.links.find(member.workspaceId, id)) ?? fail('link_not_found'),
    );
  }

  /** API views of live links by id, in that order; ids of missing links are skipped. For lists of other modules. */
  async viewsByIds(workspace: CurrentWorkspace, ids: readonly string[]): Promise<Link[]> {
    return this.viewsOf(workspace, await this.links.findMany(workspace.id, ids));
  }

  viewsOf(workspace: CurrentWorkspace, records: readonly LinkRecord[]): Link[] {
    const base = this.views.shortUrlBase(workspace.slug, workspace.linkPrefix);
    const now = this.clock.now();
    return records.map((record) => linkView(record, base, now));
  }

  viewWithCreator(workspace: CurrentWorkspace, record: LinkRecord): LinkWithCreator {
    return linkWithCreator(record, this.views.shortUrlBase(workspace.slug, workspace.linkPrefix), this.clock.now());
  }

  /** Soft delete: the link stops working at once, and its addresses stay reserved for it. */
  async delete(member: Member, id: string): Promise<void> {
    const now = this.clock.date();
    await this.source.transaction(async (tx) => {
      const link = (await this.links.findForUpdate(member.workspaceId, id, tx)) ?? fail('link_not_found');
      await this.links.trash(member.workspaceId, [id], now, tx);
      await this.history.record(member, [{ linkId: id, action: 'deleted', changes: [] }], tx);
      await this.audit.record(member, 'link_deleted', { link }, tx);
    });
    this.redirect.linkChanged(id);
  }

  async restore(member: Member, id: string): Promise<LinkWithCreator> {
    const now = this.clock.date();
    const restored = await this.source.transaction(async (tx) => {
      await this.makeRoom(member.workspace, 1, tx);
      const link = (await this.links.findTrashedForUpdate(member.workspaceId, id, tx)) ?? fail('link_not_found');
      await this.links.restore(member.workspaceId, id, now, tx);
      await this.history.record(member, [{ linkId: id, action: 'restored', changes: [] }], tx);
      await this.audit.record(member, 'link_restored', { link }, tx);
      return (await this.links.find(member.workspaceId, id, tx)) ?? fail('link_not_found');
    });
    this.announceAddresses(member.workspaceId, restored);
    return this.viewWithCreator(member.workspace, restored);
  }

  /**
   * To be called after the commit of a change of addresses: removes the link and all its addresses from this process's
   * redirect cache.
   */
  announceAddresses(workspaceId: string, link: LinkRecord): void {
    this.redirect.linkChanged(link.id);
    const paths = link.keptPaths.map((path) => `/${path}`);
    for (const address of [link.slug, ...link.aliases, ...paths]) this.redirect.addressChanged(workspaceId, address);
  }

  /** Fails with `demo_limit` when a demo workspace would exceed its number of links. */
  async makeRoom(workspace: CurrentWorkspace, added: number, tx: EntityManager): Promise<void> {
    if ((await this.roomFor(workspace, tx)) < added) fail('demo_limit');
  }

  /** Number of links that a demo workspace can still hold, locked until the transaction ends; unlimited in others. */
  async roomFor(workspace: CurrentWorkspace, tx: EntityManager): Promise<number> {
    if (workspace.demoExpiresAt === null) return Infinity;
    return LIMITS.demoLinks - (await this.links.countLiveLocked(workspace.id, tx));
  }
}

/** Hash and version of a password that an input sets; null without one. */
export async function storedPassword(password: string | null | undefined): Promise<StoredPassword | null> {
  if (password === undefined || password === null) return null;
  return { hash: await hashPassword(password), version: uuidv7() };
}

/** Fails with 409 on the field `slug`. */
export function failSlugTaken(): never {
  fail('slug_taken', { errors: [problem('slug', 'address_taken')] });
}
