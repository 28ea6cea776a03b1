import { problem, type FieldError } from '@signpost/contracts';
import { prefixedSlugOf } from '../record/kept-paths.js';
import type { ValidatedRow } from './import-row.js';
import type { TrashedOwner } from './imports.repository.js';

/** What is known of the addresses that rows ask for. Kept paths stand with a slash in front. */
export interface KnownAddresses {
  /** Those that a link has or had, or a prefix. */
  readonly taken: ReadonlySet<string>;
  /** Those among them whose link an import made and somebody has put into the trash. */
  readonly trashed: ReadonlyMap<string, TrashedOwner>;
  /** Link prefixes that work. */
  readonly prefixes: ReadonlySet<string>;
}

const IN_TRASH = problem('slug', 'address_in_trash');

/** Which addresses are taken, by links and by the rows before. */
export class TakenAddresses {
  /** @param seen what rows of earlier parts of the file have got. */
  constructor(
    private readonly known: KnownAddresses,
    private readonly seen = new Set<string>(),
  ) {}

  /** Problems of the addresses that a row asks for; without any they are its own from then on. */
  claim(row: ValidatedRow): FieldError[] {
    const asked = addressesOf(row, this.known.prefixes);
    const errors = asked.flatMap(({ field, address }): FieldError[] => {
      const owner = this.known.trashed.get(address);
      if (owner?.isVisited === true) return [IN_TRASH];
      if (owner === undefined && this.known.taken.has(address)) return [problem(field, 'address_taken')];
      return this.seen.has(address) ? [problem(field, 'earlier_row_address')] : [];
    });
    if (errors.length === 0) for (const { address } of asked) this.seen.add(address);
    return errors;
  }

  /** Links in the trash that give a row their addresses. */
  formerOwners(row: ValidatedRow): string[] {
    return addressesOf(row, this.known.prefixes).flatMap(
      ({ address }) => this.known.trashed.get(address)?.linkId ?? [],
    );
  }
}

/** Every address that a row asks for, with its column; a kept path under a prefix that works is the slug's as well. */
export function addressesOf(
  { fields, beside }: Pick<ValidatedRow, 'fields' | 'beside'>,
  prefixes: ReadonlySet<string>,
): { field: string; address: string }[] {
  return [
    ...(fields.slug === '' ? [] : [{ field: 'slug', address: fields.slug }]),
    ...beside.aliases.map((address) => ({ field: 'aliases', address })),
    ...beside.keptPaths.flatMap((path) => {
      const slug = prefixedSlugOf(path, prefixes);
      return [`/${path}`, ...(slug === null ? [] : [slug])].map((address) => ({ field: 'kept_paths', address }));
    }),
  ];
}
