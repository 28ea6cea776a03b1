import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { UpdateWorkspaceInput, Workspace } from '@signpost/contracts';
import type { DataSource } from 'typeorm';
import { AuditService } from '../audit/index.js';
import type { CurrentWorkspace, Member } from '../platform/access/index.js';
import { Config } from '../platform/config/index.js';
import { fail, failField } from '../platform/errors/index.js';
import { RedirectInvalidator } from '../redirect/index.js';
import { LinkPrefixesService } from './link-prefixes.service.js';
import { WorkspaceViews } from './workspace-views.js';
import { WorkspacesRepository } from './workspaces.repository.js';

const CHANGEABLE = ['name', 'linkPrefix', 'requireSecondFactor'] as const;

interface FieldChange {
  readonly field: (typeof CHANGEABLE)[number];
  readonly from: string | boolean | null;
  readonly to: string | boolean | null;
}

/** Changing and deleting the current workspace. */
@Injectable()
export class WorkspaceSettingsService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly workspaces: WorkspacesRepository,
    private readonly prefixes: LinkPrefixesService,
    private readonly views: WorkspaceViews,
    private readonly audit: AuditService,
    private readonly redirect: RedirectInvalidator,
    private readonly config: Config,
  ) {}

  /** Changes name, link prefix and whether a second factor is asked for; fields left out stay. */
  async update(member: Member, input: UpdateWorkspaceInput): Promise<Workspace> {
    if (Object.values(input).every((value) => value === undefined)) {
      failField('', 'fields_needed');
    }
    // A demo that names itself after a bank would be phishing on the operator's domain.
    if (member.workspace.demoExpiresAt !== null) fail('demo_restricted');
    const mode = input.pathMode ?? 'replace';
    const workspace = await this.source.transaction(async (tx) => {
      const before = await this.workspaces.lock(member.workspaceId, tx);
      const after = {
        name: input.name ?? before.name,
        linkPrefix: input.linkPrefix === undefined ? before.linkPrefix : this.prefixes.parse(input.linkPrefix),
        requireSecondFactor: input.requireSecondFactor ?? before.requireSecondFactor,
      };
      const changes = changesBetween(before, after);
      if (changes.length === 0) return before;
      if (before.linkPrefix !== after.linkPrefix) {
        await this.prefixes.change(before.id, { from: before.linkPrefix, to: after.linkPrefix }, mode, tx);
      }
      await this.workspaces.update(before.id, after, tx);
      const pathMode = before.linkPrefix === after.linkPrefix ? {} : { pathMode: mode };
      await this.audit.record(member, 'workspace_updated', { detail: { changes, ...pathMode } }, tx);
      return this.workspaces.get(before.id, tx);
    });
    this.redirect.workspaceChanged(workspace.id);
    return this.views.view(workspace, member.role);
  }

  /** Soft-deletes the workspace: its links stop, its slug stays taken. @throws ApiError `last_workspace` */
  async delete(member: Member): Promise<void> {
    if (this.config.mode === 'single') fail('last_workspace');
    await this.source.transaction(async (tx) => {
      // Two owners deleting the last two at once: the second finds itself the last.
      await this.workspaces.lockAll(tx);
      await this.workspaces.lock(member.workspaceId, tx);
      if (!(await this.workspaces.hasLiveBeside(member.workspaceId, tx))) fail('last_workspace');
      await this.workspaces.markDeleted(member.workspaceId, tx);
      const { name, slug } = member.workspace;
      await this.audit.record(member, 'workspace_deleted', { detail: { name, slug } }, tx);
    });
    this.redirect.workspaceChanged(member.workspaceId);
  }
}

function changesBetween(
  before: CurrentWorkspace,
  after: Pick<CurrentWorkspace, (typeof CHANGEABLE)[number]>,
): FieldChange[] {
  return CHANGEABLE.filter((field) => before[field] !== after[field]).map((field) => ({
    field,
    from: before[field],
    to: after[field],
  }));
}
