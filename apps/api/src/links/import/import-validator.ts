import { Injectable } from '@nestjs/common';
import { problem, type FieldError, type ImportValues } from '@signpost/contracts';
import type { EntityManager } from 'typeorm';
import { DestinationPolicy } from '../../destination-policy/index.js';
import type { Actor, CurrentWorkspace } from '../../platform/access/index.js';
import { Config } from '../../platform/config/index.js';
import { Clock } from '../../platform/time/index.js';
import { fairTurns } from '../../platform/work/index.js';
import { firstWords, KeptPaths } from '../record/kept-paths.js';
import { LinkAddresses } from '../record/link-addresses.js';
import type { LinkFields } from '../record/link-fields.js';
import { destinationsOf } from '../record/link-rules.js';
import { problemsOfColumns, validateRow, type ValidatedRow } from './import-row.js';
import { ImportsRepository, type DoneRow } from './imports.repository.js';
import { RowReferences } from './row-references.js';
import { addressesOf, TakenAddresses } from './taken-addresses.js';

/** Who imports, which on the command line is nobody. */
export interface ImportScope extends Actor {
  readonly workspace: CurrentWorkspace;
}

/** Result of validating rows against the workspace. */
export interface Assessment {
  /** Errors of each row, in order. */
  readonly errors: readonly (readonly FieldError[])[];
  /** UTM values of campaigns that would be created. */
  readonly newCampaigns: readonly string[];
}

/** Validates rows of a file. Changes nothing. */
@Injectable()
export class ImportValidator {
  constructor(
    private readonly imports: ImportsRepository,
    private readonly addresses: LinkAddresses,
    private readonly keptPaths: KeptPaths,
    private readonly rowReferences: RowReferences,
    private readonly policy: DestinationPolicy,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Validates rows on their own, without the database's links. */
  async validate({ workspace }: ImportScope, rows: readonly ImportValues[]): Promise<ValidatedRow[]> {
    const bases = await this.addresses.ownUrls(workspace, ['']);
    const rules = {
      allowPrivate: this.config.allowPrivateDestinations,
      now: this.clock.now(),
      ownUrlsOf: (address: string) => bases.map((base) => `${base}${address}`),
    };
    const validated: ValidatedRow[] = [];
    const turn = fairTurns();
    for (const values of rows) {
      await turn();
      validated.push(validateRow(values, rules));
    }
    return validated;
  }

  /**
   * Validates rows against the workspace's data.
   * @param former what each row has become in an earlier import.
   * @param seen addresses claimed by earlier parts of the file; addresses of these rows are added.
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
    const turn = fairTurns();
    for (const [index, row] of validated.entries()) {
      await turn();
      errors.push(judge(row, former[index]?.state));
    }
    return { errors, newCampaigns: newCampaigns.map(({ utmCampaign }) => utmCampaign) };
  }

  /** Errors of a row's destinations by the policies of the instance and the workspace. */
  policyErrors(workspace: CurrentWorkspace, fields: LinkFields): readonly FieldError[] {
    return problemsOfColumns(this.policy.problems(workspace, destinationsOf(fields)));
  }

  /** Loads which of the addresses requested by rows are taken. */
  async takenAddresses(
    workspaceId: string,
    rows: readonly ValidatedRow[],
    tx?: EntityManager,
    seen = new Set<string>(),
  ): Promise<TakenAddresses> {
    const words = firstWords(rows.flatMap(({ extras }) => extras.keptPaths));
    const prefixes = await this.keptPaths.findPrefixes(workspaceId, words, tx);
    const addresses = rows.flatMap((row) => addressesOf(row, prefixes).map(({ address }) => address));
    const slugs = addresses.filter((address) => !address.startsWith('/'));
    const paths = addresses.filter((address) => address.startsWith('/')).map((path) => path.slice(1));
    const taken = [
      ...(await this.addresses.findTaken(workspaceId, slugs, tx)).keys(),
      ...[...(await this.keptPaths.findTaken(workspaceId, paths, tx)).keys()].map((path) => `/${path}`),
    ];
    const trashed = await this.imports.findTrashed(workspaceId, taken, tx);
    return new TakenAddresses({ taken: new Set(taken), trashed, prefixes }, seen);
  }
}

/** Error for a row whose link is in the trash and stays there. */
export const ROW_IN_TRASH = problem('slug', 'row_in_trash');
