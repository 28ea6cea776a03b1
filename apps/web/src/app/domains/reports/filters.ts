import type { ReportFilterName, ReportFilters } from '@signpost/contracts';
import type { ReportKind } from './report-parts';

/** Whether reports of one link have a filter, in the order of their chips. The type requires every filter. */
const IS_OF_LINKS: Readonly<Record<ReportFilterName, boolean>> = {
  country: true,
  referrer: true,
  device: true,
  browser: true,
  os: true,
  source: true,
  medium: true,
  outcome: true,
  botClass: true,
  tag: false,
  link: false,
};
const OF_GROUPS = Object.keys(IS_OF_LINKS) as ReportFilterName[];
const OF_LINKS = OF_GROUPS.filter((name) => IS_OF_LINKS[name]);
/** URL parameters that are kept when opening the report of another subject. */
const CARRIED = ['period', 'from', 'to', 'compare', ...OF_LINKS];
/** Breakdowns with an open set of labels: beyond fifty of them the rest is summed up. */
const ENDLESS: ReadonlySet<string> = new Set(['country', 'referrer', 'source', 'medium']);

type Raw = Readonly<Record<string, unknown>>;

/** The filters of a report in the URL, without duplicate values. */
export function readFilters(raw: Raw, kind: ReportKind): ReportFilters {
  const names: readonly ReportFilterName[] = kind === 'link' ? OF_LINKS : OF_GROUPS;
  const filters: ReportFilters = {};
  for (const name of names) {
    const values = valuesOf(raw[name]);
    if (values.length > 0) filters[name] = values;
  }
  return filters;
}

/** Adds the value, or removes it where it is set. */
export function toggled(filters: ReportFilters, name: ReportFilterName, value: string): ReportFilters {
  const values = filters[name] ?? [];
  const next = values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
  return { ...filters, [name]: next };
}

/** The same as query parameters; null removes one from the URL. */
export function writeFilters(filters: ReportFilters): Record<ReportFilterName, string[] | null> {
  const written = OF_GROUPS.map((name) => [name, filters[name]?.length ? filters[name] : null] as const);
  return Object.fromEntries(written) as Record<ReportFilterName, string[] | null>;
}

/** Every active filter value, in the order of the chips. */
export function eachFilter(filters: ReportFilters): { name: ReportFilterName; value: string }[] {
  return OF_GROUPS.flatMap((name) => (filters[name] ?? []).map((value) => ({ name, value })));
}

/**
 * Whether a report can be filtered by a label: not by the sum of the rest, nor by a value that this version does not
 * know.
 */
export function isFilter(section: string, label: string): boolean {
  return ENDLESS.has(section) ? label !== 'other' : label !== 'unknown';
}

/** Range and filters of a URL, for opening the report of a single link from that of a group. */
export function carried(raw: Raw): Raw {
  return Object.fromEntries(CARRIED.filter((key) => raw[key] !== undefined).map((key) => [key, raw[key]]));
}

function valuesOf(raw: unknown): string[] {
  const values = (Array.isArray(raw) ? raw : [raw]).filter((value): value is string => typeof value === 'string');
  return [...new Set(values.filter((value) => value !== ''))];
}
