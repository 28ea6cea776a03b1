import { CSV_COLUMNS, CSV_SEPARATOR_LINE, CsvColumn } from '@signpost/contracts';
import { csvOf } from './import-state';

/** A CSV file that another program wrote, read in the browser: its columns are not named as the format has them. */
export interface ForeignFile {
  readonly name: string;
  readonly columns: readonly string[];
  /** Cells by place; a row may have fewer than there are columns, or more. */
  readonly rows: readonly (readonly string[])[];
  /** Whether tabs separate its cells, which the format does not know. */
  readonly hasTabs: boolean;
}

/** What a column of a foreign file holds; empty where it is left out. */
export type Meaning = CsvColumn | '';

/** Reads a file; null when it is no CSV in UTF-8 with a header and a row, which is for the server to say. */
export async function readForeignFile(file: File): Promise<ForeignFile | null> {
  try {
    // Where it does not arrive, the server's words stay.
    const { parse } = await import('csv-parse/browser/esm/sync');
    const text = new TextDecoder('utf-8', { fatal: true })
      .decode(await file.arrayBuffer())
      .replace(CSV_SEPARATOR_LINE, '');
    const options = { relax_column_count: true, relax_quotes: true, skip_empty_lines: true };
    // Whichever makes more columns of the header.
    const { delimiter, records } = [',', ';', '\t']
      .map((delimiter) => ({ delimiter, records: parse(text, { ...options, delimiter }) }))
      .reduce((most, other) => ((other.records[0]?.length ?? 0) > (most.records[0]?.length ?? 0) ? other : most));
    const [first = [], ...others] = records;
    // What has an address in its first row has no header: its columns are called as a spreadsheet calls them.
    const isHeadless = first.some(isAddress);
    const columns = isHeadless ? first.map((_, at) => letterOf(at)) : first.map((name) => name.trim());
    const rows = isHeadless ? records : others;
    return rows.length === 0 ? null : { name: file.name, columns, rows, hasTabs: delimiter === '\t' };
  } catch {
    return null;
  }
}

/** Whether a file is in the format, so that there is nothing to say about its columns. */
export function isInFormat({ columns, hasTabs }: ForeignFile): boolean {
  return !hasTabs && columns.some((name) => name.toLowerCase() === 'destination_url');
}

/**
 * Names that other products give to the columns of their exports, without their spaces and signs, the surest first: a file
 * may have a slug and a whole short address too.
 */
const NAMES: readonly (readonly [CsvColumn, ...string[]])[] = [
  ['slug', 'shortcode', 'keyword', 'slashtag', 'backhalf', 'alias', 'path', 'key', 'shortid'],
  ['slug', 'shorturl', 'shortlink', 'bitlink', 'tinyurl'],
  ['destination_url', 'destination', 'longurl', 'originalurl', 'targeturl', 'target', 'url', 'longlink'],
  ['title', 'name', 'linktitle'],
  ['tags', 'tag', 'labels'],
  ['notes', 'note', 'description', 'comments', 'comment'],
  ['starts_at', 'validsince', 'startdate'],
  ['expires_at', 'expires', 'validuntil', 'expiry', 'expirydate', 'expirationdate'],
  ['expiration_destination', 'expiredurl', 'expirationurl'],
  ['maximum_visits', 'maxvisits', 'clickslimit', 'clicklimit', 'maxclicks'],
];

/**
 * What the columns of a file probably hold: by their names, and the destinations else by what stands there. No two of them
 * hold the same.
 */
export function meaningsOf({ columns, rows }: Pick<ForeignFile, 'columns' | 'rows'>): Meaning[] {
  const plain = columns.map(plainName);
  const meanings = columns.map((): Meaning => '');
  const own = CSV_COLUMNS.map((column) => [column, plainName(column)] as const);
  for (const [meaning, ...names] of [...own, ...NAMES]) {
    const at = names.map((name) => plain.indexOf(name)).find((index) => index >= 0 && meanings[index] === '');
    if (at !== undefined && !meanings.includes(meaning)) meanings[at] = meaning;
  }
  const addresses = meanings.findIndex((meaning, at) => meaning === '' && isAddress(rows[0]?.[at] ?? ''));
  if (addresses >= 0 && !meanings.includes('destination_url')) meanings[addresses] = 'destination_url';
  return meanings;
}

/**
 * The file in the format, with the columns that have a meaning. Where a slug is a whole address, it becomes its last part;
 * tags between commas or semicolons are put apart as the format has it.
 */
export function inFormat(file: ForeignFile, meanings: readonly Meaning[]): File {
  const kept = [...meanings.entries()].flatMap(([at, meaning]) => (meaning === '' ? [] : [{ at, meaning }]));
  const rows = file.rows.map((cells) => [
    ...kept.map(({ at, meaning }) => translate(meaning, cells[at] ?? '')),
    // What no column is there for stays, so that it is asked about.
    ...cells.slice(file.columns.length),
  ]);
  return new File([csvOf([kept.map(({ meaning }) => meaning), ...rows])], file.name, { type: 'text/csv' });
}

const isAddress = (cell: string): boolean => /^\s*https?:\/\//i.test(cell);

/** A to Z, then AA and so on. */
function letterOf(at: number): string {
  return (at < 26 ? '' : letterOf(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));
}

const plainName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

function translate(meaning: CsvColumn, cell: string): string {
  if (meaning === 'slug' && cell.includes('/')) return lastPartOf(cell);
  if (meaning === 'tags' && !cell.includes('|')) return cell.replace(/\s*[,;]\s*/g, '|');
  return cell;
}

/** The last part of the path of an address, with or without its scheme. */
function lastPartOf(address: string): string {
  const path = address.replace(/^(?:https?:\/\/)?[^/]+(?=\/|$)/i, '').replace(/[?#].*$/, '');
  return path.split('/').findLast(Boolean) ?? '';
}
