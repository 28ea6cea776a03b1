import { writeFileSync } from 'node:fs';
import {
  CSV_COLUMNS,
  CSV_RESULT_COLUMNS,
  errorText,
  EXTRA_CELLS,
  type FieldError,
  type ImportValues,
} from '@signpost/contracts';
import { csvLine, unguardCell } from '@signpost/domain';
import { MEANINGS, type RowNoteKind } from '@signpost/domain/import-mapping';
import { counted } from '../../platform/counted.js';
import { reasonOf } from '../../platform/errors/index.js';
import { ProgressBar } from '../../platform/progress-bar.js';
import type { Terminal } from '../command.js';
import type { OpsContext } from '../ops-context.js';
import { OpsError } from '../ops-error.js';
import { openImporter, type Importer, type ReadyPart, type RowState } from './importer.js';
import { planImport, type ImportPart, type ImportPlan } from './import-plan.js';
import { shownCell, shownLine } from './shown-text.js';

/** How `signpost import` was called. */
export interface ImportCall {
  readonly file: string;
  /** Slug. */
  readonly workspace: string;
  /** Name of a product or path of a mapping file. */
  readonly map: string | null;
  readonly isDryRun: boolean;
}

/** A failed row, in the import format. */
interface FailedRow {
  /** 1 = first data row. */
  readonly row: number;
  readonly values: ImportValues;
  readonly errors: readonly FieldError[];
}

/** Result so far, or the expected one in a dry run. */
interface Tally {
  made: number;
  there: number;
  readonly failed: FailedRow[];
  readonly newCampaigns: Set<string>;
}

/**
 * Imports a file in parts of a thousand rows, each in one transaction. Imported rows are recorded in the same
 * transaction, so that importing the same file with the same mapping again continues where it stopped.
 * @returns 0 when every row is a link, 1 when a decision is needed or rows have failed.
 */
export async function importFile(context: OpsContext, { stdout, stderr }: Terminal, call: ImportCall): Promise<number> {
  const plan = planImport(call.file, call.map);
  const print = (line: string): void => void stdout.write(`${shownLine(line)}\n`);
  print(`${call.file}: ${plan.product === null ? '' : `${plan.product} export, `}${counted(plan.rowCount, 'row')}.`);
  describe(plan, print);
  if (call.isDryRun) print('Dry run: nothing is written.');
  if (plan.open.length > 0) {
    for (const line of [...plan.open, ...adviceOf(plan)]) context.print(shownLine(line));
    return 1;
  }
  const importer = await openImporter(context, call.workspace);
  try {
    const tally = await takeParts(importer, plan, call.isDryRun, new ProgressBar(plan.rowCount, 'rows', stderr));
    return conclude(call, tally, print);
  } finally {
    await importer.close();
  }
}

async function takeParts(
  importer: Importer,
  { parts }: ImportPlan,
  isDryRun: boolean,
  bar: ProgressBar,
): Promise<Tally> {
  const tally: Tally = { made: 0, there: 0, failed: [], newCampaigns: new Set() };
  const seen = new Set<string>();
  let next = prepare(importer, parts[0]);
  for (const [at, part] of parts.entries()) {
    const ready = await next;
    // Validated while the database is busy with the current part.
    next = prepare(importer, parts[at + 1]);
    if (ready === null) continue;
    const states = await (isDryRun ? tryPart(importer, ready, seen, tally) : importer.write(ready));
    states.forEach((state, index) => {
      if (state === 'made') tally.made += 1;
      else if (state === 'there') tally.there += 1;
      else tally.failed.push({ row: part.offset + index + 1, values: part.rows[index] ?? {}, errors: state });
    });
    bar.show(part.offset + part.rows.length);
  }
  return tally;
}

function prepare(importer: Importer, part: ImportPart | undefined): Promise<ReadyPart | null> {
  const ready = part === undefined ? Promise.resolve(null) : importer.prepare(part);
  // Prevents an unhandled rejection: nobody awaits it if the previous part has failed.
  ready.catch(() => undefined);
  return ready;
}

async function tryPart(importer: Importer, part: ReadyPart, seen: Set<string>, tally: Tally): Promise<RowState[]> {
  const { states, newCampaigns } = await importer.assess(part, seen);
  for (const campaign of newCampaigns) tally.newCampaigns.add(campaign);
  return states;
}

/** Prints how the file is read. */
function describe(plan: ImportPlan, print: (line: string) => void): void {
  if (plan.columns !== null) {
    const held = Object.entries(plan.columns).flatMap(([name, meaning]) =>
      meaning === null ? [] : [`${name} = ${meaning}`],
    );
    print(held.length === 0 ? 'No known columns.' : `Columns: ${held.join(', ')}.`);
  }
  if (plan.leftOut.length > 0) print(`Not imported: ${plan.leftOut.join(', ')}.`);
  if (plan.needsZone) print(`Dates without a time zone are read as ${plan.reading.zone}.`);
  const byKind = Map.groupBy(plan.notes, ({ kind }) => kind);
  for (const [kind, notes] of byKind) {
    const examples = notes
      .slice(0, EXAMPLES)
      .map(({ row, text }) => (text === '' ? `row ${row}` : `${shownCell(text)} (row ${row})`));
    print(
      `${NOTES[kind]}: ${counted(notes.length, 'row')}, ${examples.join(', ')}${notes.length > EXAMPLES ? ', …' : '.'}`,
    );
  }
}

/** Explains how to continue. */
function adviceOf({ columns, reading }: ImportPlan): string[] {
  const mapping = JSON.stringify({ ...(columns === null ? {} : { columns }), dates: reading.form, zone: reading.zone });
  return [
    'Nothing was imported. Save this as mapping.json, correct it, and run the command again with --map mapping.json:',
    mapping,
    ...(columns === null ? [] : [`Set a column to null to leave it out, or to one of: ${MEANINGS.join(', ')}.`]),
  ];
}

function conclude(call: ImportCall, tally: Tally, print: (line: string) => void): number {
  const { made, there, failed, newCampaigns } = tally;
  if (newCampaigns.size > 0) print(`Campaigns that would be created: ${[...newCampaigns].join(', ')}.`);
  const before = there === 0 ? '' : ` ${counted(there, 'row')} ${there === 1 ? 'was' : 'were'} already imported.`;
  print(`${call.isDryRun ? 'Would create' : 'Created'} ${counted(made, 'link')}.${before}`);
  if (failed.length === 0) return 0;
  for (const { row, errors } of failed.slice(0, FAILED_SHOWN)) print(`Row ${row}: ${wordsOf(errors)}`);
  if (failed.length > FAILED_SHOWN) print(`… and ${counted(failed.length - FAILED_SHOWN, 'more row')}.`);
  if (call.isDryRun) {
    print(`${counted(failed.length, 'row')} would fail.`);
    return 1;
  }
  const path = `${call.file}.failed.csv`;
  try {
    writeFileSync(path, failedFile(failed), { mode: 0o600 });
  } catch (error) {
    throw new OpsError(
      `${counted(failed.length, 'row')} failed, and ${path} cannot be written: ${reasonOf(error)}. Import ${call.file} again once it can.`,
    );
  }
  print(`${counted(failed.length, 'row')} failed. Correct them in this file and import it:`);
  print(path);
  return 1;
}

/** The failed rows in the import format, with the errors in a column that imports ignore. */
function failedFile(failed: readonly FailedRow[]): string {
  // Adds a column for a new password if one was lost.
  const hasLost = failed.some(({ errors }) => errors.some(({ field }) => field === 'is_protected'));
  const columns = [...CSV_COLUMNS, ...CSV_RESULT_COLUMNS].filter(
    (column) =>
      column === 'destination_url' ||
      (column === 'password' && hasLost) ||
      failed.some(({ values }) => (values[column] ?? '') !== ''),
  );
  // Cells without a column stay under an empty name, so that the import asks about them.
  const hasExtra = failed.some(({ values }) => (values[EXTRA_CELLS] ?? '') !== '');
  const lines = failed.map(({ row, values, errors }) =>
    csvLine([
      ...columns.map((column) => unguardCell(values[column] ?? '')),
      row,
      wordsOf(errors),
      ...(hasExtra ? [unguardCell(values[EXTRA_CELLS] ?? '')] : []),
    ]),
  );
  return [csvLine([...columns, 'failed_row', 'failed_because', ...(hasExtra ? [''] : [])]), ...lines].join('');
}

const wordsOf = (errors: readonly FieldError[]): string => errors.map(errorText).join(' ');

/** Number of example rows per note. */
const EXAMPLES = 3;
/** Number of failed rows shown on the terminal. */
const FAILED_SHOWN = 10;

const NOTES: Readonly<Record<RowNoteKind, string>> = {
  root_address: 'Address lost (the short domain itself cannot be a link)',
  reserved_address: 'Address lost (reserved for Signpost itself)',
  unsayable_address: 'Address lost (too long, or invalid characters)',
  spreadsheet_address: 'Address lost (shortened to a number by a spreadsheet)',
  repeated_address: 'Address lost (an earlier row has it)',
  kept_path: 'Kept as a path (not a valid slug)',
  no_address: 'No short address, so a new one is generated',
  extra_cells: 'More cells than the header',
  unreadable_date: 'Unreadable date',
  spreadsheet_number: 'Shortened by a spreadsheet',
  password_unknown: 'Password is not in the file',
};
