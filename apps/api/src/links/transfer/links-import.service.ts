import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  CSV_COLUMNS,
  CSV_RESULT_COLUMNS,
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
import { DestinationPolicy } from '../../destinations/index.js';
import type { Member } from '../../platform/access/index.js';
import { Config } from '../../platform/config/index.js';
import { fail } from '../../platform/errors/index.js';
import { RateLimits } from '../../platform/limits/index.js';
import { Clock } from '../../platform/time/index.js';
import { BackgroundThread, Turns } from '../../platform/work/index.js';
import { RedirectInvalidator } from '../../redirect/index.js';
import { judgeRow, NO_EXTRAS, type JudgedRow } from './import-row.js';
import { RowReferences } from './row-references.js';
import type { PreviewedFile, PreviewOrder } from './import-preview.worker.js';
import { ImportsRepository } from './imports.repository.js';
import { LinkAddresses } from '../record/link-addresses.js';
import { changesBetween, passwordChange } from '../record/link-changes.js';
import { KeptPaths } from '../record/kept-paths.js';
import { LinkHistoryRepository } from '../record/link-history.repository.js';
import { insertLinks, type NewLink } from '../crud/link-inserter.js';
import { EMPTY_FIELDS } from '../record/link-fields.js';
import { LinkLoops } from '../record/link-loops.js';
import { LinkReferences } from '../record/link-references.js';
import { destinationsOf } from '../record/link-rules.js';
import { LinkTags, namesOf, type StoredTag } from '../record/link-tags.js';
import { LinksRepository, type StoredPassword } from '../crud/links.repository.js';
import { LinksService, storedPassword } from '../crud/links.service.js';

type Result = ImportResult['results'][number];

/** A row of a request that is to become a link. */
interface OpenRow extends JudgedRow {
  readonly row: number;
  readonly password: StoredPassword | null;
}

/** The link that it becomes. */
interface MadeRow extends OpenRow {
  readonly id: string;
  readonly createdAt: Date;
  readonly storedAt: Date;
}

/** Which addresses are taken, by links and by the rows before. */
class TakenAddresses {
  private readonly seen = new Set<string>();

  constructor(
    private readonly slugs: ReadonlyMap<string, string | null>,
    private readonly paths: ReadonlyMap<string, string>,
  ) {}

  /** Problems of the addresses that a row asks for; without any they are its own from then on. */
  claim({ fields, beside }: JudgedRow): FieldError[] {
    const asked: [field: string, address: string, isTaken: boolean][] = [
      ...(fields.slug === '' ? [] : [fields.slug]).map((slug): [string, string, boolean] => [
        'slug',
        slug,
        this.slugs.has(slug),
      ]),
      ...beside.aliases.map((slug): [string, string, boolean] => ['aliases', slug, this.slugs.has(slug)]),
      ...beside.keptPaths.map((path): [string, string, boolean] => ['kept_paths', `/${path}`, this.paths.has(path)]),
    ];
    const errors = asked.flatMap(([field, address, isTaken]): FieldError[] => {
      if (isTaken) return [problem(field, 'address_taken')];
      return this.seen.has(address) ? [problem(field, 'earlier_row_address')] : [];
    });
    if (errors.length === 0) for (const [, address] of asked) this.seen.add(address);
    return errors;
  }
}

/** Hashes of the passwords that rows without errors set. */
async function passwordsOf(judged: readonly JudgedRow[]): Promise<Map<JudgedRow, StoredPassword | null>> {
  const passwords = new Map<JudgedRow, StoredPassword | null>();
  for (const row of judged) {
    if (row.errors.length === 0 && row.beside.password !== null) {
      passwords.set(row, await storedPassword(row.beside.password));
    }
  }
  return passwords;
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
    private readonly keptPaths: KeptPaths,
    private readonly rowReferences: RowReferences,
    private readonly references: LinkReferences,
    private readonly loops: LinkLoops,
    private readonly policy: DestinationPolicy,
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
    const newCampaigns = await this.rowReferences.resolve(member, judged);
    const taken = await this.takenAddresses(member.workspaceId, judged);
    const rows = file.rows.map((values, index) => {
      const judgedRow = judged[index] ?? EMPTY_ROW;
      const row = index + 1;
      const state = done.get(row)?.state;
      if (state === 'trashed') judgedRow.errors.push(IN_TRASH);
      if (judgedRow.errors.length === 0 && state === undefined) judgedRow.errors.push(...taken.claim(judgedRow));
      return { row, values, errors: judgedRow.errors };
    });
    return {
      importId,
      fileHash: file.hash,
      rowCount,
      rows,
      unknownColumns: file.unknownColumns,
      ...(newCampaigns.length > 0 ? { newCampaigns: newCampaigns.map(({ utmCampaign }) => utmCampaign) } : {}),
    };
  }

  /** Makes links of the rows. Every row gets a result; a row that was imported before answers the link it has become. */
  async import(member: Member, input: ImportInput): Promise<ImportResult> {
    const isStarted = UUID.test(input.importId) && (await this.imports.isStarted(member.workspaceId, input.importId));
    // Counted once, in however many requests its rows come.
    if (!isStarted) await this.limits.consume('IMPORT', member.workspaceId, member);
    checkShape(input);
    const judged = await this.judge(
      member,
      input.rows.map((row) => row.values),
    );
    const passwords = await passwordsOf(judged);
    const results = new Map<number, Result>();
    const { created, freed } = await this.source.transaction(async (tx) => {
      const stored = UUID.test(input.importId) ? await this.imports.lock(member.workspaceId, input.importId, tx) : null;
      if (stored?.fileHash !== input.fileHash.toLowerCase()) fail('import_changed');
      if (input.rows.some(({ row }) => row > stored.rowCount)) fail('import_changed');
      await this.imports.start(stored.id, tx);
      const newCampaigns = await this.rowReferences.resolve(member, judged, tx);
      const done = await this.imports.listDone(stored.id, tx);
      const open: OpenRow[] = [];
      const again: string[] = [];
      input.rows.forEach(({ row }, index) => {
        const judgedRow = judged[index] ?? EMPTY_ROW;
        const former = done.get(row);
        if (former?.state === 'live') results.set(row, { row, status: 'already_imported', linkId: former.linkId });
        else if (former?.state === 'trashed')
          results.set(row, { row, status: 'error', error: inWords([IN_TRASH]), errors: [IN_TRASH] });
        else if (judgedRow.errors.length > 0)
          results.set(row, { row, status: 'error', error: inWords(judgedRow.errors), errors: judgedRow.errors });
        else {
          if (former !== undefined) again.push(former.linkId);
          open.push({ ...judgedRow, row, password: passwords.get(judgedRow) ?? null });
        }
      });
      // A link in the trash that nobody ever visited gives its addresses to the one that is made anew.
      const freed = again.length === 0 ? [] : await this.imports.erase(member.workspaceId, again, tx);
      await this.rowReferences.make(member, newCampaigns, open, tx);
      return { created: await this.create(member, stored.id, open, results, tx), freed };
    });
    const addresses = created.flatMap(({ fields, beside }) => [
      fields.slug,
      ...beside.aliases,
      ...beside.keptPaths.map((path) => `/${path}`),
    ]);
    for (const address of [...freed, ...addresses]) this.redirect.addressChanged(member.workspaceId, address);
    return { results: input.rows.flatMap(({ row }) => results.get(row) ?? []) };
  }

  /** Creates what can be, and notes the result of every row. */
  private async create(
    member: Member,
    importId: string,
    open: readonly OpenRow[],
    results: Map<number, Result>,
    tx: EntityManager,
  ): Promise<MadeRow[]> {
    const { workspaceId } = member;
    const now = this.clock.date();
    const room = await this.roomFor(member, open.length, tx);
    const taken = await this.takenAddresses(workspaceId, open, tx);
    const wanted: MadeRow[] = [];
    const bases = await this.references.ownUrls(member.workspace, [''], tx);
    const planned = new Map<string, string>();
    for (const row of open) {
      const { fields, beside } = row;
      const slugs = [fields.slug, ...beside.aliases].filter((slug) => slug !== '');
      const own = slugs.flatMap((slug) => bases.map((base) => `${base}${slug}`));
      const loops = [
        ...(this.policy.check(member.workspace, destinationsOf(fields))?.errors ?? []),
        ...(await this.loops.check(member.workspace, destinationsOf(fields), own, tx, planned)),
      ];
      if (loops.length > 0)
        results.set(row.row, { row: row.row, status: 'error', error: inWords(loops), errors: loops });
      else if (taken.claim(row).length > 0) results.set(row.row, conflict(row.row));
      else if (wanted.length >= room)
        results.set(row.row, { row: row.row, status: 'error', error: DEMO_FULL.message, errors: [DEMO_FULL] });
      else {
        const { createdAt } = beside;
        wanted.push({ ...row, id: uuidv7(), createdAt: createdAt === null ? now : new Date(createdAt), storedAt: now });
        for (const slug of slugs) planned.set(slug, fields.destinationUrl);
      }
    }
    const names = new Map(wanted.flatMap(({ fields }) => fields.tags.map((tag) => [tag.toLowerCase(), tag])));
    const tags = await this.tags.ensure(member, [...names.values()], tx);
    const tagsOf = ({ fields }: NewLink): StoredTag[] =>
      fields.tags.flatMap((name) => tags.get(name.toLowerCase()) ?? []);
    const created = await this.claim(workspaceId, wanted, tx);
    const ids = new Set(created.map(({ id }) => id));
    for (const { id, row } of wanted) {
      results.set(row, ids.has(id) ? { row, status: 'created', linkId: id } : conflict(row));
    }
    if (created.length === 0) return [];

    await insertLinks(tx, workspaceId, member.userId, created);
    const pairs = created.flatMap((link) => tagsOf(link).map((tag): [string, string] => [link.id, tag.id]));
    await this.tags.attach(workspaceId, pairs, tx);
    const entries = created.map((link) => ({
      linkId: link.id,
      action: 'created' as const,
      changes: [
        ...changesBetween(EMPTY_FIELDS, { ...link.fields, tags: namesOf(tagsOf(link)) }),
        ...(link.password === null ? [] : [passwordChange('set')]),
      ],
    }));
    await this.history.record(member, entries, tx);
    await this.imports.recordDone(importId, new Map(created.map(({ id, row }) => [row, id])), tx);
    await this.audit.record(member, 'links_imported', { detail: { importId, count: created.length } }, tx);
    return created;
  }

  /** Claims every address that the links ask for; those that got all of theirs, with their slug. */
  private async claim(workspaceId: string, wanted: readonly MadeRow[], tx: EntityManager): Promise<MadeRow[]> {
    const aliases = wanted.flatMap(({ id, beside }) => beside.aliases.map((slug) => ({ slug, linkId: id })));
    const paths = wanted.flatMap(({ id, beside }) => beside.keptPaths.map((path) => ({ path, linkId: id })));
    const gotAliases = await this.addresses.claimAliases(workspaceId, aliases, tx);
    const gotPaths = await this.keptPaths.claim(workspaceId, paths, tx);
    const lost = new Set([
      ...aliases.filter((claim) => !gotAliases.has(claim)).map(({ linkId }) => linkId),
      ...paths.filter((claim) => !gotPaths.has(claim)).map(({ linkId }) => linkId),
    ]);
    const rest = wanted.filter(({ id }) => !lost.has(id));
    const claimed = await this.service.claimSlugs(workspaceId, rest, tx);
    for (const { id } of rest) if (!claimed.has(id)) lost.add(id);
    await this.addresses.release(workspaceId, [...lost], tx);
    return rest.flatMap((row) => {
      const link = claimed.get(row.id);
      return link === undefined ? [] : [{ ...row, fields: link.fields }];
    });
  }

  private async read(member: Member, bytes: Buffer): Promise<Exclude<PreviewedFile, { refused: unknown }>> {
    const urlBases = await this.references.ownUrls(member.workspace, ['']);
    const allowPrivate = this.config.allowPrivateDestinations;
    const read = await previewTurns.take(() =>
      this.thread.run({ bytes, allowPrivate, now: this.clock.now(), urlBases }),
    );
    return 'refused' in read ? fail('file_invalid', read.refused) : read;
  }

  private async judge(member: Member, rows: readonly ImportValues[]): Promise<JudgedRow[]> {
    const bases = await this.references.ownUrls(member.workspace, ['']);
    const rules = {
      allowPrivate: this.config.allowPrivateDestinations,
      now: this.clock.now(),
      ownUrlsOf: (slug: string) => bases.map((base) => `${base}${slug}`),
    };
    const judged: JudgedRow[] = [];
    for (const values of rows) {
      if (judged.length % ROWS_PER_TURN === 0) await nextTurn();
      judged.push(judgeRow(values, rules));
    }
    return judged;
  }

  private async takenAddresses(
    workspaceId: string,
    rows: readonly JudgedRow[],
    tx?: EntityManager,
  ): Promise<TakenAddresses> {
    const slugs = rows.flatMap(({ fields, beside }) => [fields.slug, ...beside.aliases]).filter((slug) => slug !== '');
    const paths = rows.flatMap(({ beside }) => beside.keptPaths);
    return new TakenAddresses(
      await this.addresses.findTaken(workspaceId, slugs, tx),
      await this.keptPaths.findTaken(workspaceId, paths, tx),
    );
  }

  /** How many links a demo workspace has room for; any number in others. */
  private async roomFor(member: Member, wanted: number, tx: EntityManager): Promise<number> {
    if (member.workspace.demoExpiresAt === null) return wanted;
    return Math.max(0, LIMITS.demoLinks - (await this.links.countLiveLocked(member.workspaceId, tx)));
  }
}

const IMPORT_COLUMNS: ReadonlySet<string> = new Set([...CSV_COLUMNS, ...CSV_RESULT_COLUMNS]);
const DEMO_FULL = problem('', 'demo_links', { max: LIMITS.demoLinks });
const EMPTY_ROW: JudgedRow = { fields: EMPTY_FIELDS, errors: [], beside: NO_EXTRAS };
const IN_TRASH = problem('slug', 'row_in_trash');

const TAKEN = problem('slug', 'address_taken');
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
    if (column !== EXTRA_CELLS && !IMPORT_COLUMNS.has(column)) {
      return [problem(`${path}.${column}`, 'unknown_field')];
    }
    return typeof cell === 'string' ? [] : [problem(`${path}.${column}`, 'not_text')];
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
