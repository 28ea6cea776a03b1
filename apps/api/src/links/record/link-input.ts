import { LIMITS, TARGETING_SYSTEMS, type FieldError, type LinkInput, type Targeting } from '@signpost/contracts';
import { normalizeDestination, parseSlug } from '@signpost/domain';
import { isISO31661Alpha2 } from 'class-validator';
import { distinctTagNames, tagNameOf, tagNameProblem } from './tag-name.js';
import type { LinkFields } from './link-record.js';

/** The record that an input makes of a link, and what is wrong with the single values. */
export interface AppliedInput {
  readonly fields: LinkFields;
  readonly errors: FieldError[];
}

/** Fields that are taken over as they come out of their DTO. */
const PLAIN = [
  'title',
  'notes',
  'isEnabled',
  'archived',
  'startsAt',
  'expiresAt',
  'maximumVisits',
  'campaignId',
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'utmTerm',
  'utmContent',
  'responsibleUserId',
  'reviewAt',
] as const satisfies readonly (keyof LinkInput & keyof LinkFields)[];

const FALLBACKS = ['scheduledDestination', 'expirationDestination', 'limitDestination'] as const;

/**
 * Lays the provided values over the current ones, in their stored form. Fields left out keep their value.
 * An empty slug becomes the empty text: the caller generates one.
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
    } else {
      errors.push({ field: 'destinationUrl', message: normalized.message });
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

function applySlug(fields: LinkFields, slug: string | null, errors: FieldError[]): void {
  if (slug === null || slug === '') {
    fields.slug = '';
    return;
  }
  const parsed = parseSlug(slug);
  if (parsed.ok) fields.slug = parsed.slug;
  else errors.push({ field: 'slug', message: SLUG_REFUSED[parsed.reason] });
}

/** Why a slug cannot be, in words. */
export const SLUG_REFUSED: Readonly<Record<'invalid' | 'reserved', string>> = {
  invalid: 'Use 1 to 64 characters: letters a–z, digits, hyphens and underscores, no hyphen at either end.',
  reserved: 'This word belongs to the product itself. Choose another.',
};

function normalizedOr(url: string, field: string, allowPrivate: boolean, errors: FieldError[]): string | null {
  const normalized = normalizeDestination(url, { allowPrivate });
  if (normalized.ok) return normalized.url;
  errors.push({ field, message: normalized.message });
  return null;
}

/** Trimmed names, each once; problems are added to `errors`. */
export function parseTags(tags: readonly string[], errors: FieldError[]): string[] {
  const names = tags.map(tagNameOf);
  names.forEach((name, index) => {
    const message = tagNameProblem(name);
    if (message !== null) errors.push({ field: `tags.${index}`, message });
  });
  return distinctTagNames(names);
}

/** Sorted by key, so that equal targeting is equal text; without any entry it is none. */
function parseTargeting(input: Targeting | null, allowPrivate: boolean, errors: FieldError[]): Targeting | null {
  if (input === null) return null;
  for (const key of Object.keys(input)) {
    if (key !== 'country' && key !== 'os') errors.push({ field: `targeting.${key}`, message: UNKNOWN });
  }
  const country = parseTargets(input.country, 'targeting.country', isCountry, allowPrivate, errors);
  const os = parseTargets(input.os, 'targeting.os', isSystem, allowPrivate, errors);
  if (country !== null && Object.keys(country).length > LIMITS.countriesPerLink) {
    errors.push({ field: 'targeting.country', message: `At most ${LIMITS.countriesPerLink} countries.` });
  }
  if (country === null && os === null) return null;
  return { ...(country === null ? {} : { country }), ...(os === null ? {} : { os }) };
}

const UNKNOWN = 'This field is not known here.';
const isCountry = (key: string): string | null =>
  /^[A-Z]{2}$/.test(key) && (isISO31661Alpha2(key) || key === 'XK')
    ? null
    : 'This is not a country code of two capital letters (ISO 3166).';
const isSystem = (key: string): string | null =>
  (TARGETING_SYSTEMS as readonly string[]).includes(key) ? null : `Known systems are ${TARGETING_SYSTEMS.join(', ')}.`;

function parseTargets(
  targets: unknown,
  field: string,
  problemOf: (key: string) => string | null,
  allowPrivate: boolean,
  errors: FieldError[],
): Record<string, string> | null {
  if (targets === undefined || targets === null) return null;
  if (typeof targets !== 'object' || Array.isArray(targets)) {
    errors.push({ field, message: 'This must be an object.' });
    return null;
  }
  const parsed: [string, string][] = [];
  for (const [key, url] of Object.entries(targets as Record<string, unknown>).slice(0, 300)) {
    const problem = problemOf(key);
    if (problem !== null) {
      errors.push({ field: `${field}.${key}`, message: problem });
    } else if (typeof url !== 'string') {
      errors.push({ field: `${field}.${key}`, message: 'This must be an address.' });
    } else {
      const normalized = normalizedOr(url, `${field}.${key}`, allowPrivate, errors);
      if (normalized !== null) parsed.push([key, normalized]);
    }
  }
  return parsed.length === 0 ? null : Object.fromEntries(parsed.sort(([a], [b]) => (a < b ? -1 : 1)));
}
