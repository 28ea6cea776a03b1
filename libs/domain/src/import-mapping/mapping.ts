import { dateFacts, type DateFacts, type DateReading } from './dates.js';
import { GENERIC_NAMES, plainName, PRODUCTS, type LeftOut, type Product } from './products.js';
import { isAddress, type ForeignTable } from './read-table.js';
import { splitAddress } from './short-address.js';
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
  /** The destinations and the short addresses share one host: the two columns may be swapped. */
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
 * Whether a file already is in the import format: it has `destination_url`, no duplicate columns, and no unknown column
 * whose name a mapping would recognise. Its cells are then taken unchanged, except dates.
 */
export function isInFormat(table: ForeignTable): boolean {
  const names = namesOf(table);
  const others = unknownColumnsOf(table).map(plainName);
  const means = (name: string): boolean => GENERIC_NAMES.some(([, ...known]) => known.includes(name));
  return names.includes('destination_url') && new Set(names).size === names.length && !others.some(means);
}

/** Named columns that are not part of the import format. */
export function unknownColumnsOf(table: ForeignTable): string[] {
  return table.columns.slice(0, table.named).filter((name) => !OWN_COLUMNS.has(name.toLowerCase()));
}

const namesOf = (table: ForeignTable): string[] =>
  table.columns.slice(0, table.named).map((name) => name.toLowerCase());

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
  if (destination >= 0 && sharesHost(table, meanings, destination)) warnings.push('destination_looks_short');
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
}

function factsOf(table: ForeignTable, at: number): ColumnFacts {
  const cells = table.rows.slice(0, LOOKED_AT).flatMap((row) => row[at]?.trim() || []);
  const hosts = cells.flatMap((cell) => (isAddress(cell) ? (splitAddress(cell)?.host ?? []) : []));
  return { at, hosts: new Set(hosts), isAddresses: cells.length > 0 && hosts.length === cells.length };
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
  if (named >= 0 && other !== undefined && short?.hosts.size === 1 && sharesHost(table, meanings, named)) {
    meanings[named] = 'further_addresses';
    meanings[other.at] = 'destination_url';
    return true;
  }
  if (named >= 0) return false;
  if (meanings.includes('short_address')) {
    const [only] = open();
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

/** Whether all destinations are on a single host and that host also has short addresses. */
function sharesHost(table: ForeignTable, meanings: Meanings, destination: number): boolean {
  const { hosts, isAddresses } = factsOf(table, destination);
  const [host] = hosts;
  if (!isAddresses || hosts.size !== 1 || host === undefined) return false;
  return meanings.some(
    (meaning, at) =>
      meaning !== null && ADDRESSES.has(meaning) && at !== destination && factsOf(table, at).hosts.has(host),
  );
}
