import { dateFacts, type DateFacts, type DateReading } from './dates.js';
import { GENERIC_NAMES, plainName, PRODUCTS, type LeftOut, type Product } from './products.js';
import type { ForeignTable } from './read-table.js';
import { pathOfAddress, splitAddress } from './short-address.js';
import { DATES, JOINED, TARGET_COLUMNS, type Meaning } from './targets.js';

/** The meaning of each column of a file, by column index; null for a column that is not imported. */
export type Meanings = readonly (Meaning | null)[];

/** A proposed mapping, with everything the user should see before links are created. */
export interface Proposal {
  /** The product whose export this appears to be; null when none is recognised. */
  readonly product: string | null;
  readonly meanings: Meanings;
  /** Why columns are not imported, by column index; only when the product is known. */
  readonly leftOut: ReadonlyMap<number, LeftOut>;
  readonly dates: DateFacts;
  readonly warnings: readonly MappingWarning[];
}

/** What a mapping may lose or misinterpret, reported before links are created. */
export type MappingWarning =
  /** No column contains the destinations: no link can be created. */
  | 'no_destination'
  /** No column contains the short addresses: every link would get a new one. */
  | 'no_short_address'
  /** The destinations lie where the short addresses do: the column may hold those instead. */
  | 'destination_looks_short'
  /** Two columns contain addresses and their names do not show which is which. */
  | 'addresses_guessed';

/**
 * Warnings about mappings that lose addresses or redirect to a wrong destination; the user must confirm them before
 * continuing.
 */
export const LOSING: ReadonlySet<MappingWarning> = new Set([
  'no_destination',
  'no_short_address',
  'destination_looks_short',
]);

/** Number of rows scanned to detect what a column contains. */
const LOOKED_AT = 1000;

/**
 * Whether a file already is in the import format: it has `destination_url`, no duplicate columns, no unknown column from whose
 * name a mapping would fill one that it does not have, and no whole addresses without slugs, which the format ignores. Its
 * cells are then taken unchanged, except dates.
 */
export function isInFormat(table: ForeignTable): boolean {
  const names = namesOf(table).map((name) => name.toLowerCase());
  const others = unknownColumnsOf(table).map(plainName);
  const isLacking = (meaning: Meaning): boolean => !names.includes(meaning === 'short_address' ? 'slug' : meaning);
  const means = (name: string): boolean =>
    GENERIC_NAMES.some(([meaning, ...known]) => isLacking(meaning) && known.includes(name));
  const hasAddresses = ['slug', 'aliases', 'kept_paths'].some((name) => names.includes(name));
  return (
    names.includes('destination_url') &&
    new Set(names).size === names.length &&
    (hasAddresses || !names.includes('short_url')) &&
    !others.some(means)
  );
}

/** Named columns that are not part of the import format. */
export function unknownColumnsOf(table: ForeignTable): string[] {
  return namesOf(table).filter((name) => !OWN_COLUMNS.has(name.toLowerCase()));
}

const namesOf = ({ columns, isNamed }: ForeignTable): string[] => columns.filter((_, at) => isNamed[at]);

const OWN_COLUMNS: ReadonlySet<string> = new Set([...TARGET_COLUMNS, 'lifetime_clicks']);

/**
 * Proposes the meaning of each column, from the product, the column names and the cell contents.
 * @param named plain name of the product that the user has chosen; null: detect it from the columns.
 */
export function proposeMapping(table: ForeignTable, named: string | null = null): Proposal {
  const plain = table.columns.map(plainName);
  const candidates = PRODUCTS.filter(({ name }) => named === null || plainName(name) === named);
  const product = candidates.find(({ signature }) => signature.every((name) => plain.includes(name))) ?? null;
  const meanings = meaningsByName(plain, product);
  const isGuessed = settleAddresses(table, meanings);
  settleWhole(table, meanings);
  settleFurther(table, meanings, product);
  const leftOut = new Map(
    plain.flatMap((name, at): [number, LeftOut][] => {
      const why = meanings[at] === null ? product?.leftOut?.[name] : undefined;
      return why === undefined ? [] : [[at, why]];
    }),
  );
  return {
    product: product?.name ?? null,
    meanings,
    leftOut,
    dates: datesOf(table, meanings),
    warnings: [...(isGuessed ? (['addresses_guessed'] as const) : []), ...warningsOf(table, meanings)],
  };
}

/** Warnings about a mapping, whether proposed or edited by the user. */
export function warningsOf(table: ForeignTable, meanings: Meanings): MappingWarning[] {
  const destination = meanings.indexOf('destination_url');
  const short = meanings.findIndex((meaning) => meaning !== null && ADDRESSES.has(meaning));
  const warnings: MappingWarning[] = [];
  if (destination < 0) warnings.push('no_destination');
  if (short < 0) warnings.push('no_short_address');
  if (destination >= 0 && looksShort(table, meanings, destination)) warnings.push('destination_looks_short');
  return warnings;
}

/** What can be detected from the date columns of a mapping. */
export function datesOf(table: ForeignTable, meanings: Meanings): DateFacts {
  const places = [...meanings.entries()].flatMap(([at, meaning]) =>
    meaning !== null && DATES.has(meaning) ? [at] : [],
  );
  return dateFacts(cellsOf(table, places));
}

/** How dates are parsed until the user chooses otherwise. */
export function defaultReading(facts: DateFacts, zone: string): DateReading {
  return { form: facts.form, zone };
}

/** Whether at most one column may have this meaning. */
export function isExclusive(meaning: Meaning): boolean {
  return !JOINED.has(meaning);
}

const ADDRESSES: ReadonlySet<Meaning> = new Set<Meaning>(['short_address', 'further_addresses', 'whole_address']);

function* cellsOf(table: ForeignTable, places: readonly number[]): Generator<string> {
  for (const row of table.rows) for (const at of places) yield row[at] ?? '';
}

function meaningsByName(plain: readonly string[], product: Product | null): (Meaning | null)[] {
  const meanings = plain.map((name): Meaning | null => product?.meanings[name] ?? null);
  keepFirst(meanings);
  for (const [meaning, ...others] of GENERIC_NAMES) {
    const names = [plainName(meaning), ...others];
    if (meanings.includes(meaning) && !JOINED.has(meaning)) continue;
    for (const name of names) {
      const places = plain.flatMap((other, at) => (other === name && isFree(at) ? [at] : []));
      for (const at of JOINED.has(meaning) ? places : places.slice(0, 1)) meanings[at] = meaning;
      if (places.length > 0 && !JOINED.has(meaning)) break;
    }
  }
  return meanings;

  function isFree(at: number): boolean {
    return meanings[at] === null && product?.leftOut?.[plain[at] ?? ''] === undefined;
  }
}

/** If several columns have the same meaning, only the first keeps it, unless their cells are joined. */
function keepFirst(meanings: (Meaning | null)[]): void {
  meanings.forEach((meaning, at) => {
    if (meaning !== null && !JOINED.has(meaning) && meanings.indexOf(meaning) < at) meanings[at] = null;
  });
}

/** What a column contains, judged by its first {@link LOOKED_AT} rows. */
interface ColumnFacts {
  readonly at: number;
  /** Hosts of the cells that are addresses. */
  readonly hosts: ReadonlySet<string>;
  /** Whether every non-empty cell is an address. */
  readonly isAddresses: boolean;
  /** Whether at least half of the non-empty cells are: a file may end with a row of totals. */
  readonly isMostlyAddresses: boolean;
}

function factsOf(table: ForeignTable, at: number): ColumnFacts {
  const cells = table.rows.slice(0, LOOKED_AT).flatMap((row) => row[at]?.trim() || []);
  const hosts = cells.flatMap((cell) => splitAddress(cell)?.host || []);
  return {
    at,
    hosts: new Set(hosts),
    isAddresses: cells.length > 0 && hosts.length === cells.length,
    isMostlyAddresses: hosts.length > 0 && hosts.length >= cells.length / 2,
  };
}

/**
 * Assigns address columns by their contents where the names do not tell.
 * @returns whether it had to guess which column is which.
 */
function settleAddresses(table: ForeignTable, meanings: (Meaning | null)[]): boolean {
  const columns = table.columns.map((_, at) => factsOf(table, at)).filter(({ isAddresses }) => isAddresses);
  const open = (): ColumnFacts[] => columns.filter(({ at }) => meanings[at] === null);
  const short = columns.find(({ at }) => meanings[at] === 'short_address');
  const named = meanings.indexOf('destination_url');
  // A column named as destination that contains short addresses, while an unassigned column contains addresses of other
  // hosts: this happens when the header lacks a name.
  const other = open().find(({ hosts }) => short !== undefined && [...hosts].some((host) => !short.hosts.has(host)));
  if (named >= 0 && other !== undefined && short?.hosts.size === 1 && looksShort(table, meanings, named)) {
    meanings[named] = 'further_addresses';
    meanings[other.at] = 'destination_url';
    return true;
  }
  if (named >= 0) return false;
  if (meanings.includes('short_address')) {
    const [only] = open().filter(({ at }) => !isShortName(table.columns[at] ?? ''));
    if (only === undefined) return takeShortForDestination(table, meanings, columns);
    meanings[only.at] = 'destination_url';
    return open().length > 0;
  }
  return settleUnnamed(meanings, open(), table);
}

/** `Link` is taken as the destination if no other column contains addresses. */
function takeShortForDestination(
  table: ForeignTable,
  meanings: (Meaning | null)[],
  columns: readonly ColumnFacts[],
): boolean {
  const at = meanings.indexOf('short_address');
  if (!columns.some((column) => column.at === at) || plainName(table.columns[at] ?? '') !== 'link') return false;
  meanings[at] = 'destination_url';
  return true;
}

/**
 * No column name is recognised: a single column of addresses is the destination; of two, the one whose addresses share
 * one host is the short address.
 */
function settleUnnamed(meanings: (Meaning | null)[], open: readonly ColumnFacts[], table: ForeignTable): boolean {
  const [first, second] = open;
  if (first === undefined) return false;
  if (second === undefined) {
    meanings[first.at] = 'destination_url';
    // A file without a header may also have a column with the codes.
    const code = table.columns.findIndex(
      (_, at) => meanings[at] === null && table.rows.every((row) => /^[\w-]{1,64}$/.test(row[at]?.trim() ?? '')),
    );
    if (code >= 0) meanings[code] = 'short_address';
    return code >= 0;
  }
  const [short, long] = second.hosts.size === 1 && first.hosts.size > 1 ? [second, first] : [first, second];
  meanings[short.at] = 'short_address';
  meanings[long.at] = 'destination_url';
  return true;
}

/**
 * A column with the whole addresses, beside one with the codes alone: by its name, or because its addresses end in the codes.
 * The import compares both, since a spreadsheet may have changed the codes.
 */
function settleWhole(table: ForeignTable, meanings: (Meaning | null)[]): void {
  const code = meanings.indexOf('short_address');
  if (code < 0 || meanings.includes('whole_address') || factsOf(table, code).hosts.size > 0) return;
  const whole = table.columns.findIndex(
    (name, at) =>
      meanings[at] === null &&
      factsOf(table, at).isMostlyAddresses &&
      (isShortName(name) || repeatsCodes(table, code, at)),
  );
  if (whole >= 0) meanings[whole] = 'whole_address';
}

/** Further columns of addresses on the hosts of the short addresses, which are named as such: left out, they would be lost. */
function settleFurther(table: ForeignTable, meanings: (Meaning | null)[], product: Product | null): void {
  const short = meanings.indexOf('short_address');
  if (short < 0 || !meanings.includes('destination_url')) return;
  const shortHosts = factsOf(table, short).hosts;
  table.columns.forEach((name, at) => {
    const plain = plainName(name);
    const isNamed = SHORT_NAMES.has(plain) || /(?:link|shorturl)$/.test(plain);
    if (meanings[at] !== null || !isNamed || product?.leftOut?.[plain] !== undefined) return;
    const { hosts, isMostlyAddresses } = factsOf(table, at);
    if (isMostlyAddresses && [...hosts].every((host) => shortHosts.has(host))) meanings[at] = 'further_addresses';
  });
}

/** Names of columns with short addresses; `Link` is one that destinations have too. */
const SHORT_NAMES: ReadonlySet<string> = new Set(
  GENERIC_NAMES.flatMap(([meaning, ...names]) => (meaning === 'short_address' ? names : [])),
);
const isShortName = (name: string): boolean => plainName(name) !== 'link' && SHORT_NAMES.has(plainName(name));

/** Whether the addresses of a column have the codes of another as their paths, in most rows. */
function repeatsCodes(table: ForeignTable, code: number, at: number): boolean {
  const rows = table.rows.slice(0, LOOKED_AT).filter((row) => row[code]?.trim() && row[at]?.trim());
  const same = rows.filter((row) => {
    const [short, path] = [pathOfAddress(row[code] ?? ''), pathOfAddress(row[at] ?? '')];
    return short !== '' && short.toLowerCase() === path.toLowerCase();
  });
  return same.length > rows.length / 2;
}

/**
 * Whether the destinations are on no other hosts than the short addresses, or, where those are codes alone and the column is
 * named as one of short addresses, are on one host and end in the codes.
 */
function looksShort(table: ForeignTable, meanings: Meanings, destination: number): boolean {
  const { hosts, isMostlyAddresses } = factsOf(table, destination);
  if (!isMostlyAddresses) return false;
  const short = meanings.flatMap((meaning, at) =>
    meaning !== null && ADDRESSES.has(meaning) && at !== destination ? [factsOf(table, at)] : [],
  );
  const shortHosts = new Set(short.flatMap((facts) => [...facts.hosts]));
  if (shortHosts.size > 0) return [...hosts].every((host) => shortHosts.has(host));
  const isNamedShort = SHORT_NAMES.has(plainName(table.columns[destination] ?? ''));
  return isNamedShort && hosts.size === 1 && short.some(({ at }) => repeatsCodes(table, at, destination));
}
