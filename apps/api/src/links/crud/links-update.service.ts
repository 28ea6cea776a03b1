import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  LIMITS,
  problem,
  type FieldError,
  type HistoryChange,
  type LinkWithCreator,
  type UpdateLinkInput,
} from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { AuditService } from '../../audit/index.js';
import { DestinationPolicy } from '../../destination-policy/index.js';
import type { Member } from '../../platform/access/index.js';
import { Config } from '../../platform/config/index.js';
import { fail } from '../../platform/errors/index.js';
import { Clock } from '../../platform/time/index.js';
import { LinkAddresses } from '../record/link-addresses.js';
import { auditEventsOf, changesBetween, passwordChange } from '../record/link-changes.js';
import { LinkHistoryRepository } from '../record/link-history.repository.js';
import { applyInput, parseTags } from '../record/link-input.js';
import type { LinkFields } from '../record/link-fields.js';
import { LinkLoops } from '../record/link-loops.js';
import type { LinkRecord } from '../record/link-record.js';
import { LinkReferences } from '../record/link-references.js';
import { touchedDestinations } from '../record/link-rules.js';
import { LinkTags, namesOf, type StoredTag } from '../record/link-tags.js';
import { failSlugTaken, LinksService, storedPassword } from './links.service.js';
import { LinksRepository, type StoredPassword } from './links.repository.js';
import { formProblems } from '../../platform/validation/index.js';

/** A validated update: the resulting fields and the changes for the history. */
interface Plan {
  readonly fields: LinkFields;
  readonly changes: HistoryChange[];
  readonly keepOldSlug: boolean;
}

/** Changes of one link's fields. */
@Injectable()
export class LinksUpdateService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly service: LinksService,
    private readonly links: LinksRepository,
    private readonly addresses: LinkAddresses,
    private readonly references: LinkReferences,
    private readonly loops: LinkLoops,
    private readonly policy: DestinationPolicy,
    private readonly tags: LinkTags,
    private readonly history: LinkHistoryRepository,
    private readonly audit: AuditService,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Updates the provided fields. Writes nothing if nothing changes. */
  async update(member: Member, id: string, input: UpdateLinkInput): Promise<LinkWithCreator> {
    const password = await storedPassword(input.password);
    const record = await this.source.transaction((tx) => this.apply(member, id, input, password, tx));
    this.service.announceAddresses(member.workspaceId, record);
    return this.service.viewWithCreator(member.workspace, record);
  }

  /**
   * Like {@link update}, inside the caller's transaction; the caller hashes the password beforehand, because hashing is
   * slow.
   */
  async apply(
    member: Member,
    id: string,
    input: UpdateLinkInput,
    password: StoredPassword | null,
    tx: EntityManager,
  ): Promise<LinkRecord> {
    const { workspaceId } = member;
    await this.loops.begin(input, tx);
    // Lock order of every writer, to avoid deadlocks: campaign, member and tags first, then the link.
    const errors = [...formProblems(input), ...(await this.references.check(workspaceId, input, tx))];
    const names = parseTags(input.tags ?? [], errors);
    const tags = errors.length === 0 ? await this.tags.ensure(member, names, tx) : new Map<string, StoredTag>();
    const current = (await this.links.findForUpdate(workspaceId, id, tx)) ?? fail('link_not_found');
    const plan = await this.plan(member, current, input, tags, errors, tx);
    if (plan.changes.length === 0) return current;

    if (plan.fields.slug !== current.slug) await this.moveSlug(workspaceId, current, plan, tx);
    if (input.tags !== undefined) {
      const tagIds = [...tags.values()].map((tag) => tag.id);
      await this.tags.replace(workspaceId, id, tagIds, tx);
    }
    if (input.password !== undefined) await this.links.setPassword(workspaceId, id, password, tx);
    await this.links.update(workspaceId, id, plan.fields, this.clock.date(), tx);
    await this.history.record(member, [{ linkId: id, action: 'updated', changes: plan.changes }], tx);
    const link = { id, slug: plan.fields.slug };
    for (const { type, detail } of auditEventsOf(plan.changes))
      await this.audit.record(member, type, { link, detail }, tx);
    return (await this.links.find(workspaceId, id, tx)) ?? fail('link_not_found');
  }

  private async plan(
    member: Member,
    current: LinkRecord,
    input: UpdateLinkInput,
    tags: ReadonlyMap<string, StoredTag>,
    errors: FieldError[],
    tx: EntityManager,
  ): Promise<Plan> {
    const { tags: _, ...others } = input;
    const applied = applyInput(current, others, this.config.allowPrivateDestinations);
    const { fields } = applied;
    if (input.tags !== undefined) fields.tags = namesOf(tags.values());
    if (input.slug !== undefined && fields.slug === '')
      fields.slug = await this.addresses.unusedSlug(member.workspaceId, tx);
    errors.push(...applied.errors);

    const keepOldSlug = input.keepOldSlug !== false;
    const aliases = current.aliases.filter((alias) => alias !== fields.slug);
    if (fields.slug !== current.slug && keepOldSlug) aliases.push(current.slug);
    const addresses = [fields.slug, ...aliases, ...current.keptPaths];
    errors.push(...(await this.loops.validate(member.workspace, fields, input, addresses, tx)));
    if (errors.length > 0) fail('validation_failed', { errors });
    this.policy.requirePermitted(member.workspace, touchedDestinations(fields, input));
    if (fields.slug !== current.slug && aliases.length > LIMITS.aliasesPerLink) {
      fail('alias_limit', { errors: [problem('slug', 'alias_limit', { max: LIMITS.aliasesPerLink })] });
    }
    const changes = changesBetween(current, fields);
    if (typeof input.password === 'string') changes.push(passwordChange(current.isProtected ? 'changed' : 'set'));
    if (input.password === null && current.isProtected) changes.push(passwordChange('removed'));
    return { fields, changes, keepOldSlug };
  }

  private async moveSlug(workspaceId: string, current: LinkRecord, plan: Plan, tx: EntityManager): Promise<void> {
    await this.addresses.demote(workspaceId, current.id, current.slug, plan.keepOldSlug ? 'alias' : 'revoked', tx);
    const taken = await this.addresses.take(workspaceId, current.id, plan.fields.slug, 'slug', tx);
    if (!taken) failSlugTaken();
  }
}
