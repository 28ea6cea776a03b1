import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CSV_COLUMNS, CSV_RESULT_COLUMNS, EXTRA_CELLS, LIMITS, type ImportValues } from '@signpost/contracts';
import { guardCell } from '@signpost/domain';
import {
  datesOf,
  defaultReading,
  foreignDatesOf,
  isInFormat,
  LOSING,
  LOST_ADDRESS,
  proposeMapping,
  readTable,
  rowInFormat,
  Translator,
  unknownColumnsOf,
  warningsOf,
  type DateFacts,
  type DateReading,
  type ForeignTable,
  type MappingWarning,
  type Meaning,
  type Meanings,
  type RefusedFile,
  type RowNote,
  type TranslatedRow,
} from '@signpost/domain/import-mapping';
import { reasonOf } from '../../platform/errors/index.js';
import { OpsError } from '../ops-error.js';
import { readChoice, type MappingChoice } from './mapping-choice.js';
import { shownCell } from './shown-text.js';

/** Rows that are imported in one transaction. */
export interface ImportPart {
  /** Identifies this part of this file with this mapping. */
  readonly hash: string;
  /** Number of rows before this part. */
  readonly offset: number;
  readonly rows: readonly ImportValues[];
}

/** A file with its mapping, ready to be imported. */
export interface ImportPlan {
  /** The product whose export it is; null when none is recognised. */
  readonly product: string | null;
  /** Meaning of each column by name; null when the file is in the import format. */
  readonly columns: Readonly<Record<string, string | null>> | null;
  /** Non-empty columns that are not imported. */
  readonly leftOut: readonly string[];
  readonly reading: DateReading;
  readonly needsZone: boolean;
  readonly parts: readonly ImportPart[];
  readonly rowCount: number;
  readonly notes: readonly RowNote[];
  /** Questions that the user must decide: nothing is imported while there are any. */
  readonly open: readonly string[];
}

/**
 * Reads a file and determines its mapping: from `--map`, else by detection.
 * @throws OpsError when it is not a list of links, or the mapping does not fit it.
 */
export function planImport(file: string, map: string | null): ImportPlan {
  const choice = readChoice(map);
  const bytes = bytesOf(file);
  const table = tableOf(file, bytes, choice);
  const inFormat = choice.columns === null && choice.product === null && isInFormat(table);
  const proposal = inFormat ? null : proposeMapping(table, choice.product);
  if (choice.product !== null && proposal?.product == null) {
    throw new OpsError(`${file} does not have the columns of an export of ${map ?? ''}: ${table.columns.join(', ')}.`);
  }
  const meanings = proposal === null ? null : chosenMeanings(table, choice, proposal.meanings);
  const facts = meanings === null ? (foreignDatesOf(table) ?? NO_DATES) : datesOf(table, meanings);
  const reading: DateReading = { ...defaultReading(facts, choice.zone ?? 'UTC'), ...dateForm(choice) };
  const { rows, notes } = translated(table, meanings, reading);
  const isDecided = choice.columns !== null || choice.product !== null;
  return {
    product: proposal?.product ?? null,
    columns: meanings === null ? null : byName(table, meanings),
    leftOut: meanings === null ? unknownColumnsOf(table) : unused(table, meanings),
    reading,
    needsZone: facts.needsZone && choice.zone === null,
    parts: partsOf(
      rows,
      createHash('sha256')
        .update(bytes)
        .update(JSON.stringify({ meanings, reading, encoding: table.encoding }))
        .digest('hex'),
    ),
    rowCount: rows.length,
    notes,
    open: [
      ...mappingProblems(table, meanings, proposal?.warnings ?? [], isDecided),
      ...(isDecided ? [] : lostAddresses(notes)),
      ...(facts.isFormOpen && choice.dates === null ? [DATES_OPEN] : []),
    ],
  };
}

const COLUMNS: ReadonlySet<string> = new Set([...CSV_COLUMNS, ...CSV_RESULT_COLUMNS, EXTRA_CELLS]);
const NO_DATES: DateFacts = { form: 'iso', isFormOpen: false, needsZone: false };
const DATES_OPEN =
  'Its dates may begin with the day or with the month. Say which in a file for --map: "dates": "day_first" or "month_first".';

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new OpsError(`${file} cannot be read: ${reasonOf(error)}.`);
  }
}

function tableOf(file: string, bytes: Buffer, { encoding }: MappingChoice): ForeignTable {
  const read = readTable(bytes, encoding);
  if (read.kind === 'table') return read.table;
  if (read.kind === 'encoding_unknown') {
    throw new OpsError(
      `${file} is neither UTF-8 nor UTF-16. If it is Windows-1252, as from older spreadsheets, say so in a file for --map: "encoding": "windows-1252".`,
    );
  }
  throw new OpsError(`${file} ${REFUSED[read.reason]}`);
}

const REFUSED: Readonly<Record<RefusedFile, string>> = {
  spreadsheet: 'is a spreadsheet: save it as CSV.',
  archive: 'is compressed: unpack it first.',
  pdf: 'is a PDF: export the links as CSV.',
  web_page: 'is a web page: export the links as CSV.',
  sql: 'is a database dump: export the table of links as CSV.',
  binary: 'is not a text file: export the links as CSV.',
  json: 'is JSON without a list of links: an array of objects, or an object that holds one.',
  unclosed_quote: 'has a quote that is opened but not closed.',
  empty: 'has no rows.',
};

/** @throws OpsError for a column that the file does not have. */
function chosenMeanings(table: ForeignTable, { columns }: MappingChoice, proposed: Meanings): Meanings {
  if (columns === null) return proposed;
  for (const name of columns.keys()) {
    if (!table.columns.includes(name)) {
      throw new OpsError(`The file has no column ${name}. It has ${table.columns.join(', ')}.`);
    }
  }
  return table.columns.map((name) => columns.get(name) ?? null);
}

const dateForm = ({ dates }: MappingChoice): Partial<DateReading> => (dates === null ? {} : { form: dates });

function translated(
  table: ForeignTable,
  meanings: Meanings | null,
  reading: DateReading,
): { rows: ImportValues[]; notes: RowNote[] } {
  const translator = meanings === null ? null : new Translator(table, meanings, reading);
  const notes: RowNote[] = [];
  const rows = table.rows.map((_, index) => {
    const row = translator?.translate(index) ?? rowInFormat(table, index, reading);
    notes.push(...row.notes);
    return valuesOf(row.values, meanings === null);
  });
  return { rows, notes };
}

/**
 * Cells in the import format are already guarded against formulas where necessary (decisions 9); those of other
 * products are raw.
 */
function valuesOf(row: TranslatedRow, isGuarded: boolean): ImportValues {
  const cells = Object.entries(row).filter(([name]) => COLUMNS.has(name));
  return Object.fromEntries(cells.map(([name, cell]) => [name, isGuarded ? cell : guardCell(cell)]));
}

/** Of columns that share a name, one that is imported. */
function byName({ columns }: ForeignTable, meanings: Meanings): Record<string, Meaning | null> {
  const named: Record<string, Meaning | null> = {};
  columns.forEach((name, at) => (named[name] = meanings[at] ?? named[name] ?? null));
  return named;
}

function partsOf(rows: readonly ImportValues[], hash: string): ImportPart[] {
  const parts: ImportPart[] = [];
  for (let offset = 0; offset < rows.length; offset += LIMITS.importRows) {
    parts.push({
      hash: createHash('sha256').update(`${hash} ${offset}`).digest('hex'),
      offset,
      rows: rows.slice(offset, offset + LIMITS.importRows),
    });
  }
  return parts;
}

function unused(table: ForeignTable, meanings: Meanings): string[] {
  return table.columns.filter(
    (_, at) => meanings[at] === null && table.rows.some((cells) => (cells[at] ?? '').trim() !== ''),
  );
}

function mappingProblems(
  table: ForeignTable,
  meanings: Meanings | null,
  proposed: readonly MappingWarning[],
  isDecided: boolean,
): string[] {
  if (meanings === null) return [];
  if (isDecided) return meanings.includes('destination_url') ? [] : [WARNINGS.no_destination];
  const warnings = new Set([...warningsOf(table, meanings), ...proposed]);
  return [...warnings]
    .filter((warning) => LOSING.has(warning) || warning === 'addresses_guessed')
    .map((warning) => WARNINGS[warning]);
}

const WARNINGS: Readonly<Record<MappingWarning, string>> = {
  no_destination: 'No column holds the destinations.',
  no_short_address: 'No column holds the short addresses: every link would get a new one.',
  destination_looks_short:
    'The column of the destinations has the same host as the short addresses, or ends like them: it may hold those instead.',
  addresses_guessed: 'The column names do not show which holds the short addresses and which the destinations.',
};

const LOST: Readonly<Record<string, string>> = {
  root_address: 'the short domain itself cannot be a link',
  reserved_address: 'it is reserved for Signpost itself',
  unsayable_address: 'it is too long or has invalid characters',
  spreadsheet_address: 'a spreadsheet has shortened it to a number',
  repeated_address: 'an earlier row has it',
};

function lostAddresses(notes: readonly RowNote[]): string[] {
  const lost = notes.filter(({ kind }) => LOST_ADDRESS.has(kind));
  const shown = lost
    .slice(0, SHOWN)
    .map(({ row, kind, text }) => `Row ${row} would lose ${shownCell(text)}: ${LOST[kind] ?? kind}.`);
  return lost.length > SHOWN ? [...shown, `${lost.length - SHOWN} more rows would lose theirs.`] : shown;
}

/** Number of addresses listed individually. */
const SHOWN = 20;
