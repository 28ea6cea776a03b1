import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { BatchInput, BatchItemInput, BatchResult, FieldError } from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { AuditService } from '../audit/index.js';
import type { Member } from '../platform/access/index.js';
import { Config } from '../platform/config/index.js';
import { fail } from '../platform/errors/index.js';
import { Clock } from '../platform/time/index.js';
import { checkInput } from '../platform/validation/index.js';
import { RedirectInvalidator } from '../redirect/index.js';
import { LinkAddresses } from './link-addresses.js';
import { changesBetween } from './link-changes.js';
import { LinkHistoryRepository } from './link-history.repository.js';
import { applyInput } from './link-input.js';
import { insertLinks, type NewLink } from './link-inserter.js';
import { EMPTY_FIELDS } from './link-record.js';
import { LinkReferences } from './link-references.js';
import { judgeFields } from './link-rules.js';
import { BatchItemDto } from './links-batch.dto.js';
import { LinksRepository } from './links.repository.js';
import { LinksService } from './links.service.js';

/** One row of a batch with everything that is wrong with it. */
interface Row {
  readonly item: BatchItemInput;
  readonly clientKey: string;
  readonly errors: FieldError[];
}

/** Many links to one destination in one go, all or none. */
@Injectable()
export class LinksBatchService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly service: LinksService,
    private readonly links: LinksRepository,
    private readonly addresses: LinkAddresses,
    private readonly references: LinkReferences,
    private readonly history: LinkHistoryRepository,
    private readonly audit: AuditService,
    private readonly redirect: RedirectInvalidator,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Creates every row or, with every bad row named, none. */
  async create(member: Member, input: BatchInput): Promise<BatchResult> {
    const rows = input.items.map(checkRow);
    const records = await this.source.transaction(async (tx) => {
      const general = await this.references.check(member.workspaceId, { campaignId: input.campaignId }, tx);
      const links = await this.judge(member, input, rows, general, tx);
      await this.service.makeRoom(member.workspace, links.length, tx);
      return this.insert(member, rows, links, tx);
    });
    for (const record of records) await this.redirect.addressChanged(member.workspaceId, record.slug);
    const views = this.service.viewsOf(member.workspace, records);
    return {
      results: rows.map(({ clientKey }, index) => ({ clientKey, status: 'created', link: views[index] })),
    };
  }

  private async judge(
    member: Member,
    input: BatchInput,
    rows: readonly Row[],
    general: FieldError[],
    tx: EntityManager,
  ): Promise<NewLink[]> {
    const createdAt = this.clock.date();
    const ownUrls = await this.references.ownUrls(member.workspace, [''], tx);
    const links = rows.map(({ item, errors }): NewLink => {
      const { destinationUrl, title, campaignId } = input;
      // What is of the wrong kind has been named; the rest of the row is judged without it.
      const bad = new Set(errors.map(({ field }) => field));
      const [utmSource, utmMedium, utmContent, slug] = (['utmSource', 'utmMedium', 'utmContent', 'slug'] as const).map(
        (field) => (bad.has(field) ? null : item[field]),
      );
      const link = { destinationUrl, title, campaignId, utmSource, utmMedium, utmContent, slug: slug ?? '' };
      const applied = applyInput(EMPTY_FIELDS, link, this.config.allowPrivateDestinations);
      for (const error of applied.errors) {
        if (error.field === 'destinationUrl') addOnce(general, error);
        else if (!errors.some((known) => known.field === error.field)) errors.push(error);
      }
      const { fields } = applied;
      if (applied.errors.length === 0 && fields.slug !== '') {
        errors.push(
          ...judgeFields(
            fields,
            { slug: fields.slug },
            ownUrls.map((url) => `${url}${fields.slug}`),
          ),
        );
      }
      return { id: uuidv7(), fields, createdAt };
    });
    nameDuplicates(rows, (row) => row.clientKey, 'clientKey', 'Another row has this key.');
    nameDuplicates(
      rows,
      (row) => links[rows.indexOf(row)]?.fields.slug ?? '',
      'slug',
      'Another row asks for this address.',
    );
    const wanted = links.map((link) => link.fields.slug).filter((slug) => slug !== '');
    const taken = await this.addresses.findTaken(member.workspaceId, wanted, tx);
    nameTaken(rows, (index) => taken.has(links[index]?.fields.slug ?? ''));
    refuseBadRows(rows, general);
    return links;
  }

  private async insert(member: Member, rows: readonly Row[], wanted: readonly NewLink[], tx: EntityManager) {
    const { workspaceId } = member;
    const links = await this.service.claimSlugs(workspaceId, wanted, tx);
    // Somebody else was faster between the look and the claim.
    nameTaken(rows, (index) => !links.has(wanted[index]?.id ?? ''));
    refuseBadRows(rows, []);
    const claimed = wanted.map((link) => links.get(link.id) ?? link);
    await insertLinks(tx, workspaceId, member.userId, claimed);
    const entries = claimed.map(({ id, fields }) => ({
      linkId: id,
      action: 'created' as const,
      changes: changesBetween(EMPTY_FIELDS, fields),
    }));
    await this.history.record(member, entries, tx);
    for (const { id, fields } of claimed) {
      await this.audit.record(member, 'link_created', { link: { id, slug: fields.slug }, detail: { batch: true } }, tx);
    }
    return this.links.findMany(
      workspaceId,
      claimed.map((link) => link.id),
      tx,
    );
  }
}

function checkRow(item: BatchItemInput): Row {
  const { input, errors } = checkInput(BatchItemDto, item);
  return { item: input, clientKey: typeof input.clientKey === 'string' ? input.clientKey : '', errors };
}

function addOnce(errors: FieldError[], error: FieldError): void {
  if (!errors.some((known) => known.field === error.field)) errors.push(error);
}

/** Every row of a duplicate pair is named: none of them is the right one. */
function nameDuplicates(rows: readonly Row[], keyOf: (row: Row) => string, field: string, message: string): void {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  for (const row of rows) {
    if (keyOf(row) !== '' && (counts.get(keyOf(row)) ?? 0) > 1) row.errors.push({ field, message });
  }
}

function nameTaken(rows: readonly Row[], isTaken: (index: number) => boolean): void {
  rows.forEach((row, index) => {
    if (isTaken(index)) addOnce(row.errors, { field: 'slug', message: 'This address is already taken.' });
  });
}

/** 422 with the rows by their key, beside the usual errors by dotted path (HTTP specification 2.4). */
function refuseBadRows(rows: readonly Row[], general: readonly FieldError[]): void {
  const bad = rows.filter((row) => row.errors.length > 0);
  if (bad.length === 0 && general.length === 0) return;
  const message = general[0] === undefined ? {} : { message: general[0].message };
  fail('batch_invalid', {
    ...message,
    errors: [
      ...general,
      ...rows.flatMap((row, index) =>
        row.errors.map((error) => ({ ...error, field: `items.${index}.${error.field}` })),
      ),
    ],
    rows: bad.map((row) => ({
      clientKey: row.clientKey,
      error: row.errors.map(({ field, message }) => `${field}: ${message}`).join(' '),
    })),
  });
}
