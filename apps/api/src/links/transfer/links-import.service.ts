import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  CSV_COLUMNS,
  EXTRA_CELLS,
  LIMITS,
  problem,
  type FieldError,
  type ImportInput,
  type ImportPreview,
  type ImportResult,
  type ImportValues,
} from '@signpost/contracts';
import { UUID } from '@signpost/domain';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { AuditService } from '../../audit/index.js';
import type { Member } from '../../platform/access/index.js';
import { Config } from '../../platform/config/index.js';
import { fail } from '../../platform/errors/index.js';
import { RateLimits } from '../../platform/limits/index.js';
import { Clock } from '../../platform/time/index.js';
import { BackgroundThread, Turns } from '../../platform/work/index.js';
import { RedirectInvalidator } from '../../redirect/index.js';
import { judgeRow, type JudgedRow } from './import-row.js';
import type { PreviewedFile, PreviewOrder } from './import-preview.worker.js';
import { ImportsRepository } from './imports.repository.js';
import { LinkAddresses } from '../record/link-addresses.js';
import { changesBetween } from '../record/link-changes.js';
import { LinkHistoryRepository } from '../record/link-history.repository.js';
import { insertLinks, type NewLink } from '../crud/link-inserter.js';
import { EMPTY_FIELDS } from '../record/link-record.js';
import { LinkLoops } from '../record/link-loops.js';
import { LinkReferences } from '../record/link-references.js';
import { destinationsOf } from '../record/link-rules.js';
import { LinkTags, namesOf, type StoredTag } from '../record/link-tags.js';
import { LinksRepository } from '../crud/links.repository.js';
import { LinksService } from '../crud/links.service.js';

type Result = ImportResult['results'][number];

/** A row of a request that is to become a link. */
interface OpenRow extends JudgedRow {
  readonly row: number;
}

/** Rows judged between two looks at other requests: judging a thousand at once would hold up redirects. */
const ROWS_PER_TURN = 20;

/** Files of a megabyte that are read together. */
const previewTurns = new Turns(1);

/**
 * Links out of a CSV file, in two steps: preview, and import of the previewed rows.
 * An import is one transaction, so that a process that dies half way leaves nothing behind; the rows that have become
 * links are recorded with them, so that no repeat makes one twice.
 */
@Injectable()
export class LinksImportService implements OnApplicationShutdown {
  private readonly thread = new BackgroundThread<PreviewOrder, PreviewedFile>(
    new URL('./import-preview.worker.js', import.meta.url),
    () => import('./import-preview.worker.js'),
  );

  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly service: LinksService,
    private readonly links: LinksRepository,
    private readonly imports: ImportsRepository,
    private readonly addresses: LinkAddresses,
    private readonly references: LinkReferences,
    private readonly loops: LinkLoops,
    private readonly tags: LinkTags,
    private readonly history: LinkHistoryRepository,
    private readonly audit: AuditService,
    private readonly redirect: RedirectInvalidator,
    private readonly limits: RateLimits,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  onApplicationShutdown(): Promise<void> {
    return this.thread.close();
  }

  /** What the file holds and what is wrong with each row. Makes no link. */
  async preview(member: Member, bytes: Buffer): Promise<ImportPreview> {
    const { file, judged } = await this.read(member, bytes);
    const rowCount = file.rows.length;
    const importId = await this.imports.note(member.workspaceId, member.userId, {
      id: uuidv7(),
      fileHash: file.hash,
      rowCount,
    });
    const done = await this.imports.listDone(importId);
    const taken = await this.takenSlugs(member.workspaceId, judged);
    const seen = new Set<string>();
    const rows = file.rows.map((values, index) => {
      const { fields, errors } = judged[index] ?? EMPTY_ROW;
      const row = index + 1;
      if (errors.length === 0 && fields.slug !== '' && !done.has(row)) {
        if (taken.has(fields.slug)) errors.push(problem('slug', 'address_taken'));
        else if (seen.has(fields.slug)) errors.push(problem('slug', 'earlier_row_address'));
        seen.add(fields.slug);
      }
      return { row, values, errors };
    });
    return { importId, fileHash: file.hash, rowCount, rows, unknownColumns: file.unknownColumns };
  }

  /** Makes links of the rows. Every row gets a result; a row that was imported before answers the link it has become. */
  async import(member: Member, input: ImportInput): Promise<ImportResult> {
    await this.limits.consume('IMPORT', member.workspaceId, member);
    checkShape(input);
    const judged = await this.judge(
      member,
      input.rows.map((row) => row.values),
    );
    const results = new Map<number, Result>();
    const created = await this.source.transaction(async (tx) => {
      const stored = UUID.test(input.importId) ? await this.imports.lock(member.workspaceId, input.importId, tx) : null;
      if (stored?.fileHash !== input.fileHash.toLowerCase()) fail('import_changed');
      if (input.rows.some(({ row }) => row > stored.rowCount)) fail('import_changed');
      const done = await this.imports.listDone(stored.id, tx);
      const open: OpenRow[] = [];
      input.rows.forEach(({ row }, index) => {
        const { fields, errors } = judged[index] ?? EMPTY_ROW;
        const linkId = done.get(row);
        if (linkId !== undefined) results.set(row, { row, status: 'already_imported', linkId });
        else if (errors.length > 0) results.set(row, { row, status: 'error', error: inWords(errors), errors });
        else open.push({ row, fields, errors });
      });
      return this.create(member, stored.id, open, results, tx);
    });
    for (const { fields } of created) this.redirect.addressChanged(member.workspaceId, fields.slug);
    return { results: input.rows.flatMap(({ row }) => results.get(row) ?? []) };
  }

  /** Creates what can be, and notes the result of every row. */
  private async create(
    member: Member,
    importId: string,
    open: readonly OpenRow[],
    results: Map<number, Result>,
    tx: EntityManager,
  ): Promise<NewLink[]> {
    const { workspaceId } = member;
    const createdAt = this.clock.date();
    const room = await this.roomFor(member, open.length, tx);
    const taken = await this.takenSlugs(workspaceId, open, tx);
    const wanted = new Map<string, number>();
    const links: NewLink[] = [];
    const bases = await this.references.ownUrls(member.workspace, [''], tx);
    const planned = new Map<string, string>();
    for (const { row, fields } of open) {
      const own = fields.slug === '' ? [] : bases.map((base) => `${base}${fields.slug}`);
      const loops = await this.loops.check(member.workspace, destinationsOf(fields), own, tx, planned);
      if (loops.length > 0) results.set(row, { row, status: 'error', error: inWords(loops), errors: loops });
      else if (taken.has(fields.slug)) results.set(row, conflict(row));
      else if (links.length >= room)
        results.set(row, { row, status: 'error', error: DEMO_FULL.message, errors: [DEMO_FULL] });
      else {
        const id = uuidv7();
        wanted.set(id, row);
        links.push({ id, fields, createdAt });
        planned.set(fields.slug, fields.destinationUrl);
      }
    }
    const names = new Map(links.flatMap(({ fields }) => fields.tags.map((tag) => [tag.toLowerCase(), tag])));
    const tags = await this.tags.ensure(member, [...names.values()], tx);
    const tagsOf = ({ fields }: NewLink): StoredTag[] =>
      fields.tags.flatMap((name) => tags.get(name.toLowerCase()) ?? []);
    const claimed = await this.service.claimSlugs(workspaceId, links, tx);
    const created = links.flatMap((link) => claimed.get(link.id) ?? []);
    for (const [id, row] of wanted) {
      results.set(row, claimed.has(id) ? { row, status: 'created', linkId: id } : conflict(row));
    }
    if (created.length === 0) return [];

    await insertLinks(tx, workspaceId, member.userId, created);
    const pairs = created.flatMap((link) => tagsOf(link).map((tag): [string, string] => [link.id, tag.id]));
    await this.tags.attach(workspaceId, pairs, tx);
    const entries = created.map((link) => ({
      linkId: link.id,
      action: 'created' as const,
      changes: changesBetween(EMPTY_FIELDS, { ...link.fields, tags: namesOf(tagsOf(link)) }),
    }));
    await this.history.record(member, entries, tx);
    await this.imports.recordDone(importId, new Map(created.map(({ id }) => [wanted.get(id) ?? 0, id])), tx);
    await this.audit.record(member, 'links_imported', { detail: { importId, count: created.length } }, tx);
    return created;
  }

  /** In a thread, a few files one after the other. @throws ApiError `file_invalid`, `busy` */
  private async read(member: Member, bytes: Buffer): Promise<Exclude<PreviewedFile, { refused: unknown }>> {
    const urlBases = await this.references.ownUrls(member.workspace, ['']);
    const allowPrivate = this.config.allowPrivateDestinations;
    const read = await previewTurns.take(() => this.thread.run({ bytes, allowPrivate, urlBases }));
    return 'refused' in read ? fail('file_invalid', read.refused) : read;
  }

  private async judge(member: Member, rows: readonly ImportValues[]): Promise<JudgedRow[]> {
    const bases = await this.references.ownUrls(member.workspace, ['']);
    const rules = {
      allowPrivate: this.config.allowPrivateDestinations,
      ownUrlsOf: (slug: string) => bases.map((base) => `${base}${slug}`),
    };
    const judged: JudgedRow[] = [];
    for (const values of rows) {
      if (judged.length % ROWS_PER_TURN === 0) await nextTurn();
      judged.push(judgeRow(values, rules));
    }
    return judged;
  }

  private async takenSlugs(
    workspaceId: string,
    rows: readonly JudgedRow[],
    tx?: EntityManager,
  ): Promise<Map<string, string | null>> {
    const slugs = rows.map(({ fields }) => fields.slug).filter((slug) => slug !== '');
    return this.addresses.findTaken(workspaceId, slugs, tx);
  }

  /** How many links a demo workspace has room for; any number in others. */
  private async roomFor(member: Member, wanted: number, tx: EntityManager): Promise<number> {
    if (member.workspace.demoExpiresAt === null) return wanted;
    return Math.max(0, LIMITS.demoLinks - (await this.links.countLiveLocked(member.workspaceId, tx)));
  }
}

const DEMO_FULL = problem('', 'demo_links', { max: LIMITS.demoLinks });
const TAKEN = problem('slug', 'address_taken');
const EMPTY_ROW: JudgedRow = { fields: EMPTY_FIELDS, errors: [] };

const conflict = (row: number): Result => ({ row, status: 'conflict', error: TAKEN.message, errors: [TAKEN] });
const inWords = (errors: readonly FieldError[]): string =>
  errors.map(({ field, message }) => `${field}: ${message}`).join(' ');

/** @throws ApiError 422 naming what in the rows has not the shape of the contract. */
function checkShape({ rows }: ImportInput): void {
  const errors: FieldError[] = [];
  const seen = new Set<number>();
  rows.forEach((entry: unknown, index) => {
    const path = `rows.${index}`;
    if (!isObject(entry)) {
      errors.push(problem(path, 'not_object'));
      return;
    }
    // Rows may come back as the preview gave them; what was wrong with them then is judged anew.
    const { row, values, errors: _previewed, ...unknown } = entry;
    for (const key of Object.keys(unknown)) errors.push(problem(`${path}.${key}`, 'unknown_field'));
    if (typeof row !== 'number' || !Number.isInteger(row) || row < 1 || row > LIMITS.importRows) {
      errors.push(problem(`${path}.row`, 'row_number'));
    } else if (seen.has(row)) {
      errors.push(problem(`${path}.row`, 'row_twice'));
    } else {
      seen.add(row);
    }
    errors.push(...problemsOfValues(values, `${path}.values`));
  });
  if (errors.length > 0) fail('validation_failed', { errors: errors.slice(0, 200) });
}

function problemsOfValues(values: unknown, path: string): FieldError[] {
  if (!isObject(values)) return [problem(path, 'not_object')];
  return Object.entries(values).flatMap(([column, cell]) => {
    if (column !== EXTRA_CELLS && !(CSV_COLUMNS as readonly string[]).includes(column)) {
      return [problem(`${path}.${column}`, 'unknown_field')];
    }
    return typeof cell === 'string' ? [] : [problem(`${path}.${column}`, 'not_text')];
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
