import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LIMITS, problem, type CreateLinkInput, type Link, type LinkWithCreator, type Ok } from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { AuditService } from '../../audit/index.js';
import { DestinationPolicy } from '../../destination-policy/index.js';
import type { CurrentWorkspace, Member } from '../../platform/access/index.js';
import { Config } from '../../platform/config/index.js';
import { fail } from '../../platform/errors/index.js';
import { hashPassword } from '../../platform/security/index.js';
import { RedirectInvalidator } from '../../redirect/index.js';
import { Clock } from '../../platform/time/index.js';
import { WorkspaceViews } from '../../workspaces/index.js';
import { LinkAddresses } from '../record/link-addresses.js';
import { changesBetween, passwordChange } from '../record/link-changes.js';
import { LinkHistoryRepository } from '../record/link-history.repository.js';
import { applyInput } from '../record/link-input.js';
import { insertLinks, type NewLink } from './link-inserter.js';
import { EMPTY_FIELDS, type LinkFields } from '../record/link-fields.js';
import { LinkLoops } from '../record/link-loops.js';
import { linkView, linkWithCreator, type LinkRecord } from '../record/link-record.js';
import { LinkReferences } from '../record/link-references.js';
import { touchedDestinations } from '../record/link-rules.js';
import { LinkTags, namesOf } from '../record/link-tags.js';
import { LinksRepository, type StoredPassword } from './links.repository.js';
import { formProblems } from '../../platform/validation/index.js';
import { Idempotency, type OnceAnswer, type Repeatable } from '../../platform/idempotency/index.js';

/** Single links: create, read, move to the trash and restore. Updates are in links-update.service.ts. */
@Injectable()
export class LinksService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly links: LinksRepository,
    private readonly addresses: LinkAddresses,
    private readonly references: LinkReferences,
    private readonly loops: LinkLoops,
    private readonly policy: DestinationPolicy,
    private readonly tags: LinkTags,
    private readonly history: LinkHistoryRepository,
    private readonly audit: AuditService,
    private readonly views: WorkspaceViews,
    private readonly redirect: RedirectInvalidator,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly idempotency: Idempotency,
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

  /** Creates a link, or returns the stored response if the request is a repeat. */
  async create(
    member: Member,
    input: CreateLinkInput,
    repeated: Repeatable | null = null,
  ): Promise<OnceAnswer<LinkWithCreator>> {
    const now = this.clock.date();
    const { fields, errors } = applyInput(EMPTY_FIELDS, input, this.config.allowPrivateDestinations);
    errors.unshift(...formProblems(input));
    if (fields.expiresAt !== null && fields.expiresAt <= now.getTime()) {
      errors.push(problem('expiresAt', 'time_passed'));
    }
    const password = errors.length === 0 ? await storedPassword(input.password) : null;
    const created = await this.source.transaction((tx) =>
      this.idempotency.once(repeated, tx, async () => {
        errors.push(...(await this.references.check(member.workspaceId, input, tx)));
        const addresses = fields.slug === '' ? [] : [fields.slug];
        errors.push(...(await this.loops.validate(member.workspace, fields, input, addresses, tx)));
        if (errors.length > 0) fail('validation_failed', { errors });
        this.policy.requirePermitted(member.workspace, touchedDestinations(fields, input));
        await this.makeRoom(member.workspace, 1, tx);
        return this.viewWithCreator(member.workspace, await this.insert(member, fields, password, now, tx));
      }),
    );
    if (!created.isReplayed) this.redirect.addressChanged(member.workspaceId, created.answer.slug);
    return created;
  }

  /** Soft delete: the link stops working at once, and its addresses stay reserved for it. */
  async delete(member: Member, id: string): Promise<Ok> {
    const now = this.clock.date();
    await this.source.transaction(async (tx) => {
      const link = (await this.links.findForUpdate(member.workspaceId, id, tx)) ?? fail('link_not_found');
      await this.links.trash(member.workspaceId, [id], now, tx);
      await this.history.record(member, [{ linkId: id, action: 'deleted', changes: [] }], tx);
      await this.audit.record(member, 'link_deleted', { link }, tx);
    });
    this.redirect.linkChanged(id);
    return { ok: true };
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

  private async insert(
    member: Member,
    fields: LinkFields,
    password: StoredPassword | null,
    now: Date,
    tx: EntityManager,
  ): Promise<LinkRecord> {
    const id = uuidv7();
    const tags = await this.tags.ensure(member, fields.tags, tx);
    const named = { ...fields, tags: namesOf(tags.values()) };
    const wanted: NewLink = { id, fields: named, password, createdAt: now };
    const link = (await this.addresses.claimSlugs(member.workspaceId, [wanted], tx)).get(id) ?? failSlugTaken();
    await insertLinks(tx, member.workspaceId, member.userId, [link]);
    await this.tags.attach(
      member.workspaceId,
      [...tags.values()].map((tag) => [id, tag.id]),
      tx,
    );
    const changes = changesBetween(EMPTY_FIELDS, link.fields);
    if (password !== null) changes.push(passwordChange('set'));
    await this.history.record(member, [{ linkId: id, action: 'created', changes }], tx);
    await this.audit.record(member, 'link_created', { link: { id, slug: link.fields.slug } }, tx);
    return (await this.links.find(member.workspaceId, id, tx)) ?? fail('link_not_found');
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
