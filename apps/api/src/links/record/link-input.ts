import {
  LIMITS,
  TARGETING_SYSTEMS,
  problem,
  type FieldError,
  type LinkInput,
  type Targeting,
  type RuleName,
} from '@signpost/contracts';
import { decodedText, normalizeDestination, parseSlug, type SlugRefusal, type UrlRule } from '@signpost/domain';
import { isISO31661Alpha2 } from 'class-validator';
import { distinctTagNames, tagNameOf, tagNameProblem } from './tag-name.js';
import { DESTINATION_FIELDS, fieldsOfKind, type LinkFields } from './link-fields.js';

/** The fields that result from an input, and the errors of single values. */
export interface AppliedInput {
  readonly fields: LinkFields;
  readonly errors: FieldError[];
}

type InputField = keyof LinkInput & keyof LinkFields;

/** Fields used as their DTO returns them. */
const PLAIN = fieldsOfKind('plain', 'instant', 'archived') as InputField[];

/** Destinations in place of the main one. */
const FALLBACKS = DESTINATION_FIELDS.filter((name) => name !== 'destinationUrl');

/**
 * Applies the provided values, in their stored form, to the current ones. Absent fields keep their value. An empty slug
 * becomes the empty string: the caller generates one.
 */
export function applyInput(current: LinkFields, input: LinkInput, allowPrivate: boolean): AppliedInput {
  const fields: LinkFields = { ...current };
  const errors: FieldError[] = [];
  const provided = Object.fromEntries(
    PLAIN.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])),
  );
  Object.assign(fields, provided);

  if (input.slug !== undefined) applySlug(fields, input.slug, errors);
  if (input.destinationUrl !== undefined) {
    const normalized = normalizeDestination(input.destinationUrl, { allowPrivate });
    if (normalized.ok) {
      fields.destinationUrl = normalized.url;
      fields.destinationHost = normalized.host;
      fields.destinationText = destinationText(normalized.url);
    } else {
      errors.push(urlProblem('destinationUrl', normalized.rule));
    }
  }
  for (const name of FALLBACKS) {
    const url = input[name];
    if (url !== undefined) fields[name] = url === null ? null : normalizedOr(url, name, allowPrivate, errors);
  }
  if (input.targeting !== undefined) fields.targeting = parseTargeting(input.targeting, allowPrivate, errors);
  if (input.tags !== undefined) fields.tags = parseTags(input.tags, errors);
  return { fields, errors };
}

/** Decoded destination for search; empty if decoding changes nothing. */
export function destinationText(url: string): string {
  const decoded = decodedText(url);
  return decoded === url ? '' : decoded;
}

function applySlug(fields: LinkFields, slug: string | null, errors: FieldError[]): void {
  if (slug === null || slug === '') {
    fields.slug = '';
    return;
  }
  const parsed = parseSlug(slug);
  if (parsed.ok) fields.slug = parsed.slug;
  else errors.push(problem('slug', SLUG_REFUSED[parsed.reason]));
}

/** Validation rules for refused slugs. */
export const SLUG_REFUSED = {
  invalid: 'slug_invalid',
  reserved: 'slug_reserved',
} as const satisfies Record<SlugRefusal['reason'], RuleName>;

const urlProblem = (field: string, rule: UrlRule): FieldError =>
  problem(field, rule, rule === 'url_too_long' ? { max: LIMITS.destinationLength } : undefined);

function normalizedOr(url: string, field: string, allowPrivate: boolean, errors: FieldError[]): string | null {
  const normalized = normalizeDestination(url, { allowPrivate });
  if (normalized.ok) return normalized.url;
  errors.push(urlProblem(field, normalized.rule));
  return null;
}

/** Trimmed names, each once; problems are added to `errors`. */
export function parseTags(tags: readonly string[], errors: FieldError[]): string[] {
  const names = tags.map(tagNameOf);
  names.forEach((name, index) => {
    const broken = tagNameProblem(name);
    if (broken !== null) errors.push(problem(`tags.${index}`, broken.rule, broken.params));
  });
  return distinctTagNames(names);
}

/** Keys of an object that are checked: more than there are countries. */
const KEYS_READ = 300;

/** Sorted by key, so that equal targeting has equal text; null without any entry. */
function parseTargeting(input: Targeting | null, allowPrivate: boolean, errors: FieldError[]): Targeting | null {
  if (input === null) return null;
  for (const key of Object.keys(input).slice(0, KEYS_READ)) {
    if (key !== 'country' && key !== 'os') errors.push(problem(`targeting.${key}`, 'unknown_field'));
  }
  const country = parseTargets(input.country, 'targeting.country', validateCountry, allowPrivate, errors);
  const os = parseTargets(input.os, 'targeting.os', validateSystem, allowPrivate, errors);
  if (country !== null && Object.keys(country).length > LIMITS.countriesPerLink) {
    errors.push(problem('targeting.country', 'too_many', { max: LIMITS.countriesPerLink, what: 'countries' }));
  }
  if (country === null && os === null) return null;
  return { ...(country === null ? {} : { country }), ...(os === null ? {} : { os }) };
}

/** The error for the key of a target, or null. */
type ValidateKey = (field: string, key: string) => FieldError | null;

const validateCountry: ValidateKey = (field, key) =>
  /^[A-Z]{2}$/.test(key) && (isISO31661Alpha2(key) || key === 'XK') ? null : problem(field, 'not_country');
const validateSystem: ValidateKey = (field, key) =>
  (TARGETING_SYSTEMS as readonly string[]).includes(key)
    ? null
    : problem(field, 'one_of', { known: TARGETING_SYSTEMS });

function parseTargets(
  targets: unknown,
  field: string,
  validateKey: ValidateKey,
  allowPrivate: boolean,
  errors: FieldError[],
): Record<string, string> | null {
  if (targets === undefined || targets === null) return null;
  if (typeof targets !== 'object' || Array.isArray(targets)) {
    errors.push(problem(field, 'not_object'));
    return null;
  }
  const parsed: [string, string][] = [];
  for (const [key, url] of Object.entries(targets as Record<string, unknown>).slice(0, KEYS_READ)) {
    const place = `${field}.${key}`;
    const wrongKey = validateKey(place, key);
    if (wrongKey !== null) {
      errors.push(wrongKey);
    } else if (typeof url !== 'string') {
      errors.push(problem(`${field}.${key}`, 'url_not_text'));
    } else {
      const normalized = normalizedOr(url, `${field}.${key}`, allowPrivate, errors);
      if (normalized !== null) parsed.push([key, normalized]);
    }
  }
  return parsed.length === 0 ? null : Object.fromEntries(parsed.sort(([a], [b]) => (a < b ? -1 : 1)));
}
