import { EXTRA_CELLS } from '@signpost/contracts';
import { linkInFormula } from '../csv-cell.js';
import { isNever, readDate, type DateReading } from './dates.js';
import type { Meanings } from './mapping.js';
import type { ForeignTable } from './read-table.js';
import { formOfPath, pathOfAddress, splitAddress, type AddressForm } from './short-address.js';
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
  'repeated_address',
]);

/** Translates the rows of a file into the import format, detecting addresses that occur in more than one row. */
export class Translator {
  /** Per lower-case address: each exact spelling with the index of its first row. */
  private readonly spellings = new Map<string, Map<string, number>>();

  constructor(
    private readonly table: ForeignTable,
    private readonly meanings: Meanings,
    private readonly reading: DateReading,
  ) {
    table.rows.forEach((cells, index) => {
      for (const path of this.pathsOf(cells)) {
        const exact = this.spellings.get(path.toLowerCase()) ?? new Map<string, number>();
        if (!exact.has(path)) exact.set(path, index);
        this.spellings.set(path.toLowerCase(), exact);
      }
    });
  }

  /** Number of data rows. */
  get rowCount(): number {
    return this.table.rows.length;
  }

  /** Translates one row (index from 0) and returns it with the notes about it. */
  translate(index: number): { readonly values: TranslatedRow; readonly notes: readonly RowNote[] } {
    const cells = this.table.rows[index] ?? [];
    const notes: RowNote[] = [];
    const note = (kind: RowNoteKind, text: string): void => void notes.push({ row: index + 1, kind, text });
    const values: Writable = { ...this.addresses(cells, index, note) };
    const extra = cells
      .slice(this.table.named)
      .filter((cell, at) => cell.trim() !== '' && this.meanings[this.table.named + at] === null);
    if (extra.length > 0) {
      values[EXTRA_CELLS] = extra.join(', ');
      note('extra_cells', extra.join(', '));
    }
    const targets: Record<string, string> = {};
    this.meanings.forEach((meaning, at) => {
      const cell = (cells[at] ?? '').trim();
      if (meaning === null || cell === '') return;
      if (meaning.startsWith('target_')) targets[meaning.slice('target_'.length)] = cell;
      else Object.assign(values, this.field(meaning, cell, values, note));
    });
    if (Object.keys(targets).length > 0) values.targeting = JSON.stringify({ os: targets });
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
        return isTrue(cell) ? { is_enabled: 'false' } : {};
      case 'password':
        if (isFalse(cell)) return {};
        if (!isTrue(cell)) return { password: cell };
        note('password_unknown', cell);
        return { is_protected: 'true' };
      case 'maximum_visits':
        return isNever(cell) ? {} : { maximum_visits: wholeNumber(cell) };
      case 'prior_clicks':
        return { prior_clicks: wholeNumber(cell) };
      case 'destination_url':
        return { destination_url: linkInFormula(cell) };
      default:
        if (/^\d+(?:[.,]\d+)?E\+\d+$/i.test(cell)) note('spreadsheet_number', cell);
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
    if (paths.length === 0 && this.spellings.size > 0) note('no_address', '');
    for (const path of paths) {
      const form = this.formOf(path, index);
      if (form.kind === 'slug') {
        if (!slugs.includes(form.slug)) slugs.push(form.slug);
      } else if (form.kind === 'kept_path') {
        kept.push(form.path);
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

  private formOf(path: string, index: number): AddressForm | { readonly kind: 'repeated_address' } {
    const form = formOfPath(path);
    if (form.kind !== 'slug' && form.kind !== 'kept_path') return form;
    const spellings = this.spellings.get(path.toLowerCase());
    if (spellings?.get(path) !== index) return { kind: 'repeated_address' };
    // Of addresses that differ only in case, the lower-case one becomes the slug and the others become kept paths.
    const isOneOfSeveral = spellings.size > 1 && path !== path.toLowerCase();
    return isOneOfSeveral ? { kind: 'kept_path', path } : form;
  }

  /** The short addresses of a row as paths, the main one first. */
  private pathsOf(cells: readonly string[]): string[] {
    const codes = this.cellsWith('short_address', cells);
    const further = this.cellsWith('further_addresses', cells).flatMap(listOf);
    // Used when the code is missing; if there is a code, the server compares the whole address with it.
    const whole = codes.length === 0 && further.length === 0 ? this.cellsWith('whole_address', cells) : [];
    return [...new Set([...codes, ...further, ...whole].map(pathOfAddress))];
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

/** Values of a cell with several: a JSON array, or text separated by `|`, `,` or `;`. A single URL is never split. */
function listOf(cell: string): string[] {
  if (cell.startsWith('[')) {
    try {
      const parsed: unknown = JSON.parse(cell);
      if (Array.isArray(parsed))
        return parsed.filter((each) => typeof each === 'string' && each.trim() !== '').map(String);
    } catch {
      // Not JSON: plain text that begins with a bracket.
    }
  }
  const isOneAddress = splitAddress(cell) !== null && !/[,;|]\s*https?:/i.test(cell);
  const parts = isOneAddress ? [cell] : cell.split(cell.includes('|') ? '|' : /[,;]/);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

const isTrue = (cell: string): boolean => /^(?:true|yes|1|ja|wahr|y)$/i.test(cell);
const isFalse = (cell: string): boolean => /^(?:false|no|0|nein|falsch|n|null)$/i.test(cell);

/** `1,204` and `1.204` as `1204`; anything else is passed on and validated by the server. */
function wholeNumber(cell: string): string {
  return /^\d{1,3}(?:[.,\u00a0 ’']\d{3})+$/.test(cell) ? cell.replace(/\D/g, '') : cell.replace(/\.0+$/, '');
}
