import { problem, type FieldError } from '@signpost/contracts';
import { prefixedSlugOf } from '../record/kept-paths.js';
import type { ValidatedRow } from './import-row.js';
import type { TrashedOwner } from './imports.repository.js';

/** State of the addresses that rows request. Kept paths begin with a slash. */
export interface KnownAddresses {
  /** Current and former addresses of links, and prefixes. */
  readonly taken: ReadonlySet<string>;
  /** Taken addresses whose link was imported and is in the trash. */
  readonly trashed: ReadonlyMap<string, TrashedOwner>;
  /** Active link prefixes. */
  readonly prefixes: ReadonlySet<string>;
}

const IN_TRASH = problem('slug', 'address_in_trash');

/** Tracks which addresses are taken, by links and by preceding rows. */
export class TakenAddresses {
  /** @param seen addresses claimed by earlier parts of the file. */
  constructor(
    private readonly known: KnownAddresses,
    private readonly seen = new Set<string>(),
  ) {}

  /** Claims the addresses of a row. @returns the errors; if there are none, the addresses are now taken by the row. */
  claim(row: ValidatedRow): FieldError[] {
    const addresses = addressesOf(row, this.known.prefixes);
    const errors = addresses.flatMap(({ field, address }): FieldError[] => {
      const owner = this.known.trashed.get(address);
      if (owner?.isReplaceable === false) return [IN_TRASH];
      if (owner === undefined && this.known.taken.has(address)) return [problem(field, 'address_taken')];
      return this.seen.has(address) ? [problem(field, 'earlier_row_address')] : [];
    });
    if (errors.length === 0) for (const { address } of addresses) this.seen.add(address);
    return errors;
  }

  /** Links in the trash whose addresses a row takes over. */
  formerOwners(row: ValidatedRow): string[] {
    return addressesOf(row, this.known.prefixes).flatMap(
      ({ address }) => this.known.trashed.get(address)?.linkId ?? [],
    );
  }
}

/** Every address that a row requests, with its column; a kept path under an active prefix also requests the slug. */
export function addressesOf(
  { fields, extras }: Pick<ValidatedRow, 'fields' | 'extras'>,
  prefixes: ReadonlySet<string>,
): { field: string; address: string }[] {
  return [
    ...(fields.slug === '' ? [] : [{ field: 'slug', address: fields.slug }]),
    ...extras.aliases.map((address) => ({ field: 'aliases', address })),
    ...extras.keptPaths.flatMap((path) => {
      const slug = prefixedSlugOf(path, prefixes);
      return [`/${path}`, ...(slug === null ? [] : [slug])].map((address) => ({ field: 'kept_paths', address }));
    }),
  ];
}
