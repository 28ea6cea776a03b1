import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { problem, type CreateLinkInput, type LinkWithCreator } from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { AuditService } from '../../audit/index.js';
import { DestinationPolicy } from '../../destination-policy/index.js';
import type { Member } from '../../platform/access/index.js';
import { Config } from '../../platform/config/index.js';
import { fail } from '../../platform/errors/index.js';
import { RedirectInvalidator } from '../../redirect/index.js';
import { Clock } from '../../platform/time/index.js';
import { applyInput } from '../record/link-input.js';
import { LinkInserter } from './link-inserter.js';
import { EMPTY_FIELDS, type LinkFields } from '../record/link-fields.js';
import { LinkLoops } from '../record/link-loops.js';
import type { LinkRecord } from '../record/link-record.js';
import { LinkReferences } from '../record/link-references.js';
import { touchedDestinations } from '../record/link-rules.js';
import { LinksRepository, type StoredPassword } from './links.repository.js';
import { formProblems } from '../../platform/validation/index.js';
import { Idempotency, type OnceAnswer, type Repeatable } from '../../platform/idempotency/index.js';
import { failSlugTaken, LinksService, storedPassword } from './links.service.js';

/** Creates links, one at a time. */
@Injectable()
export class LinksCreateService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly service: LinksService,
    private readonly links: LinksRepository,
    private readonly inserter: LinkInserter,
    private readonly references: LinkReferences,
    private readonly loops: LinkLoops,
    private readonly policy: DestinationPolicy,
    private readonly audit: AuditService,
    private readonly redirect: RedirectInvalidator,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly idempotency: Idempotency,
  ) {}

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
        await this.service.makeRoom(member.workspace, 1, tx);
        return this.service.viewWithCreator(member.workspace, await this.insert(member, fields, password, now, tx));
      }),
    );
    if (!created.isReplayed) this.redirect.addressChanged(member.workspaceId, created.answer.slug);
    return created;
  }

  private async insert(
    member: Member,
    fields: LinkFields,
    password: StoredPassword | null,
    now: Date,
    tx: EntityManager,
  ): Promise<LinkRecord> {
    const id = uuidv7();
    const [link = failSlugTaken()] = await this.inserter.insert(member, [{ id, fields, password, createdAt: now }], tx);
    await this.audit.record(member, 'link_created', { link: { id, slug: link.fields.slug } }, tx);
    return (await this.links.find(member.workspaceId, id, tx)) ?? fail('link_not_found');
  }
}
