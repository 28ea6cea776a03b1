import { maxLength } from 'class-validator';
import {
  EXTRA_CELLS,
  LIMITS,
  problem,
  type CreateLinkInput,
  type CsvColumn,
  type CsvResultColumn,
  type FieldError,
  type ImportValues,
  type RuleName,
  type RuleParams,
} from '@signpost/contracts';
import {
  flagOfCell,
  keptPathOf,
  keptPathProblem,
  linkInFormula,
  parseSlug,
  textProblem,
  unguardCell,
} from '@signpost/domain';
import { checkInput } from '../../platform/validation/index.js';
import { EMPTY_FIELDS, FIELD_NAMES, LINK_FIELDS, type FieldName, type LinkFields } from '../record/link-fields.js';
import { applyInput, SLUG_REFUSED } from '../record/link-input.js';
import { validateFields } from '../record/link-rules.js';
import { CreateLinkDto } from '../links.dto.js';
import { shortened } from './shortened.js';

/** A row as the fields of a link, and its errors by column. */
export interface ValidatedRow {
  readonly fields: LinkFields;
  readonly errors: FieldError[];
  readonly extras: RowExtras;
}

/** Values of a row that are not link fields by themselves; some must be resolved in the database. */
export interface RowExtras {
  readonly aliases: readonly string[];
  readonly keptPaths: readonly string[];
  /** `utm_campaign` or name of a campaign; created if missing. */
  readonly campaign: string | null;
  /** Address of an active member, lower case. */
  readonly responsible: string | null;
  readonly password: string | null;
  /** Original creation time, Unix milliseconds. */
  readonly createdAt: number | null;
}

/** A row with the columns of a link alone. */
export const NO_EXTRAS: RowExtras = {
  aliases: [],
  keptPaths: [],
  campaign: null,
  responsible: null,
  password: null,
  createdAt: null,
};

/** What validation needs to know about the workspace. */
export interface RowRules {
  readonly allowPrivate: boolean;
  /** Unix milliseconds. */
  readonly now: number;
  /** Every URL of a link with that slug or kept path. */
  ownUrlsOf(address: string): string[];
}

type TextName = Extract<keyof CreateLinkInput, FieldName>;

/** Fields whose cells are not plain text. */
type OtherName = { [Name in TextName]: LinkFields[Name] extends string | null ? never : Name }[TextName];

/** Text fields with their column. */
const TEXTS = FIELD_NAMES.flatMap((name): [TextName, CsvColumn][] => {
  const { type, csv } = LINK_FIELDS[name];
  return type === 'text' && csv !== null ? [[name as TextName, csv]] : [];
});

/**
 * Validates the cells of one row by the rules of a new link, except that times may be in the past (decisions 12). All
 * invalid cells are reported at once; rules across several cells are only checked if each cell is valid.
 */
export function validateRow(values: ImportValues, rules: RowRules): ValidatedRow {
  const errors = extraCells(values);
  const extras = extrasOf(values, rules.now, errors);
  const { input, errors: shape } = checkInput(CreateLinkDto, inputOf(values, errors));
  addFirst(errors, shape);
  const wrong = new Set(errors.map(({ field }) => field));
  const right = Object.fromEntries(Object.entries(input).filter(([name]) => !wrong.has(columnOf(name))));
  const applied = applyInput(EMPTY_FIELDS, right, rules.allowPrivate);
  addFirst(errors, applied.errors);
  if (errors.length === 0) {
    const { fields } = applied;
    const addresses = [fields.slug, ...extras.aliases, ...extras.keptPaths].filter((address) => address !== '');
    addFirst(
      errors,
      validateFields(
        fields,
        input,
        addresses.flatMap((address) => rules.ownUrlsOf(address)),
      ),
    );
  }
  const priorClicks = wholeOf(values, 'prior_clicks', errors) ?? 0;
  if (priorClicks < 0) addFirst(errors, [problem('prior_clicks', 'too_small', { min: 0 })]);
  if (priorClicks > PRIOR_CLICKS_MAX)
    addFirst(errors, [problem('prior_clicks', 'too_large', { max: PRIOR_CLICKS_MAX })]);
  return { fields: { ...applied.fields, priorClicks }, errors, extras };
}

/** 15 digits: a JavaScript number holds each of them exactly. */
const PRIOR_CLICKS_MAX = 999_999_999_999_999;

function extraCells(values: ImportValues): FieldError[] {
  const text = (values[EXTRA_CELLS] ?? '').trim();
  if (text === '') return [];
  return [problem(EXTRA_CELLS, 'extra_cells', { text: shortened(text) })];
}

const cellOf = (values: ImportValues, column: CsvColumn | CsvResultColumn): string =>
  unguardCell(values[column] ?? '').trim();

/** The parsed value of a cell; null if it is empty or, with an error added, invalid. */
function read<Value>(
  values: ImportValues,
  column: CsvColumn | CsvResultColumn,
  errors: FieldError[],
  parse: (text: string) => Value | null,
  expected: RuleName,
): Value | null {
  const text = cellOf(values, column);
  const value = text === '' ? null : parse(text);
  if (text !== '' && value === null) addFirst(errors, [problem(column, expected)]);
  return value;
}

const instantOf = (values: ImportValues, column: CsvColumn | CsvResultColumn, errors: FieldError[]): number | null =>
  read(values, column, errors, parseInstant, 'not_instant');
const wholeOf = (values: ImportValues, column: CsvColumn, errors: FieldError[]): number | null =>
  read(values, column, errors, parseWhole, 'not_integer');
const flagOf = (values: ImportValues, column: CsvColumn, errors: FieldError[]): boolean | null =>
  read(values, column, errors, flagOfCell, 'not_flag_word');
/** What a column may list. */
const LISTS = {
  tags: { max: LIMITS.tagsPerLink, what: 'tags' },
  aliases: { max: LIMITS.aliasesPerLink, what: 'aliases' },
  kept_paths: { max: LIMITS.keptPathsPerLink, what: 'kept paths' },
};

/** Different parts of a cell, without empty ones. Of too many, which are an error, only as many as are allowed are read. */
function partsOf(values: ImportValues, column: keyof typeof LISTS, errors: FieldError[]): string[] {
  const parts = new Set(
    cellOf(values, column)
      .split('|')
      .map((part) => part.trim()),
  );
  parts.delete('');
  if (parts.size > LISTS[column].max) addFirst(errors, [problem(column, 'too_many', LISTS[column])]);
  return [...parts].slice(0, LISTS[column].max);
}

function inputOf(values: ImportValues, errors: FieldError[]): Record<OtherName, unknown> {
  const texts = TEXTS.map(([name, column]): [string, string] => {
    const cell = cellOf(values, column);
    return [name, name === 'destinationUrl' ? linkInFormula(cell) : cell];
  });
  return {
    ...Object.fromEntries<unknown>(texts),
    tags: partsOf(values, 'tags', errors),
    startsAt: instantOf(values, 'starts_at', errors),
    expiresAt: instantOf(values, 'expires_at', errors),
    reviewAt: instantOf(values, 'review_at', errors),
    maximumVisits: wholeOf(values, 'maximum_visits', errors),
    archived: flagOf(values, 'archived', errors) ?? false,
    isEnabled: flagOf(values, 'is_enabled', errors) ?? true,
    targeting: read(values, 'targeting', errors, parseObject, 'not_targeting'),
    ...passwordOf(values),
  };
}

/** A password is not trimmed. */
function passwordOf(values: ImportValues): { password?: string } {
  const password = unguardCell(values.password ?? '');
  return password === '' ? {} : { password };
}

/**
 * The valid values of the columns that are not link fields: invalid ones are dropped, because all rows are looked up
 * together and the database rejects some texts.
 */
function extrasOf(values: ImportValues, now: number, errors: FieldError[]): RowExtras {
  const { password = null } = passwordOf(values);
  const wrong = (field: CsvColumn | CsvResultColumn, rule: RuleName, params?: RuleParams): void =>
    addFirst(errors, [problem(field, rule, params)]);
  const createdAt = instantOf(values, 'created_at', errors);
  if (createdAt !== null && createdAt > now) wrong('created_at', 'time_to_come');
  if (flagOf(values, 'is_protected', errors) === true && password === null) {
    wrong('is_protected', 'password_lost');
  }
  const aliases = [...new Set(partsOf(values, 'aliases', errors).map((alias) => alias.toLowerCase()))];
  const rightAliases = aliases.filter((alias) => {
    const parsed = parseSlug(alias);
    if (!parsed.ok) wrong('aliases', SLUG_REFUSED[parsed.reason]);
    return parsed.ok;
  });
  const slug = cellOf(values, 'slug').toLowerCase();
  if (aliases.includes(slug)) wrong('aliases', 'address_own');
  const keptPaths: string[] = partsOf(values, 'kept_paths', errors).map(keptPathOf);
  const rightPaths = keptPaths.filter((path) => {
    const found = keptPathProblem(path);
    if (found !== null) wrong('kept_paths', found.rule, found.params);
    return found === null;
  });
  const rewritten = SPREADSHEET_NUMBER.test(slug) ? otherAddress(slug, cellOf(values, 'short_url')) : null;
  if (rewritten !== null) {
    wrong('slug', 'slug_rewritten', { slug, end: shortened(rewritten) });
  }
  const wordsOf = (column: 'campaign' | 'responsible'): string | null => {
    const text = cellOf(values, column);
    if (textProblem(text) === null) return text || null;
    wrong(column, 'control_characters');
    return null;
  };
  const campaign = wordsOf('campaign');
  if (campaign !== null && !maxLength(campaign, LIMITS.campaignNameLength))
    wrong('campaign', 'too_long', { max: LIMITS.campaignNameLength });
  return {
    aliases: rightAliases,
    keptPaths: [...new Set(rightPaths)],
    campaign,
    responsible: wordsOf('responsible')?.toLowerCase() ?? null,
    password,
    createdAt,
  };
}

/** A slug that a spreadsheet may have made of another: digits alone, or shortened (`1E+05`). */
const SPREADSHEET_NUMBER = /^\d+(?:[.,]\d+)?(?:e\+\d+)?$/;

/**
 * The last segment of a short URL if it differs from the slug, for example `0123` that a spreadsheet turned into `123`.
 */
function otherAddress(slug: string, shortUrl: string): string | null {
  const [path = ''] = shortUrl.split(/[?#]/, 1);
  const end = path.split('/').findLast((segment) => segment !== '');
  return end === undefined || end.toLowerCase() === slug ? null : end;
}

function parseObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** Of any size: the rules of the field name its bounds. */
const parseWhole = (text: string): number | null => (/^-?\d+$/.test(text) ? Number(text) : null);

const INSTANT =
  /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:Z|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?)$/i;

/** Unix milliseconds of an ISO 8601 instant with an offset or `Z`; null for anything else, 30 February included. */
export function parseInstant(text: string): number | null {
  const match = INSTANT.exec(text);
  if (match === null) return null;
  const [, date = '', time = '', second = '00', fraction = '', sign, hours = '0', minutes = '0'] = match;
  const local = Date.parse(`${date}T${time}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`);
  // Date.parse reads 30 February as 1 March and 24:00 as the next day, so a date that does not round-trip is invalid.
  if (Number.isNaN(local) || local < 0 || !new Date(local).toISOString().startsWith(date)) return null;
  return local - (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
}

/** Problems of fields of a link as those of the columns that they come from, the first one of each. */
export function problemsOfColumns(errors: readonly FieldError[]): FieldError[] {
  const found: FieldError[] = [];
  addFirst(found, errors);
  return found;
}

/** Adds problems by column, only the first of each. */
function addFirst(errors: FieldError[], more: readonly FieldError[]): void {
  for (const error of more) {
    const column = columnOf(error.field);
    if (!errors.some((known) => known.field === column)) errors.push({ ...error, field: column });
  }
}

/** Maps a field to its column: `destinationUrl` to `destination_url`, `tags.2` to `tags`. */
function columnOf(field: string): string {
  const [name = ''] = field.split('.');
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
