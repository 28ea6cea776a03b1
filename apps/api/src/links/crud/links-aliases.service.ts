import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LIMITS, problem, type AliasInput, type LinkWithCreator, type SlugAvailability } from '@signpost/contracts';
import { keptPathOf, keptPathProblem, parseSlug } from '@signpost/domain';
import type { DataSource, EntityManager } from 'typeorm';
import { AuditService } from '../../audit/index.js';
import type { Member } from '../../platform/access/index.js';
import { fail, failField, failWith } from '../../platform/errors/index.js';
import { RateLimits } from '../../platform/limits/index.js';
import { Clock } from '../../platform/time/index.js';
import { RedirectInvalidator } from '../../redirect/index.js';
import { firstWords, KeptPaths, prefixedSlugOf } from '../record/kept-paths.js';
import { LinkAddresses } from '../record/link-addresses.js';
import { LinkHistoryRepository } from '../record/link-history.repository.js';
import { SLUG_REFUSED } from '../record/link-input.js';
import { LinkLoops } from '../record/link-loops.js';
import type { LinkRecord } from '../record/link-record.js';
import { LinksRepository } from './links.repository.js';
import { LinksService } from './links.service.js';

/** Aliases and kept paths of a link. */
@Injectable()
export class LinksAliasesService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly service: LinksService,
    private readonly links: LinksRepository,
    private readonly addresses: LinkAddresses,
    private readonly keptPaths: KeptPaths,
    private readonly loops: LinkLoops,
    private readonly history: LinkHistoryRepository,
    private readonly audit: AuditService,
    private readonly redirect: RedirectInvalidator,
    private readonly limits: RateLimits,
    private readonly clock: Clock,
  ) {}

  /** Adds a slug or a kept path, depending on the input. */
  addAny(member: Member, id: string, { slug, path }: AliasInput): Promise<LinkWithCreator> {
    if (path === undefined) return this.add(member, id, slug ?? failField('slug', 'required'));
    if (slug !== undefined) failField('path', 'slug_or_path');
    return this.addPath(member, id, path);
  }

  /** Adds a live alias: a free address, or a former one of the same link. */
  async add(member: Member, id: string, input: string): Promise<LinkWithCreator> {
    const { workspaceId } = member;
    const parsed = parseSlug(input);
    const record = await this.source.transaction(async (tx) => {
      const link = (await this.links.findForUpdate(workspaceId, id, tx)) ?? fail('link_not_found');
      if (!parsed.ok) failField('slug', SLUG_REFUSED[parsed.reason]);
      const { slug } = parsed;
      if (slug === link.slug || link.aliases.includes(slug)) failAliasTaken();
      const errors = await this.loops.validate(member.workspace, link, { slug }, [slug], tx);
      if (errors.length > 0) fail('validation_failed', { errors });
      if (link.aliases.length >= LIMITS.aliasesPerLink) failLimit('slug', LIMITS.aliasesPerLink);
      if (!(await this.addresses.take(workspaceId, id, slug, 'alias', tx))) failAliasTaken();
      await this.recordChange(member, link, 'alias_added', 'aliases', slug, tx);
      return (await this.links.find(workspaceId, id, tx)) ?? fail('link_not_found');
    });
    this.service.announceAddresses(workspaceId, record);
    return this.service.viewWithCreator(member.workspace, record);
  }

  /** Adds a kept path: a free one, or a former one of the same link. */
  async addPath(member: Member, id: string, input: string): Promise<LinkWithCreator> {
    const { workspaceId } = member;
    const path = keptPathOf(input);
    const record = await this.source.transaction(async (tx) => {
      const link = (await this.links.findForUpdate(workspaceId, id, tx)) ?? fail('link_not_found');
      const wrong = keptPathProblem(path);
      if (wrong !== null) failField('path', wrong.rule, wrong.params);
      const prefixed = prefixedSlugOf(path, await this.keptPaths.findPrefixes(workspaceId, firstWords([path]), tx));
      if (prefixed !== null && [link.slug, ...link.aliases].includes(prefixed)) failField('path', 'address_own');
      if (link.keptPaths.includes(path)) failAliasTaken('path');
      if (link.keptPaths.length >= LIMITS.keptPathsPerLink) failLimit('path', LIMITS.keptPathsPerLink);
      const errors = await this.loops.validate(member.workspace, link, { slug: '' }, [path], tx);
      if (errors.length > 0) {
        fail('validation_failed', { errors: errors.map((error) => ({ ...error, field: 'path' })) });
      }
      if (!(await this.keptPaths.take(workspaceId, id, path, tx))) failAliasTaken('path');
      await this.recordChange(member, link, 'alias_added', 'keptPaths', path, tx);
      return (await this.links.find(workspaceId, id, tx)) ?? fail('link_not_found');
    });
    this.service.announceAddresses(workspaceId, record);
    return this.service.viewWithCreator(member.workspace, record);
  }

  /** Revokes a live alias or kept path. It stops working and is never given to another link. */
  async revoke(member: Member, id: string, alias: string): Promise<void> {
    const { workspaceId } = member;
    const slug = alias.toLowerCase();
    const path = alias.normalize('NFC');
    const isPath = await this.source.transaction(async (tx) => {
      const link = (await this.links.findForUpdate(workspaceId, id, tx)) ?? fail('link_not_found');
      if (link.keptPaths.includes(path)) {
        await this.keptPaths.revoke(workspaceId, id, path, tx);
        await this.recordChange(member, link, 'alias_removed', 'keptPaths', path, tx);
        return true;
      }
      if (!link.aliases.includes(slug)) fail('alias_not_found');
      await this.addresses.demote(workspaceId, id, slug, 'revoked', tx);
      await this.recordChange(member, link, 'alias_removed', 'aliases', slug, tx);
      return false;
    });
    this.redirect.linkChanged(id);
    this.redirect.addressChanged(workspaceId, isPath ? `/${path}` : slug);
  }

  /** Writes the new time of change, the history entry and the audit event of an address that came or went. */
  private async recordChange(
    member: Member,
    link: LinkRecord,
    action: 'alias_added' | 'alias_removed',
    field: 'aliases' | 'keptPaths',
    address: string,
    tx: EntityManager,
  ): Promise<void> {
    await this.links.touch(member.workspaceId, link.id, this.clock.date(), tx);
    const from = link[field];
    const to = action === 'alias_added' ? [...from, address] : from.filter((other) => other !== address);
    await this.history.record(member, [{ linkId: link.id, action, changes: [{ field, from, to }] }], tx);
    await this.audit.record(member, `link_${action}`, { link, detail: { alias: address } }, tx);
  }

  /** Whether a slug is available now: for a new link, or for the given link. */
  async availability(member: Member, input: string, linkId: string | null): Promise<SlugAvailability> {
    await this.limits.consume('SLUG_CHECK', `link:${member.userId}`);
    const parsed = parseSlug(input);
    if (!parsed.ok) return { slug: input.trim().toLowerCase(), available: false, reason: parsed.reason };
    const taken = await this.addresses.findTaken(member.workspaceId, [parsed.slug]);
    const isFree = !taken.has(parsed.slug) || (linkId !== null && taken.get(parsed.slug) === linkId);
    return isFree ? { slug: parsed.slug, available: true } : { slug: parsed.slug, available: false, reason: 'taken' };
  }
}

function failLimit(field: 'slug' | 'path', max: number): never {
  failWith('alias_limit', problem(field, field === 'slug' ? 'alias_limit' : 'kept_path_limit', { max }));
}

function failAliasTaken(field: 'slug' | 'path' = 'slug'): never {
  fail('alias_taken', { errors: [problem(field, 'address_taken')] });
}
