import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { problem, type FieldError, type ImportValues } from '@signpost/contracts';
import type { EntityManager } from 'typeorm';
import { DestinationPolicy } from '../../destination-policy/index.js';
import type { CurrentWorkspace } from '../../platform/access/index.js';
import { Config } from '../../platform/config/index.js';
import { Clock } from '../../platform/time/index.js';
import { firstWords, KeptPaths } from '../record/kept-paths.js';
import { LinkAddresses } from '../record/link-addresses.js';
import type { LinkFields } from '../record/link-fields.js';
import { LinkReferences } from '../record/link-references.js';
import { destinationsOf } from '../record/link-rules.js';
import { validateRow, type ValidatedRow } from './import-row.js';
import { ImportsRepository, type DoneRow } from './imports.repository.js';
import { RowReferences } from './row-references.js';
import { addressesOf, TakenAddresses } from './taken-addresses.js';

/** Where links are imported, and by whom: nobody when an operator does it on the command line. A member is one. */
export interface ImportScope {
  readonly workspaceId: string;
  readonly workspace: CurrentWorkspace;
  readonly userId: string | null;
}

/** What would become of rows. */
export interface Assessment {
  /** What is wrong with each row, in their order. */
  readonly errors: readonly (readonly FieldError[])[];
  /** Values of campaigns that would be made. */
  readonly newCampaigns: readonly string[];
}

/** Rows validated between two looks at other requests: checking a thousand at once would hold up redirects. */
const ROWS_PER_TURN = 20;

/** Says what is wrong with rows of a file. Changes nothing. */
@Injectable()
export class ImportValidator {
  constructor(
    private readonly imports: ImportsRepository,
    private readonly addresses: LinkAddresses,
    private readonly keptPaths: KeptPaths,
    private readonly rowReferences: RowReferences,
    private readonly references: LinkReferences,
    private readonly policy: DestinationPolicy,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Checks rows by themselves. */
  async validate({ workspace }: ImportScope, rows: readonly ImportValues[]): Promise<ValidatedRow[]> {
    const bases = await this.references.ownUrls(workspace, ['']);
    const rules = {
      allowPrivate: this.config.allowPrivateDestinations,
      now: this.clock.now(),
      ownUrlsOf: (slug: string) => bases.map((base) => `${base}${slug}`),
    };
    const validated: ValidatedRow[] = [];
    for (const values of rows) {
      if (validated.length % ROWS_PER_TURN === 0) await nextTurn();
      validated.push(validateRow(values, rules));
    }
    return validated;
  }

  /**
   * Checks rows by what the workspace has.
   * @param former what each of them has become before.
   * @param seen what rows of earlier parts of the file have got; gets what these get.
   */
  async assess(
    scope: ImportScope,
    validated: readonly ValidatedRow[],
    former: readonly (DoneRow | undefined)[] = [],
    seen = new Set<string>(),
  ): Promise<Assessment> {
    const newCampaigns = await this.rowReferences.resolve(scope, validated);
    const taken = await this.takenAddresses(scope.workspaceId, validated, undefined, seen);
    const judge = (row: ValidatedRow, state: DoneRow['state'] | undefined): readonly FieldError[] => {
      if (state === 'trashed') return [...row.errors, ROW_IN_TRASH];
      if (row.errors.length > 0 || state !== undefined) return row.errors;
      const refused = this.policyErrors(scope.workspace, row.fields);
      return refused.length > 0 ? refused : taken.claim(row);
    };
    const errors: (readonly FieldError[])[] = [];
    for (const [index, row] of validated.entries()) {
      if (index % ROWS_PER_TURN === 0) await nextTurn();
      errors.push(judge(row, former[index]?.state));
    }
    return { errors, newCampaigns: newCampaigns.map(({ utmCampaign }) => utmCampaign) };
  }

  /** What the instance or the workspace says against the destinations of a row. */
  policyErrors(workspace: CurrentWorkspace, fields: LinkFields): readonly FieldError[] {
    return this.policy.check(workspace, destinationsOf(fields))?.errors ?? [];
  }

  /** Who has the addresses that rows ask for. */
  async takenAddresses(
    workspaceId: string,
    rows: readonly ValidatedRow[],
    tx?: EntityManager,
    seen = new Set<string>(),
  ): Promise<TakenAddresses> {
    const words = firstWords(rows.flatMap(({ beside }) => beside.keptPaths));
    const prefixes = await this.keptPaths.findPrefixes(workspaceId, words, tx);
    const asked = rows.flatMap((row) => addressesOf(row, prefixes).map(({ address }) => address));
    const slugs = asked.filter((address) => !address.startsWith('/'));
    const paths = asked.filter((address) => address.startsWith('/')).map((path) => path.slice(1));
    const taken = [
      ...(await this.addresses.findTaken(workspaceId, slugs, tx)).keys(),
      ...[...(await this.keptPaths.findTaken(workspaceId, paths, tx)).keys()].map((path) => `/${path}`),
    ];
    const trashed = await this.imports.findTrashed(workspaceId, taken, tx);
    return new TakenAddresses({ taken: new Set(taken), trashed, prefixes }, seen);
  }
}

/** A row whose link was put into the trash after people had visited it. */
export const ROW_IN_TRASH = problem('slug', 'row_in_trash');
