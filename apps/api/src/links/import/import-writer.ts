import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { errorText, LIMITS, problem, type FieldError, type ImportInput, type ImportResult } from '@signpost/contracts';
import { UUID } from '@signpost/domain';
import type { DataSource, EntityManager } from 'typeorm';
import { AuditService } from '../../audit/index.js';
import { fail } from '../../platform/errors/index.js';
import { Clock } from '../../platform/time/index.js';
import { RedirectInvalidator } from '../../redirect/index.js';
import { LinkInserter, linkIds, type NewLink } from '../crud/link-inserter.js';
import type { StoredPassword } from '../crud/links.repository.js';
import { LinksService, storedPassword } from '../crud/links.service.js';
import { EMPTY_FIELDS } from '../record/link-fields.js';
import { LinkAddresses } from '../record/link-addresses.js';
import { LinkLoops } from '../record/link-loops.js';
import { destinationsOf } from '../record/link-rules.js';
import { ImportValidator, ROW_IN_TRASH, type ImportScope } from './import-validator.js';
import { NO_EXTRAS, problemsOfColumns, type ValidatedRow } from './import-row.js';
import { ImportsRepository } from './imports.repository.js';
import { RowReferences } from './row-references.js';
import type { TakenAddresses } from './taken-addresses.js';

type Result = ImportResult['results'][number];

/** A row that is to become a link. */
interface OpenRow extends ValidatedRow {
  readonly row: number;
  readonly password: StoredPassword | null;
}

/** A row with its link. */
type MadeRow = OpenRow & NewLink;

/**
 * Creates links from the rows of a recorded file. Each call is one transaction, so that a crash leaves nothing behind;
 * created rows are recorded in the same transaction, so that no repeat creates a link twice.
 */
@Injectable()
export class ImportWriter {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly validator: ImportValidator,
    private readonly service: LinksService,
    private readonly imports: ImportsRepository,
    private readonly inserter: LinkInserter,
    private readonly addresses: LinkAddresses,
    private readonly rowReferences: RowReferences,
    private readonly loops: LinkLoops,
    private readonly audit: AuditService,
    private readonly redirect: RedirectInvalidator,
    private readonly clock: Clock,
  ) {}

  /**
   * Every row gets a result; for a row that was imported before, it is the existing link.
   * @param validated the individually validated rows, in the order of the input.
   * @throws ApiError `import_changed` when the import belongs to another workspace or file.
   */
  async write(scope: ImportScope, input: ImportInput, validated: readonly ValidatedRow[]): Promise<ImportResult> {
    const passwords = await passwordsOf(validated);
    const results = new Map<number, Result>();
    const { created, freed } = await this.source.transaction(async (tx) => {
      const stored = UUID.test(input.importId) ? await this.imports.lock(scope.workspaceId, input.importId, tx) : null;
      if (stored?.fileHash !== input.fileHash.toLowerCase()) fail('import_changed');
      if (input.rows.some(({ row }) => row > stored.rowCount)) fail('import_changed');
      await this.imports.start(scope.workspaceId, stored.id, tx);
      const newCampaigns = await this.rowReferences.resolve(scope, validated, tx);
      const done = await this.imports.listDone(scope.workspaceId, stored.id, tx);
      const open: OpenRow[] = [];
      const former = new Map<number, string>();
      input.rows.forEach(({ row }, index) => {
        const validatedRow = validated[index] ?? EMPTY_ROW;
        const known = done.get(row);
        if (known?.state === 'live') results.set(row, { row, status: 'already_imported', linkId: known.linkId });
        else if (known?.state === 'trashed') results.set(row, refused(row, [ROW_IN_TRASH]));
        else if (validatedRow.errors.length > 0) results.set(row, refused(row, validatedRow.errors));
        else {
          if (known !== undefined) former.set(row, known.linkId);
          open.push({ ...validatedRow, row, password: passwords.get(validatedRow) ?? null });
        }
      });
      const taken = await this.validator.takenAddresses(scope.workspaceId, open, tx);
      const fit = await this.fitRows(scope, open, taken, results, tx);
      // A replaceable link in the trash releases its addresses to the link created in its place.
      const places = placesOf(fit, former, taken);
      const freed = await this.imports.erase(scope.workspaceId, [...places.keys()], tx);
      await this.rowReferences.make(scope, newCampaigns, fit, tx);
      return { created: await this.create(scope, stored.id, fit, places, results, tx), freed };
    });
    const addresses = created.flatMap(({ fields, extras }) => [
      fields.slug,
      ...extras.aliases,
      ...extras.keptPaths.map((path) => `/${path}`),
    ]);
    for (const address of [...freed, ...addresses]) this.redirect.addressChanged(scope.workspaceId, address);
    // The links are already committed, so a failure here is ignored.
    if (created.length > 0) await this.imports.analyzeGrown(created.length).catch(() => undefined);
    return { results: input.rows.flatMap(({ row }) => results.get(row) ?? []) };
  }

  /**
   * The rows that can become links unless a concurrent request claims their addresses; records the results of the
   * others.
   */
  private async fitRows(
    { workspace }: ImportScope,
    open: readonly OpenRow[],
    taken: TakenAddresses,
    results: Map<number, Result>,
    tx: EntityManager,
  ): Promise<OpenRow[]> {
    const room = await this.service.roomFor(workspace, tx);
    const bases = await this.addresses.ownUrls(workspace, [''], tx);
    const planned = new Map<string, string>();
    const fit: OpenRow[] = [];
    for (const row of open) {
      const { fields, extras } = row;
      const slugs = [fields.slug, ...extras.aliases].filter((slug) => slug !== '');
      const own = [...slugs, ...extras.keptPaths].flatMap((path) => bases.map((base) => `${base}${path}`));
      const wrong = [
        ...this.validator.policyErrors(workspace, fields),
        ...problemsOfColumns(await this.loops.check(workspace, destinationsOf(fields), own, tx, planned)),
      ];
      if (wrong.length > 0) {
        results.set(row.row, refused(row.row, wrong));
        continue;
      }
      const errors = taken.claim(row);
      const isTrashed = errors.some(({ rule }) => rule === 'address_in_trash');
      if (isTrashed) results.set(row.row, refused(row.row, errors));
      else if (errors.length > 0) results.set(row.row, conflict(row.row));
      else if (fit.length >= room) results.set(row.row, refused(row.row, [DEMO_FULL]));
      else {
        fit.push(row);
        for (const path of [...slugs, ...extras.keptPaths.map((kept) => `/${kept}`)])
          planned.set(path, fields.destinationUrl);
      }
    }
    return fit;
  }

  /** Creates the links and records the result of every row. @param places see {@link placesOf}. */
  private async create(
    scope: ImportScope,
    importId: string,
    fit: readonly OpenRow[],
    places: ReadonlyMap<string, number>,
    results: Map<number, Result>,
    tx: EntityManager,
  ): Promise<MadeRow[]> {
    const now = this.clock.date();
    const fresh = linkIds(fit.length);
    const taken = new Map([...places].reverse().map(([linkId, row]) => [row, linkId]));
    const wanted = fit.map((row, index): MadeRow => {
      const { createdAt, aliases, keptPaths } = row.extras;
      return {
        ...row,
        aliases,
        keptPaths,
        id: taken.get(row.row) ?? fresh[index] ?? '',
        createdAt: createdAt === null ? now : new Date(createdAt),
        storedAt: now,
      };
    });
    const created = await this.inserter.insert(scope, wanted, tx);
    const ids = new Set(created.map(({ id }) => id));
    for (const { id, row } of wanted) {
      results.set(row, ids.has(id) ? { row, status: 'created', linkId: id } : conflict(row));
    }
    if (created.length === 0) return [];
    await this.imports.recordDone(importId, new Map(created.map(({ id, row }) => [row, id])), tx);
    await this.audit.record(scope, 'links_imported', { detail: { importId, count: created.length } }, tx);
    return created;
  }
}

/**
 * Links in the trash whose place a row takes, with the row. Its link is given the id of the first of them: a visit
 * that another process has answered, and not stored yet, then counts for the link that has the address now.
 * @param former what rows have become in an earlier import.
 */
function placesOf(
  fit: readonly OpenRow[],
  former: ReadonlyMap<number, string>,
  taken: TakenAddresses,
): Map<string, number> {
  const places = new Map<string, number>();
  for (const row of fit) {
    for (const linkId of [...taken.formerOwners(row), former.get(row.row)]) {
      if (linkId !== undefined && !places.has(linkId)) places.set(linkId, row.row);
    }
  }
  return places;
}

/** Hashes of the passwords that rows without errors set. */
async function passwordsOf(validated: readonly ValidatedRow[]): Promise<Map<ValidatedRow, StoredPassword | null>> {
  const passwords = new Map<ValidatedRow, StoredPassword | null>();
  for (const row of validated) {
    if (row.errors.length === 0 && row.extras.password !== null) {
      passwords.set(row, await storedPassword(row.extras.password));
    }
  }
  return passwords;
}

const DEMO_FULL = problem('', 'demo_links', { max: LIMITS.demoLinks });
const EMPTY_ROW: ValidatedRow = { fields: EMPTY_FIELDS, errors: [], extras: NO_EXTRAS };
const TAKEN = problem('slug', 'address_taken');

const conflict = (row: number): Result => ({ row, status: 'conflict', error: TAKEN.message, errors: [TAKEN] });
const refused = (row: number, errors: FieldError[]): Result => ({
  row,
  status: 'error',
  error: errors.map(errorText).join(' '),
  errors,
});
