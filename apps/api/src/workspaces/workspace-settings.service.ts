import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LIMITS, problem, type FieldError, type UpdateWorkspaceInput, type Workspace } from '@signpost/contracts';
import { normalizeDestination, parseHostPattern } from '@signpost/domain';
import type { DataSource } from 'typeorm';
import { AuditService } from '../audit/index.js';
import { DestinationPolicy } from '../destination-policy/index.js';
import type { Member } from '../platform/access/index.js';
import { Config } from '../platform/config/index.js';
import { fail, failField } from '../platform/errors/index.js';
import { formProblems } from '../platform/validation/index.js';
import { DeadEnds, RedirectInvalidator } from '../redirect/index.js';
import { LinkPrefixesService } from './link-prefixes.service.js';
import { WorkspaceViews } from './workspace-views.js';
import {
  DEFAULT_DESTINATIONS,
  SETTINGS,
  WorkspacesRepository,
  type DefaultDestination,
  type WorkspaceSettings,
} from './workspaces.repository.js';

/** The default destinations in an input, by field. */
type DefaultDestinations = Partial<Record<DefaultDestination, string | null>>;

interface FieldChange {
  readonly field: keyof WorkspaceSettings;
  readonly from: WorkspaceSettings[keyof WorkspaceSettings];
  readonly to: WorkspaceSettings[keyof WorkspaceSettings];
}

/** Changes settings of the current workspace and deletes it. */
@Injectable()
export class WorkspaceSettingsService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly workspaces: WorkspacesRepository,
    private readonly prefixes: LinkPrefixesService,
    private readonly views: WorkspaceViews,
    private readonly audit: AuditService,
    private readonly redirect: RedirectInvalidator,
    private readonly deadEnds: DeadEnds,
    private readonly policy: DestinationPolicy,
    private readonly config: Config,
  ) {}

  /** Changes the given settings; absent fields stay unchanged. */
  async update(member: Member, input: UpdateWorkspaceInput): Promise<Workspace> {
    const errors = formProblems(input);
    if (errors.length === 0 && Object.values(input).every((value) => value === undefined)) {
      failField('', 'fields_needed');
    }
    // Demos cannot be changed, because one named after a bank would be phishing on the operator's domain.
    if (member.workspace.demoExpiresAt !== null) fail('demo_restricted');
    const mode = input.pathMode ?? 'replace';
    const destinations = await this.destinationsOf(input, errors);
    const allowedHosts = input.allowedHosts === undefined ? undefined : parseHosts(input.allowedHosts, errors);
    const linkPrefix = this.prefixes.parse(input.linkPrefix, errors);
    if (errors.length > 0) fail('validation_failed', { errors });
    const workspace = await this.source.transaction(async (tx) => {
      const before = await this.workspaces.lock(member.workspaceId, tx);
      const after: WorkspaceSettings = {
        name: input.name ?? before.name,
        linkPrefix: input.linkPrefix === undefined ? before.linkPrefix : linkPrefix,
        requireSecondFactor: input.requireSecondFactor ?? before.requireSecondFactor,
        notFoundDestination: before.notFoundDestination,
        expirationDestination: before.expirationDestination,
        rootDestination: before.rootDestination,
        ...destinations,
        allowedHosts: allowedHosts ?? before.allowedHosts,
        destinationWatch: input.destinationWatch ?? before.destinationWatch,
      };
      const given = Object.entries(destinations).flatMap(([field, url]) => (url === null ? [] : [{ field, url }]));
      this.policy.requirePermitted(after, given);
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

  /**
   * The default destinations in an input, in their stored form. Invalid ones, including those that would lead back to
   * this instance, are added to `errors`.
   */
  private async destinationsOf(input: UpdateWorkspaceInput, errors: FieldError[]): Promise<DefaultDestinations> {
    const destinations: DefaultDestinations = {};
    for (const field of DEFAULT_DESTINATIONS) {
      const given = input[field];
      if (given === undefined) continue;
      const normalized =
        given === null ? null : normalizeDestination(given, { allowPrivate: this.config.allowPrivateDestinations });
      if (normalized?.ok === false) {
        const params = normalized.rule === 'url_too_long' ? { max: LIMITS.destinationLength } : undefined;
        errors.push(problem(field, normalized.rule, params));
      } else if (normalized !== null && (await this.deadEnds.leadsBack(normalized.url))) {
        errors.push(problem(field, 'url_dead_end'));
      } else destinations[field] = normalized?.url ?? null;
    }
    return destinations;
  }

  /** Soft-deletes the workspace: its links stop, its slug stays reserved. @throws ApiError `last_workspace` */
  async delete(member: Member): Promise<void> {
    if (this.config.mode === 'single') fail('last_workspace');
    await this.source.transaction(async (tx) => {
      // Serialises deletions, so that two owners cannot delete the last two workspaces concurrently.
      await this.workspaces.lockAll(tx);
      await this.workspaces.lock(member.workspaceId, tx);
      if (!(await this.workspaces.hasOtherLive(member.workspaceId, tx))) fail('last_workspace');
      await this.workspaces.markDeleted(member.workspaceId, tx);
      const { name, slug } = member.workspace;
      await this.audit.record(member, 'workspace_deleted', { detail: { name, slug } }, tx);
    });
    this.redirect.workspaceChanged(member.workspaceId);
  }
}

/** Parses host patterns; invalid ones are added to `errors`. */
function parseHosts(texts: readonly string[], errors: FieldError[]): string[] {
  const patterns = texts.map((text) => parseHostPattern(text));
  for (const [index, pattern] of patterns.entries()) {
    if (pattern === null) errors.push(problem(`allowedHosts.${index}`, 'host_pattern'));
  }
  return [...new Set(patterns.filter((pattern) => pattern !== null))];
}

function changesBetween(before: WorkspaceSettings, after: WorkspaceSettings): FieldChange[] {
  return SETTINGS.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field])).map((field) => ({
    field,
    from: before[field],
    to: after[field],
  }));
}
