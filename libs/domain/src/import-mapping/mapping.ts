import { dateFacts, type DateFacts, type DateReading } from './dates.js';
import { GENERIC_NAMES, plainName, PRODUCTS, type LeftOut, type Product } from './products.js';
import { isAddress, type ForeignTable } from './read-table.js';
import { splitAddress } from './short-address.js';
import { DATES, JOINED, TARGET_COLUMNS, type Meaning } from './targets.js';

/** What each column of a file holds, by place; null where it is left out. */
export type Meanings = readonly (Meaning | null)[];

/** A mapping that is proposed, with all that a person should see before anything is made. */
export interface Proposal {
  /** The product whose export this seems to be; null when none is known. */
  readonly product: string | null;
  readonly meanings: Meanings;
  /** Why columns that hold something are left out, by place; only where the product is known. */
  readonly leftOut: ReadonlyMap<number, LeftOut>;
  readonly dates: DateFacts;
  readonly warnings: readonly MappingWarning[];
}

/** What a mapping may lose or mistake, said before anything is made. */
export type MappingWarning =
  /** No column holds the destinations: nothing can be made. */
  | 'no_destination'
  /** No column holds the short addresses: every link would get a new one. */
  | 'no_short_address'
  /** The destinations share one host with the short addresses: the short address may stand where the destination should. */
  | 'destination_looks_short'
  /** Two columns hold addresses and their names do not tell which is which. */
  | 'addresses_guessed';

/** Warnings with which a mapping loses addresses or leads elsewhere, so that nobody goes on without having decided. */
export const LOSING: ReadonlySet<MappingWarning> = new Set([
  'no_destination',
  'no_short_address',
  'destination_looks_short',
]);

/** Rows that are looked at to tell what a column holds. */
const LOOKED_AT = 1000;

/**
 * Whether a file is in the import format already: it has `destination_url`, no column twice, and what is not of the format means
 * nothing that a mapping knows. Its cells are taken as they are, but for dates.
 */
export function isInFormat(table: ForeignTable): boolean {
  const names = namesOf(table);
  const others = unknownColumnsOf(table).map(plainName);
  const means = (name: string): boolean => GENERIC_NAMES.some(([, ...known]) => known.includes(name));
  return names.includes('destination_url') && new Set(names).size === names.length && !others.some(means);
}

/** Columns of a file in the format that the format does not have. */
export function unknownColumnsOf(table: ForeignTable): string[] {
  return table.columns.slice(0, table.named).filter((name) => !OWN_COLUMNS.has(name.toLowerCase()));
}

const namesOf = (table: ForeignTable): string[] =>
  table.columns.slice(0, table.named).map((name) => name.toLowerCase());

const OWN_COLUMNS: ReadonlySet<string> = new Set([...TARGET_COLUMNS, 'lifetime_clicks']);

/**
 * What the columns of a file probably hold: by the product, by their names, and by what stands in them.
 * @param named plain name of the product that a person has named; null: whichever the columns tell.
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

/** What is wrong with a mapping, also one that a person has changed. */
export function warningsOf(table: ForeignTable, meanings: Meanings): MappingWarning[] {
  const destination = meanings.indexOf('destination_url');
  const short = meanings.findIndex((meaning) => meaning !== null && ADDRESSES.has(meaning));
  const warnings: MappingWarning[] = [];
  if (destination < 0) warnings.push('no_destination');
  if (short < 0) warnings.push('no_short_address');
  if (destination >= 0 && sharesHost(table, meanings, destination)) warnings.push('destination_looks_short');
  return warnings;
}

/** What the date columns of a mapping say of themselves. */
export function datesOf(table: ForeignTable, meanings: Meanings): DateFacts {
  const places = [...meanings.entries()].flatMap(([at, meaning]) =>
    meaning !== null && DATES.has(meaning) ? [at] : [],
  );
  return dateFacts(cellsOf(table, places));
}

/** How dates are read as long as nobody has said otherwise. */
export function defaultReading(facts: DateFacts, zone: string): DateReading {
  return { form: facts.form, zone };
}

/** Whether a column means something that no other column may mean. */
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

/** Of columns that mean the same, the first keeps it, unless they are joined. */
function keepFirst(meanings: (Meaning | null)[]): void {
  meanings.forEach((meaning, at) => {
    if (meaning !== null && !JOINED.has(meaning) && meanings.indexOf(meaning) < at) meanings[at] = null;
  });
}

/** What a column holds, as its first rows tell. */
interface ColumnFacts {
  readonly at: number;
  /** Hosts of its cells that are addresses. */
  readonly hosts: ReadonlySet<string>;
  /** Whether each cell that holds something is an address. */
  readonly isAddresses: boolean;
}

function factsOf(table: ForeignTable, at: number): ColumnFacts {
  const cells = table.rows.slice(0, LOOKED_AT).flatMap((row) => row[at]?.trim() || []);
  const hosts = cells.flatMap((cell) => (isAddress(cell) ? (splitAddress(cell)?.host ?? []) : []));
  return { at, hosts: new Set(hosts), isAddresses: cells.length > 0 && hosts.length === cells.length };
}

/**
 * Finds addresses by what stands in the columns, where names do not tell. @returns whether it was guessed which is which.
 */
function settleAddresses(table: ForeignTable, meanings: (Meaning | null)[]): boolean {
  const columns = table.columns.map((_, at) => factsOf(table, at)).filter(({ isAddresses }) => isAddresses);
  const open = (): ColumnFacts[] => columns.filter(({ at }) => meanings[at] === null);
  const short = columns.find(({ at }) => meanings[at] === 'short_address');
  const named = meanings.indexOf('destination_url');
  // A column that is called a destination and holds short addresses, beside one that holds others (a header may lack a name).
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

/** `Link` may be what leads elsewhere where nothing else is an address. */
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

/** No name tells anything: a single column of addresses leads elsewhere; of two, the one on one host is the short one. */
function settleUnnamed(meanings: (Meaning | null)[], open: readonly ColumnFacts[], table: ForeignTable): boolean {
  const [first, second] = open;
  if (first === undefined) return false;
  if (second === undefined) {
    meanings[first.at] = 'destination_url';
    // A code beside it, in a file without a header.
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

/** Whether all destinations are on the one host that the short addresses are on. */
function sharesHost(table: ForeignTable, meanings: Meanings, destination: number): boolean {
  const { hosts, isAddresses } = factsOf(table, destination);
  const [host] = hosts;
  if (!isAddresses || hosts.size !== 1 || host === undefined) return false;
  return meanings.some(
    (meaning, at) =>
      meaning !== null && ADDRESSES.has(meaning) && at !== destination && factsOf(table, at).hosts.has(host),
  );
}
