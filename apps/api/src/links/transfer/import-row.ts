import {
  EXTRA_CELLS,
  problem,
  type CreateLinkInput,
  type CsvColumn,
  type FieldError,
  type ImportValues,
  type RuleName,
} from '@signpost/contracts';
import { unguardCell } from '@signpost/domain';
import { checkInput } from '../../platform/validation/index.js';
import { applyInput } from '../record/link-input.js';
import { EMPTY_FIELDS, type LinkFields } from '../record/link-record.js';
import { judgeFields } from '../record/link-rules.js';
import { CreateLinkDto } from '../links.dto.js';

/** A row as a link would have it, and what is wrong with it, by column. */
export interface JudgedRow {
  readonly fields: LinkFields;
  readonly errors: FieldError[];
}

/** What the rules need to know of the workspace. */
export interface RowRules {
  readonly allowPrivate: boolean;
  /** Every URL of a link with that slug. */
  ownUrlsOf(slug: string): string[];
}

/** Cells that are taken over as they are. */
const TEXTS = {
  slug: 'slug',
  destination_url: 'destinationUrl',
  title: 'title',
  notes: 'notes',
  utm_source: 'utmSource',
  utm_medium: 'utmMedium',
  utm_campaign: 'utmCampaign',
  utm_term: 'utmTerm',
  utm_content: 'utmContent',
  scheduled_destination: 'scheduledDestination',
  expiration_destination: 'expirationDestination',
  limit_destination: 'limitDestination',
} as const satisfies { [column in CsvColumn]?: keyof CreateLinkInput };

/**
 * Judges the cells of one row by the rules of a new link, except that times may have passed (decisions 12). Every cell that
 * is wrong by itself is named at once; what several together mean is judged when each of them is right.
 */
export function judgeRow(values: ImportValues, rules: RowRules): JudgedRow {
  const errors = extraCells(values);
  const { input, errors: shape } = checkInput(CreateLinkDto, inputOf(values, errors));
  addFirst(errors, shape);
  const wrong = new Set(errors.map(({ field }) => field));
  const right = Object.fromEntries(Object.entries(input).filter(([name]) => !wrong.has(columnOf(name))));
  const applied = applyInput(EMPTY_FIELDS, right, rules.allowPrivate);
  addFirst(errors, applied.errors);
  if (errors.length === 0) {
    const { fields } = applied;
    addFirst(errors, judgeFields(fields, input, fields.slug === '' ? [] : rules.ownUrlsOf(fields.slug)));
  }
  return { fields: applied.fields, errors };
}

function extraCells(values: ImportValues): FieldError[] {
  const text = (values[EXTRA_CELLS] ?? '').trim();
  if (text === '') return [];
  const shown = text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text;
  return [problem(EXTRA_CELLS, 'extra_cells', { text: shown })];
}

/** Characters of a cell that a message repeats. */
const SHOWN_MAX = 60;

function inputOf(values: ImportValues, errors: FieldError[]): object {
  const cell = (column: CsvColumn): string => unguardCell(values[column] ?? '').trim();
  const read = <Value>(column: CsvColumn, parse: (text: string) => Value | null, expected: RuleName): Value | null => {
    const text = cell(column);
    const value = text === '' ? null : parse(text);
    if (text !== '' && value === null) errors.push(problem(column, expected));
    return value;
  };
  const texts = Object.entries(TEXTS).map(([column, name]): [string, string] => [name, cell(column as CsvColumn)]);
  return {
    ...Object.fromEntries<unknown>(texts),
    tags: cell('tags')
      .split('|')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
    startsAt: read('starts_at', parseInstant, 'not_instant'),
    expiresAt: read('expires_at', parseInstant, 'not_instant'),
    maximumVisits: read('maximum_visits', parseWhole, 'not_integer'),
    archived: read('archived', parseBoolean, 'not_flag_word') ?? false,
  };
}

const parseWhole = (text: string): number | null => (/^\d{1,15}$/.test(text) ? Number(text) : null);
const parseBoolean = (text: string): boolean | null => BOOLEANS.get(text.toLowerCase()) ?? null;

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['false', false],
  ['no', false],
  ['0', false],
  ['true', true],
  ['yes', true],
  ['1', true],
]);

const INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:Z|([+-])(\d{2})(?::?(\d{2}))?)$/i;

/** Unix milliseconds of an ISO 8601 instant with an offset or `Z`; null for anything else, 30 February included. */
export function parseInstant(text: string): number | null {
  const match = INSTANT.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second = '0', fraction = '', sign, offsetHour = '0', offsetMinute = '0'] =
    match;
  const parts = [year, month, day, hour, minute, second].map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const local = Date.UTC(parts[0], parts[1] - 1, parts[2], parts[3], parts[4], parts[5], milliseconds);
  const back = new Date(local);
  // Date.UTC carries overflow over: what does not come back as it was is no date.
  const isReal =
    parts[0] >= 1970 &&
    back.getUTCMonth() === parts[1] - 1 &&
    back.getUTCDate() === parts[2] &&
    parts[3] < 24 &&
    parts[4] < 60 &&
    parts[5] < 60 &&
    Number(offsetHour) < 24 &&
    Number(offsetMinute) < 60;
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * 60_000 * (sign === '-' ? -1 : 1);
  return isReal ? local - offset : null;
}

/** Problems by column, the first one of each. */
function addFirst(errors: FieldError[], more: readonly FieldError[]): void {
  for (const error of more) {
    const column = columnOf(error.field);
    if (!errors.some((known) => known.field === column)) errors.push({ ...error, field: column });
  }
}

/** `destinationUrl` is the column `destination_url`, `tags.2` the column `tags`. */
function columnOf(field: string): string {
  const [name = ''] = field.split('.');
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
