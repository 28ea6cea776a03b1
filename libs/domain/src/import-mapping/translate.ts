import { EXTRA_CELLS } from '@signpost/contracts';
import { flagOfCell, linkInFormula } from '../csv-cell.js';
import { keptPathInCell } from '../link/kept-path.js';
import { isNever, readDate, type DateReading } from './dates.js';
import type { Meanings } from './mapping.js';
import { isRecord } from '../record.js';
import type { ForeignTable } from './read-table.js';
import { formOfPath, isUndecodable, pathOfAddress, splitAddress, type AddressForm } from './short-address.js';
import { DATES, TARGET_COLUMNS, type Meaning, type TargetColumn } from './targets.js';

/** A row in the import format; empty columns are omitted. */
export type TranslatedRow = { readonly [column in TargetColumn | typeof EXTRA_CELLS]?: string };

type Writable = { -readonly [column in keyof TranslatedRow]: TranslatedRow[column] };

/** A note about a row that the user should see before the import. */
export interface RowNote {
  /** 1 = first data row. */
  readonly row: number;
  readonly kind: RowNoteKind;
  /** The cell or the address that the note is about. */
  readonly text: string;
}

export type RowNoteKind =
  /** The bare short domain, which cannot be a link; the workspace has a setting for it. */
  | 'root_address'
  /** Signpost itself serves this address. */
  | 'reserved_address'
  /** Neither a slug nor a kept path can represent it. */
  | 'unsayable_address'
  /** A code that a spreadsheet has shortened as a number (`1E+05`): what it was is not in the file. */
  | 'spreadsheet_address'
  /** An earlier row has the same address. */
  | 'repeated_address'
  /** Becomes a kept path, since it is not a valid slug. Nothing is lost. */
  | 'kept_path'
  /** The row has no short address, although others do: it gets a new one. */
  | 'no_address'
  /** The row has more cells than the header has names. */
  | 'extra_cells'
  /** Not a date in the chosen form. */
  | 'unreadable_date'
  /** A number that a spreadsheet has shortened (`1.23E+17`). */
  | 'spreadsheet_number'
  /** Protected by a password that the file does not have. */
  | 'password_unknown';

/** Notes about addresses that will not work after the import. */
export const LOST_ADDRESS: ReadonlySet<RowNoteKind> = new Set([
  'root_address',
  'reserved_address',
  'unsayable_address',
  'spreadsheet_address',
  'repeated_address',
]);

/** Whether a cell is a number as spreadsheets shorten it: `1.23E+17`. */
export function isShortenedNumber(cell: string): boolean {
  return /^\d+(?:[.,]\d+)?E\+\d+$/i.test(cell.trim());
}

/** Translates the rows of a file into the import format, detecting addresses that occur in more than one row. */
export class Translator {
  /** Per lower-case address: each exact spelling with the index of its first row. */
  private readonly spellings = new Map<string, Map<string, number>>();
  /** Hosts of the short addresses: one of them alone in a cell is the bare domain. */
  private readonly hosts: ReadonlySet<string>;
  /** Paths of addresses that were not decoded. */
  private readonly undecoded: ReadonlySet<string>;

  constructor(
    private readonly table: ForeignTable,
    private readonly meanings: Meanings,
    private readonly reading: DateReading,
  ) {
    const all = table.rows.flatMap((cells) => this.addressCells(cells));
    this.hosts = new Set(all.flatMap((cell) => splitAddress(cell)?.host ?? []));
    this.undecoded = new Set(all.filter(isUndecodable).map(pathOfAddress));
    table.rows.forEach((cells, index) => {
      for (const path of this.pathsOf(cells)) {
        const exact = this.spellings.get(path.toLowerCase()) ?? new Map<string, number>();
        if (!exact.has(path)) exact.set(path, index);
        this.spellings.set(path.toLowerCase(), exact);
      }
    });
  }

  /** Translates one row (index from 0) and returns it with the notes about it. */
  translate(index: number): { readonly values: TranslatedRow; readonly notes: readonly RowNote[] } {
    const cells = this.table.rows[index] ?? [];
    const notes: RowNote[] = [];
    const note = (kind: RowNoteKind, text: string): void => void notes.push({ row: index + 1, kind, text });
    const values: Writable = { ...this.addresses(cells, index, note) };
    const extra = cells
      .slice(this.table.headed)
      .filter((cell, at) => cell.trim() !== '' && this.meanings[this.table.headed + at] === null);
    if (extra.length > 0) {
      values[EXTRA_CELLS] = extra.join(', ');
      note('extra_cells', extra.join(', '));
    }
    const targets: Record<string, string> = {};
    let lostPassword: string | null = null;
    for (const [at, meaning] of this.meanings.entries()) {
      const cell = (cells[at] ?? '').trim();
      if (meaning === null || cell === '') continue;
      if (meaning.startsWith('target_')) targets[meaning.slice('target_'.length)] = cell;
      else if (meaning === 'password' && isPassword(cell)) values.password = cell;
      else if (meaning === 'password' || meaning === 'is_protected') {
        if (flagOfCell(cell) ?? !isNever(cell)) lostPassword = cell;
      } else Object.assign(values, this.field(meaning, cell, values, note));
    }
    if (Object.keys(targets).length > 0) values.targeting = JSON.stringify({ os: targets });
    if (lostPassword !== null && values.password === undefined) {
      values.is_protected = 'true';
      note('password_unknown', lostPassword);
    }
    return { values, notes };
  }

  private field(
    meaning: Meaning,
    cell: string,
    so: TranslatedRow,
    note: (kind: RowNoteKind, text: string) => void,
  ): TranslatedRow {
    const edge = DATES.get(meaning);
    if (edge !== undefined) {
      const date = readDate(cell, this.reading, edge);
      if (date === undefined) note('unreadable_date', cell);
      return date === null ? {} : { [meaning]: date ?? cell };
    }
    switch (meaning) {
      case 'short_address':
      case 'further_addresses':
        return {};
      case 'whole_address':
        return { short_url: cell };
      case 'tags':
        return { tags: [...new Set([...(so.tags?.split('|') ?? []), ...listOf(cell)])].join('|') };
      case 'notes':
        return { notes: so.notes === undefined ? cell : `${so.notes}\n${cell}` };
      case 'disabled':
        return flagOfCell(cell) === true ? { is_enabled: 'false' } : {};
      case 'maximum_visits':
        return isNever(cell) ? {} : { maximum_visits: wholeNumber(cell) };
      case 'prior_clicks':
        return cell !== '0' && isNever(cell) ? {} : { prior_clicks: wholeNumber(cell) };
      case 'destination_url':
        return { destination_url: linkInFormula(cell) };
      default:
        if (isShortenedNumber(cell)) note('spreadsheet_number', cell);
        return { [meaning]: cell };
    }
  }

  /** The first address that is a valid slug becomes the slug, the others aliases; the rest become kept paths. */
  private addresses(
    cells: readonly string[],
    index: number,
    note: (kind: RowNoteKind, text: string) => void,
  ): TranslatedRow {
    const slugs: string[] = [];
    const kept: string[] = [];
    const paths = this.pathsOf(cells);
    const [whole] = this.cellsWith('whole_address', cells);
    if (paths.length === 0 && this.spellings.size > 0) note('no_address', '');
    for (const path of paths) {
      if (isShortenedNumber(path) && whole !== undefined) {
        // The server names the code and what the whole address ends in.
        slugs.push(path);
        continue;
      }
      const form = this.formOf(path, index);
      if (form.kind === 'slug') {
        if (!slugs.includes(form.slug)) slugs.push(form.slug);
      } else if (form.kind === 'kept_path') {
        kept.push(keptPathInCell(form.path));
        note('kept_path', path);
      } else note(form.kind, path === '' ? '/' : path);
    }
    const [slug, ...aliases] = slugs;
    return {
      ...(slug === undefined ? {} : { slug }),
      ...(aliases.length === 0 ? {} : { aliases: aliases.join('|') }),
      ...(kept.length === 0 ? {} : { kept_paths: kept.join('|') }),
    };
  }

  private formOf(
    path: string,
    index: number,
  ): AddressForm | { readonly kind: 'repeated_address' | 'spreadsheet_address' } {
    if (isShortenedNumber(path)) return { kind: 'spreadsheet_address' };
    const form: AddressForm = this.undecoded.has(path) ? { kind: 'unsayable_address', path } : formOfPath(path);
    if (form.kind !== 'slug' && form.kind !== 'kept_path') return form;
    const spellings = this.spellings.get(path.toLowerCase());
    if (spellings?.get(path) !== index) return { kind: 'repeated_address' };
    // Of addresses that differ only in case, the lower-case one becomes the slug and the others become kept paths.
    const isOneOfSeveral = spellings.size > 1 && path !== path.toLowerCase();
    return isOneOfSeveral ? { kind: 'kept_path', path } : form;
  }

  /** The short addresses of a row as paths, the main one first. */
  private pathsOf(cells: readonly string[]): string[] {
    const paths = this.addressCells(cells).map((cell) =>
      this.hosts.has(cell.toLowerCase()) ? '' : pathOfAddress(cell),
    );
    return [...new Set(paths)];
  }

  private addressCells(cells: readonly string[]): string[] {
    const whole = this.cellsWith('whole_address', cells);
    // The bare domain, for which its product has a code of its own.
    if (whole.some((cell) => /^https?:\/\/[^/?#]+\/?$/i.test(cell))) return whole;
    const codes = this.cellsWith('short_address', cells).flatMap(codesOf);
    const further = this.cellsWith('further_addresses', cells).flatMap(listOf);
    // Used when the code is missing; if there is a code, the server compares the whole address with it.
    return codes.length === 0 && further.length === 0 ? whole : [...codes, ...further];
  }

  private cellsWith(meaning: Meaning, cells: readonly string[]): string[] {
    return this.meanings.flatMap((other, at) => (other === meaning ? (cells[at]?.trim() ?? '') || [] : []));
  }
}

/** Columns of the format that at least one row uses, in the order of the format. */
export function columnsOf(rows: readonly TranslatedRow[]): (keyof TranslatedRow)[] {
  return ([...TARGET_COLUMNS, EXTRA_CELLS] as const).filter(
    (column) => column === 'destination_url' || rows.some((row) => row[column] !== undefined),
  );
}

/**
 * Values of a cell with several: a JSON array, one as other languages print it (`['a', 'b']`), or text separated by `|`, `,` or
 * `;`. A single URL is never split.
 */
function listOf(cell: string): string[] {
  const inBrackets = /^\[(.*)\]$/s.exec(cell)?.[1];
  if (inBrackets !== undefined) {
    try {
      const parsed: unknown = JSON.parse(cell);
      if (Array.isArray(parsed)) return parsed.map(nameOf).filter((each) => each.trim() !== '');
    } catch {
      const parts = inBrackets.match(/\s*(?:'[^']*'|"[^"]*"|[^,]+)/g) ?? [];
      return parts.flatMap((part) => part.trim().replace(/^(['"])(.*)\1$/, '$2') || []);
    }
  }
  const isAddresses = splitAddress(cell) !== null;
  const parts = cell.split(isAddresses ? BETWEEN_ADDRESSES : cell.includes('|') ? '|' : /[,;\r\n]/);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

const BETWEEN_ADDRESSES = /[\s,;|]+(?=https?:\/\/)/i;

/** Short addresses of a cell that should hold one: a code may contain a comma, but no more than that. */
function codesOf(cell: string): string[] {
  return splitAddress(cell) !== null || /^\[.*\]$|[;|\r\n]|,\s/.test(cell) ? listOf(cell) : [cell];
}

/** What an element of a list is called: itself, or its name where it is a record (`{ "id": 1, "name": "print" }`). */
function nameOf(element: unknown): string {
  const name = isRecord(element) ? (element['name'] ?? element['tag'] ?? element['title']) : element;
  return typeof name === 'string' || typeof name === 'number' ? String(name) : '';
}

/** Whether a cell is a password, and not the mark, the mask or the hash of one, which nobody could enter. */
function isPassword(cell: string): boolean {
  return (
    flagOfCell(cell) === null && !isNever(cell) && !/^(?:[*•●]+|\$(?:2[abxy]|argon2\w*|scrypt|[156])\$.+)$/.test(cell)
  );
}

/** `1,204`, `1 204,00`, `12,34,567` and `1204.0` as digits alone; anything else is passed on and validated by the server. */
function wholeNumber(cell: string): string {
  const grouped = /^(\d{1,3}([.,'’\s])\d{3}(?:\2\d{3})*|\d{1,2}(?:,\d{2})+,\d{3})(?:[.,]0{1,2})?$/.exec(cell)?.[1];
  return grouped?.replace(/\D/g, '') ?? cell.replace(/[.,]0+$/, '');
}
