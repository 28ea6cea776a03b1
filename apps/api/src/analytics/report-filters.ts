import { domainToASCII } from 'node:url';
import {
  LIMITS,
  problem,
  type FieldError,
  type ReportFilterName,
  type ReportFilters,
  type RuleName,
  type RuleParams,
} from '@signpost/contracts';
import { BOT_CLASSES, BROWSERS, DEVICES, DIRECT, lengthOf, OPERATING_SYSTEMS, OUTCOMES, UUID } from '@signpost/domain';
import type { QuerySchema } from '../platform/openapi/index.js';

/** Maximum number of values of one filter. */
const MOST_VALUES = 50;
/** Maximum length of a host. */
const HOST_LENGTH = 253;

export const UNKNOWN = 'unknown';

type Fault = readonly [rule: RuleName, params?: RuleParams];

/** How the values of a filter are validated and documented. */
interface FilterRule {
  /** The problem of a value; null for a valid one. */
  readonly fault: (value: string) => Fault | null;
  readonly schema: QuerySchema;
  /** Whether reports of a single link have this filter. */
  readonly ofLinks: boolean;
}

const oneOf = (words: readonly string[]): FilterRule => ({
  fault: (value) => (words.includes(value) ? null : ['one_of', { known: words }]),
  schema: { type: 'string', enum: [...words] },
  ofLinks: true,
});

const text = (length: number, ofLinks: boolean): FilterRule => ({
  fault: (value) => {
    if (lengthOf(value) > length) return ['too_long', { max: length }];
    // eslint-disable-next-line no-control-regex -- control characters are what is looked for
    return /[\u0000-\u001f\u007f]/.test(value) ? ['control_characters'] : null;
  },
  schema: { type: 'string', minLength: 1, maxLength: length, pattern: '\\S' },
  ofLinks,
});

/** All filters. A missing one is a compile error. */
const RULES: Readonly<Record<ReportFilterName, FilterRule>> = {
  country: {
    fault: (value) => (value === UNKNOWN || /^[A-Z]{2}$/.test(value) ? null : ['not_country']),
    schema: { type: 'string', pattern: '^([A-Z]{2}|unknown)$' },
    ofLinks: true,
  },
  referrer: {
    fault: (value) => (storedHost(value) === null ? ['not_host'] : null),
    schema: { type: 'string', minLength: 1, maxLength: HOST_LENGTH, pattern: '^[^\\s,/?#@\\\\]+$' },
    ofLinks: true,
  },
  device: oneOf(DEVICES),
  browser: oneOf(BROWSERS),
  os: oneOf(OPERATING_SYSTEMS),
  botClass: oneOf(BOT_CLASSES),
  outcome: oneOf(OUTCOMES),
  source: text(LIMITS.utmLength, true),
  medium: text(LIMITS.utmLength, true),
  tag: text(LIMITS.tagNameLength, false),
  link: {
    fault: (value) => (UUID.test(value) ? null : ['not_id']),
    schema: { type: 'string', format: 'uuid' },
    ofLinks: false,
  },
};
const NAMES = Object.keys(RULES) as ReportFilterName[];

/** The query parameters of the filters, for the document. */
export function filterQuery(of: 'link' | 'group'): Record<string, QuerySchema> {
  return Object.fromEntries(
    NAMES.filter((name) => of === 'group' || RULES[name].ofLinks).map((name) => [
      name,
      { type: 'array', items: RULES[name].schema, minItems: 1, maxItems: MOST_VALUES },
    ]),
  );
}

/**
 * The filters of a query; null without any. Each key may be repeated; equal values count once.
 * @param errors list to which the problems of invalid values are added.
 */
export function readFilters(
  query: Readonly<Record<string, unknown>>,
  of: 'link' | 'group',
  errors: FieldError[],
): ReportFilters | null {
  const filters: ReportFilters = {};
  for (const name of NAMES) {
    const rule = RULES[name];
    if (of === 'link' && !rule.ofLinks) continue;
    const given = query[name];
    if (Object.keys(query).some((key) => key.startsWith(`${name}[`) && key.endsWith(']'))) {
      errors.push(problem(name, 'bracketed_key', { key: name }));
      continue;
    }
    if (given === undefined) continue;
    const values = [...new Set(Array.isArray(given) ? (given as unknown[]) : [given])];
    const fault = valuesFault(values, rule);
    if (fault === null) filters[name] = values as string[];
    else errors.push(problem(name, ...fault));
  }
  return Object.keys(filters).length === 0 ? null : filters;
}

function valuesFault(values: readonly unknown[], rule: FilterRule): Fault | null {
  if (values.length > MOST_VALUES) return ['too_many', { max: MOST_VALUES, what: 'values' }];
  for (const value of values) {
    if (typeof value !== 'string') return ['not_text_item'];
    if (value.trim() === '') return ['empty_filter'];
    const fault = rule.fault(value);
    if (fault !== null) return fault;
  }
  return null;
}

/**
 * A referrer in its stored form: lower case, internationalised names in ASCII (Punycode), without `www.`.
 * @returns null for a value that is not a host.
 */
export function storedHost(value: string): string | null {
  if (value.length > HOST_LENGTH || /[\s/?#@\\]/.test(value)) return null;
  const ascii = /^[\x21-\x7e]+$/.test(value) ? value.toLowerCase() : domainToASCII(value);
  if (!/^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/.test(ascii)) return null;
  return ascii === DIRECT || !ascii.startsWith('www.') ? ascii : ascii.slice('www.'.length);
}
