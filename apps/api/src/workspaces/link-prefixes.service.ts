import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { problem, type FieldError, type LinkPrefixList, type PathMode } from '@signpost/contracts';
import { parsePrefix, ROOT_PREFIX } from '@signpost/domain';
import type { DataSource, EntityManager } from 'typeorm';
import { AuditService } from '../audit/index.js';
import type { Member } from '../platform/access/index.js';
import { fail } from '../platform/errors/index.js';
import { RedirectInvalidator } from '../redirect/index.js';
import { LinkPrefixesRepository } from './link-prefixes.repository.js';
import { WorkspacesRepository } from './workspaces.repository.js';

/** The link prefix of a workspace, and the former ones that still work (decisions 3). */
@Injectable()
export class LinkPrefixesService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly prefixes: LinkPrefixesRepository,
    private readonly workspaces: WorkspacesRepository,
    private readonly audit: AuditService,
    private readonly redirect: RedirectInvalidator,
  ) {}

  /** Parses a prefix to its stored form; adds problems to `errors`. */
  parse(given: string | null | undefined, errors: FieldError[]): string | null {
    if (given == null) return null;
    const parsed = parsePrefix(given);
    if (parsed.ok) return parsed.prefix;
    errors.push(problem('linkPrefix', parsed.reason === 'reserved' ? 'word_reserved' : 'prefix_invalid'));
    return null;
  }

  /**
   * Replaces the current prefix; null is the root without prefix. The caller must hold the workspace's lock.
   * @throws ApiError `prefix_conflict` when a link has that address, or a kept path would become another link's address
   *   under it.
   */
  async change(
    workspaceId: string,
    { from, to }: { from: string | null; to: string | null },
    mode: PathMode,
    tx: EntityManager,
  ): Promise<void> {
    if (mode === 'preserve') await this.prefixes.retain(workspaceId, from ?? ROOT_PREFIX, tx);
    else if (from !== null) await this.prefixes.release(workspaceId, from, 'prefix', tx);
    if (to === null) await this.prefixes.release(workspaceId, ROOT_PREFIX, 'retained', tx);
    else if (!(await this.prefixes.claim(workspaceId, to, tx))) fail('prefix_conflict');
    else if (!(await this.prefixes.reserveKept(workspaceId, to, tx))) fail('prefix_conflict');
  }

  async list(member: Member): Promise<LinkPrefixList> {
    const retained = await this.prefixes.listRetained(member.workspaceId);
    return { items: retained.map(({ prefix, createdAt }) => ({ prefix, createdAt: createdAt.toISOString() })) };
  }

  /** Revokes a retained prefix; the current one is not affected. @throws ApiError `prefix_not_found` */
  async revoke(member: Member, prefix: string): Promise<void> {
    await this.source.transaction(async (tx) => {
      await this.workspaces.lock(member.workspaceId, tx);
      if (!(await this.prefixes.release(member.workspaceId, prefix, 'retained', tx))) fail('prefix_not_found');
      await this.audit.record(member, 'workspace_link_prefix_revoked', { detail: { prefix } }, tx);
    });
    this.redirect.workspaceChanged(member.workspaceId);
  }
}
