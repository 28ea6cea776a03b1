import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  problem,
  type CreateWorkspaceInput,
  type FieldError,
  type SlugAvailability,
  type Workspace,
  type RuleName,
} from '@signpost/contracts';
import { parseWorkspaceSlug, workspaceSlugFromName, type SlugRefusal } from '@signpost/domain';
import type { DataSource, EntityManager } from 'typeorm';
import type { SessionInfo } from '../platform/access/index.js';
import { Config } from '../platform/config/index.js';
import { fail } from '../platform/errors/index.js';
import { formProblems } from '../platform/validation/index.js';
import { HostTargets, type RequestContext } from '../platform/http/index.js';
import { RateLimits } from '../platform/limits/index.js';
import { RedirectInvalidator } from '../redirect/index.js';
import { LinkPrefixesService } from './link-prefixes.service.js';
import { WorkspaceViews } from './workspace-views.js';
import { WorkspacesRepository } from './workspaces.repository.js';
import { WorkspacesService } from './workspaces.service.js';

/** Number of slugs tried in order (`acme`, `acme-2`, …) before a random number is appended. */
const ORDERED_ATTEMPTS = 20;
const ATTEMPTS = 30;

/** Creates workspaces and finds available slugs for them. */
@Injectable()
export class WorkspaceCreationService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly repository: WorkspacesRepository,
    private readonly workspaces: WorkspacesService,
    private readonly prefixes: LinkPrefixesService,
    private readonly views: WorkspaceViews,
    private readonly redirect: RedirectInvalidator,
    private readonly limits: RateLimits,
    private readonly hosts: HostTargets,
    private readonly config: Config,
  ) {}

  /**
   * @throws ApiError `single_workspace` in single mode once a workspace exists, `demo_restricted`, `email_unverified`
   */
  async requireAllowed(session: SessionInfo, db?: EntityManager): Promise<void> {
    if (this.config.mode === 'single' && (await this.repository.hasLive(db))) fail('single_workspace');
    if (session.isDemo) fail('demo_restricted');
    if (!session.verified) fail('email_unverified');
  }

  async create(input: CreateWorkspaceInput, session: SessionInfo): Promise<Workspace> {
    const errors = formProblems(input);
    const linkPrefix = this.prefixes.parse(input.linkPrefix, errors);
    const slug = input.slug == null ? null : this.parseGivenSlug(input.slug, errors);
    if (errors.length > 0) fail('validation_failed', { errors });
    await this.limits.consume('WORKSPACE_CREATE', session.userId);
    const workspace = await this.source.transaction(async (tx) => {
      await this.repository.lockAll(tx);
      // Checked again under the lock: two concurrent requests could otherwise create two workspaces in single mode.
      await this.requireAllowed(session, tx);
      const id = await this.insert({ name: input.name, slug, linkPrefix }, session.userId, tx);
      return this.repository.get(id, tx);
    });
    this.redirect.workspaceChanged(workspace.id);
    return this.views.view(workspace, 'OWNER');
  }

  /** Whether a slug is available; a malformed one is reported in the result, not as an error. */
  async slugAvailable(given: string, context: RequestContext): Promise<SlugAvailability> {
    await this.limits.consume('SLUG_CHECK', context.client);
    const parsed = this.parse(given);
    if (!parsed.ok) return { slug: given, available: false, reason: parsed.reason };
    const { slug } = parsed;
    return (await this.repository.isSlugTaken(slug))
      ? { slug, available: false, reason: 'taken' }
      : { slug, available: true };
  }

  private async insert(
    { name, slug, linkPrefix }: { name: string; slug: string | null; linkPrefix: string | null },
    ownerId: string,
    tx: EntityManager,
  ): Promise<string> {
    if (slug !== null) {
      return (
        (await this.workspaces.createWithOwner({ slug, name, linkPrefix }, ownerId, tx)) ?? fail('workspace_slug_taken')
      );
    }
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const number = attempt <= ORDERED_ATTEMPTS ? attempt : randomInt(1000, 1_000_000);
      const derived = workspaceSlugFromName(name, number);
      if (!this.hosts.isFree(derived)) continue;
      const id = await this.workspaces.createWithOwner({ slug: derived, name, linkPrefix }, ownerId, tx);
      if (id !== null) return id;
    }
    return fail('workspace_slug_taken');
  }

  private parseGivenSlug(given: string, errors: FieldError[]): string | null {
    const parsed = this.parse(given);
    if (parsed.ok) return parsed.slug;
    errors.push(problem('slug', SLUG_REFUSALS[parsed.reason]));
    return null;
  }

  /** Parses a slug; one whose host names would conflict with the instance's own hosts counts as reserved. */
  private parse(given: string): ReturnType<typeof parseWorkspaceSlug> {
    const parsed = parseWorkspaceSlug(given);
    return parsed.ok && !this.hosts.isFree(parsed.slug) ? { ok: false, reason: 'reserved' } : parsed;
  }
}

const SLUG_REFUSALS = {
  invalid: 'workspace_slug_invalid',
  reserved: 'word_reserved',
} as const satisfies Record<SlugRefusal['reason'], RuleName>;
