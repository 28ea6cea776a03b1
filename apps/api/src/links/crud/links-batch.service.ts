import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  errorText,
  LIMITS,
  problem,
  ruleText,
  type BatchItemInput,
  type BatchResult,
  type FieldError,
} from '@signpost/contracts';
import { isRecord } from '@signpost/domain';
import type { DataSource, EntityManager } from 'typeorm';
import { AuditService } from '../../audit/index.js';
import { DestinationPolicy } from '../../destination-policy/index.js';
import type { Member } from '../../platform/access/index.js';
import { Config } from '../../platform/config/index.js';
import { fail } from '../../platform/errors/index.js';
import { Clock } from '../../platform/time/index.js';
import { checkInput } from '../../platform/validation/index.js';
import { fairTurns } from '../../platform/work/index.js';
import { RedirectInvalidator } from '../../redirect/index.js';
import { LinkAddresses } from '../record/link-addresses.js';
import { applyInput } from '../record/link-input.js';
import { LinkInserter, linkIds, type NewLink } from './link-inserter.js';
import { EMPTY_FIELDS } from '../record/link-fields.js';
import { LinkLoops } from '../record/link-loops.js';
import { LinkReferences } from '../record/link-references.js';
import { validateFields, destinationsOf, touchedDestinations } from '../record/link-rules.js';
import { BatchDto, BatchItemDto } from './links-batch.dto.js';
import { LinksRepository } from './links.repository.js';
import { LinksService } from './links.service.js';
import { Idempotency, type OnceAnswer, type Repeatable } from '../../platform/idempotency/index.js';

/** One row of a batch with all its errors; an error of the row itself has an empty field. */
interface Row {
  readonly item: Partial<BatchItemInput>;
  readonly clientKey: string;
  readonly errors: FieldError[];
  /** Whether the row exceeds the maximum number of rows. */
  readonly isExcess: boolean;
}

/** The values shared by all rows, as far as they are valid. */
type Shared = Pick<BatchDto, 'campaignId' | 'title' | 'responsibleUserId'> & { readonly destinationUrl?: string };

/**
 * Number of rows that are validated and reported. A body of 1 MB may contain tens of thousands, of which at most 20 can
 * be accepted.
 */
const ROWS_CHECKED = 200;

/** Creates several links to one destination, all or none. */
@Injectable()
export class LinksBatchService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly service: LinksService,
    private readonly links: LinksRepository,
    private readonly inserter: LinkInserter,
    private readonly addresses: LinkAddresses,
    private readonly references: LinkReferences,
    private readonly loops: LinkLoops,
    private readonly policy: DestinationPolicy,
    private readonly audit: AuditService,
    private readonly redirect: RedirectInvalidator,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly idempotency: Idempotency,
  ) {}

  /**
   * Creates all rows, or none if any is invalid; every invalid row is reported, whatever else is wrong with the body. A
   * repeated request creates nothing.
   */
  async create(member: Member, body: object, repeated: Repeatable | null): Promise<OnceAnswer<BatchResult>> {
    const { input, errors: general } = checkInput(BatchDto, body);
    const turn = fairTurns();
    const rows: Row[] = [];
    for (const item of Array.isArray(input.items) ? input.items.slice(0, ROWS_CHECKED) : []) {
      await turn();
      rows.push(checkRow(item, rows.length));
    }
    const shared = validShared(input, general);
    const created = await this.source.transaction((tx) =>
      this.idempotency.once(repeated, tx, async (): Promise<BatchResult> => {
        general.push(...(await this.references.check(member.workspaceId, shared, tx)));
        const links = await this.check(member, shared, rows, general, tx);
        await this.service.makeRoom(member.workspace, links.length, tx);
        const views = this.service.viewsOf(member.workspace, await this.insert(member, rows, links, tx));
        return {
          results: views.map((link, index) => ({ clientKey: rows[index]?.clientKey ?? '', status: 'created', link })),
        };
      }),
    );
    if (created.isReplayed) return created;
    for (const { link } of created.answer.results) {
      if (link !== undefined) this.redirect.addressChanged(member.workspaceId, link.slug);
    }
    return created;
  }

  private async check(
    member: Member,
    shared: Shared,
    rows: readonly Row[],
    general: FieldError[],
    tx: EntityManager,
  ): Promise<NewLink[]> {
    const createdAt = this.clock.date();
    const bases = await this.addresses.ownUrls(member.workspace, [''], tx);
    const urlsOf = (slug: string): string[] => bases.map((base) => `${base}${slug}`);
    const ids = linkIds(rows.length);
    const links: NewLink[] = [];
    const turn = fairTurns();
    for (const [index, { item, errors }] of rows.entries()) {
      await turn();
      // Fields of a wrong type have already been reported; the rest of the row is validated without them.
      const bad = new Set(errors.map(({ field }) => field));
      const own = (field: 'utmSource' | 'utmMedium' | 'utmContent' | 'slug'): string | null =>
        bad.has(field) ? null : (item[field] ?? null);
      const link = {
        ...shared,
        utmSource: own('utmSource'),
        utmMedium: own('utmMedium'),
        utmContent: own('utmContent'),
        slug: own('slug'),
      };
      const applied = applyInput(EMPTY_FIELDS, link, this.config.allowPrivateDestinations);
      for (const error of applied.errors) {
        addOnce(error.field === 'destinationUrl' ? general : errors, error);
      }
      const { fields } = applied;
      if (applied.errors.length === 0 && fields.slug !== '')
        errors.push(...validateFields(fields, { slug: fields.slug }, urlsOf(fields.slug)));
      links.push({ id: ids[index] ?? '', fields, createdAt });
    }
    for (const [index, { fields }] of links.entries()) {
      if (fields.slug === '') continue;
      await turn();
      const touched = touchedDestinations(fields, { slug: '' });
      const loops = await this.loops.check(member.workspace, touched, urlsOf(fields.slug), tx);
      rows[index]?.errors.push(...loops);
    }
    markDuplicates(rows, (row) => row.clientKey, problem('clientKey', 'row_key_twice'));
    markDuplicates(rows, (_, index) => links[index]?.fields.slug ?? '', problem('slug', 'row_address_twice'));
    const wanted = links.map((link) => link.fields.slug).filter((slug) => slug !== '');
    const taken = await this.addresses.findTaken(member.workspaceId, wanted, tx);
    markTaken(rows, (index) => taken.has(links[index]?.fields.slug ?? ''));
    refuseBadRows(rows, general);
    const destinations = links[0] === undefined ? [] : destinationsOf(links[0].fields);
    this.policy.requirePermitted(member.workspace, destinations, { rows: [] });
    return links;
  }

  private async insert(member: Member, rows: readonly Row[], wanted: readonly NewLink[], tx: EntityManager) {
    const { workspaceId } = member;
    const links = await this.inserter.insert(member, wanted, tx);
    // Another transaction claimed the slug between the check and the claim.
    const stored = new Set(links.map(({ id }) => id));
    markTaken(rows, (index) => !stored.has(wanted[index]?.id ?? ''));
    refuseBadRows(rows, []);
    for (const { id, fields } of links) {
      await this.audit.record(member, 'link_created', { link: { id, slug: fields.slug }, detail: { batch: true } }, tx);
    }
    return this.links.findMany(
      workspaceId,
      links.map((link) => link.id),
      tx,
    );
  }
}

function checkRow(item: unknown, index: number): Row {
  const isExcess = index >= LIMITS.batchItems;
  if (!isRecord(item)) {
    return { item: {}, clientKey: '', errors: [problem('', 'not_object')], isExcess };
  }
  const { input, errors } = checkInput(BatchItemDto, item);
  return { item: input, clientKey: typeof input.clientKey === 'string' ? input.clientKey : '', errors, isExcess };
}

/** The shared values without the invalid ones: rows are validated as if those were absent. */
function validShared(input: BatchDto, errors: readonly FieldError[]): Shared {
  const bad = new Set(errors.map(({ field }) => field));
  return {
    ...(bad.has('destinationUrl') ? {} : { destinationUrl: input.destinationUrl }),
    ...(bad.has('title') ? {} : { title: input.title }),
    ...(bad.has('campaignId') ? {} : { campaignId: input.campaignId }),
    ...(bad.has('responsibleUserId') ? {} : { responsibleUserId: input.responsibleUserId }),
  };
}

function addOnce(errors: FieldError[], error: FieldError): void {
  if (!errors.some((known) => known.field === error.field)) errors.push(error);
}

/** Reports every row of a duplicate group, since none of them is the correct one. */
function markDuplicates(rows: readonly Row[], keyOf: (row: Row, index: number) => string, error: FieldError): void {
  const keys = rows.map(keyOf);
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  rows.forEach((row, index) => {
    const key = keys[index] ?? '';
    if (key !== '' && (counts.get(key) ?? 0) > 1) row.errors.push(error);
  });
}

function markTaken(rows: readonly Row[], isTaken: (index: number) => boolean): void {
  rows.forEach((row, index) => {
    if (isTaken(index)) addOnce(row.errors, problem('slug', 'address_taken'));
  });
}

/**
 * Fails with 422: rows by their key (HTTP specification 2.4; empty when no row is invalid), together with the usual
 * errors by dotted path.
 */
function refuseBadRows(rows: readonly Row[], general: readonly FieldError[]): void {
  const bad = rows.filter((row) => row.errors.length > 0 || row.isExcess);
  if (bad.length === 0 && general.length === 0) return;
  const errors = [
    ...general,
    ...rows.flatMap((row, index) =>
      row.errors.map((error) => ({ ...error, field: dotted(`items.${index}`, error.field) })),
    ),
  ];
  fail('validation_failed', {
    message: general[0]?.message ?? 'Some rows have invalid values. Nothing was created.',
    errors: errors.slice(0, 200),
    rows: bad.map((row) => ({ clientKey: row.clientKey, error: messageOf(row) })),
  });
}

const dotted = (path: string, field: string): string => (field === '' ? path : `${path}.${field}`);

function messageOf({ errors, isExcess }: Row): string {
  const problems = errors.map(errorText);
  return [...problems, ...(isExcess ? [ruleText('too_many', { max: LIMITS.batchItems, what: 'rows' })] : [])].join(' ');
}
