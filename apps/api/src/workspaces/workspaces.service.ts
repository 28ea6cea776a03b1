import { Injectable } from '@nestjs/common';
import type { HostContext, WorkspaceList } from '@signpost/contracts';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { AuditService } from '../audit/index.js';
import type { CurrentWorkspace, SessionInfo } from '../platform/access/index.js';
import { Config } from '../platform/config/index.js';
import type { HostTarget } from '../platform/http/index.js';
import { Version } from '../platform/version.js';
import { LinkPrefixesRepository } from './link-prefixes.repository.js';
import { WorkspaceViews } from './workspace-views.js';
import { WorkspacesRepository, type MembershipRow } from './workspaces.repository.js';

@Injectable()
export class WorkspacesService {
  constructor(
    private readonly workspaces: WorkspacesRepository,
    private readonly views: WorkspaceViews,
    private readonly prefixes: LinkPrefixesRepository,
    private readonly audit: AuditService,
    private readonly config: Config,
    private readonly version: Version,
  ) {}

  /** The user's membership in the workspace that the host selects. */
  async findMembership(userId: string, host: HostTarget): Promise<MembershipRow | null> {
    if (host.kind === 'single') return this.workspaces.findMembership(userId, null);
    return host.kind === 'workspace' ? this.workspaces.findMembership(userId, host.label) : null;
  }

  /** The live workspace that the host selects, for any caller. */
  async findSelected(host: HostTarget): Promise<CurrentWorkspace | null> {
    if (host.kind === 'single') return this.workspaces.findBySlug(null);
    return host.kind === 'workspace' ? this.workspaces.findBySlug(host.label) : null;
  }

  /** Ids of the live workspaces that the user is an active member of. */
  async listIdsOf(userId: string, tx: EntityManager): Promise<string[]> {
    return (await this.workspaces.listMemberships(userId, tx)).map(({ workspace }) => workspace.id);
  }

  /** Whether any live workspace of the user requires a second factor. */
  anyRequiresSecondFactor(userId: string): Promise<boolean> {
    return this.workspaces.anyRequiresSecondFactor(userId);
  }

  /** The caller's own workspaces, and which of them the host selects. */
  async list(session: SessionInfo, host: HostTarget): Promise<WorkspaceList> {
    const current = await this.findMembership(session.userId, host);
    const memberships =
      host.kind === 'single'
        ? [current].filter((membership) => membership !== null)
        : await this.workspaces.listMemberships(session.userId);
    return {
      mode: this.config.mode,
      currentId: current?.workspace.id ?? null,
      items: memberships.map(({ workspace, role }) => this.views.view(workspace, role)),
    };
  }

  /** Host and deployment context for the dashboard, available without a session. */
  async hostContext(host: HostTarget): Promise<HostContext> {
    const selected = await this.findSelected(host);
    return {
      mode: this.config.mode,
      publicUrl: this.config.publicOrigin,
      shortUrl: this.config.shortOrigin,
      workspace:
        selected === null
          ? null
          : { name: selected.name, slug: selected.slug, logoUrl: this.views.logoUrl(selected.logoKey) },
      destinationWatch: this.config.destinationWatch,
      demo: this.config.demoEnabled,
      version: this.version.value,
    };
  }

  /**
   * Creates a workspace with its owner, in the caller's transaction.
   * @returns its id, or null when the slug is taken.
   */
  async createWithOwner(
    workspace: { slug: string; name: string; linkPrefix: string | null },
    ownerId: string,
    tx: EntityManager,
  ): Promise<string | null> {
    const id = uuidv7();
    if (!(await this.workspaces.insert({ id, ...workspace }, tx))) return null;
    if (workspace.linkPrefix !== null) await this.prefixes.claim(id, workspace.linkPrefix, tx);
    await this.workspaces.insertMember(id, ownerId, 'OWNER', tx);
    const actor = { workspaceId: id, userId: ownerId };
    await this.audit.record(actor, 'workspace_created', { detail: { name: workspace.name, slug: workspace.slug } }, tx);
    return id;
  }
}
