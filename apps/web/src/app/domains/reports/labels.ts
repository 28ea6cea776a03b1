import { readableHost } from '@signpost/domain';
import type { Bar } from '@signpost/ui/charts';
import type { ReportFilterName, ReportFilters } from '@signpost/contracts';
import { I18n } from '../../platform/words/i18n';
import { isFilter } from './filters';

/** Colours that belong to a label on every page (tokens `--cat-1` … `--cat-8`). */
const CATEGORY: Readonly<Record<string, number>> = {
  Chrome: 1,
  Safari: 6,
  Firefox: 2,
  Edge: 3,
  Opera: 4,
  'Samsung Internet': 5,
  iOS: 6,
  Android: 3,
  Windows: 1,
  macOS: 5,
  Linux: 2,
  ChromeOS: 7,
  desktop: 1,
  mobile: 3,
  tablet: 5,
  Other: 8,
  other: 8,
  unknown: 8,
};

/**
 * Rows of a breakdown with translated labels.
 * @param filters the active ones, which a click on a row adds or removes; null where rows are read-only.
 */
export function barsOf(
  section: string,
  rows: readonly { label: string; count: number }[],
  i18n: I18n,
  filters: ReportFilters | null = null,
): readonly Bar[] {
  const chosen = filters?.[section as ReportFilterName] ?? [];
  const coloured = section === 'browser' || section === 'os' || section === 'device';
  return rows.map(({ label, count }) => {
    const shown = shownLabel(section, label, i18n);
    const isHost = section === 'referrer' && shown === readableHost(label) && shown !== label;
    return {
      label: shown,
      title: isHost ? label : null,
      count,
      category: coloured ? (CATEGORY[label] ?? 8) : null,
      key: filters !== null && isFilter(section, label) ? label : null,
      isChosen: chosen.includes(label),
    };
  });
}

/** A translated label of a breakdown. */
export function shownLabel(section: string, label: string, i18n: I18n): string {
  if (section === 'country') return i18n.country(label);
  const known = i18n.known(`reports.label.${section}.${label}`) ?? i18n.known(`ui.label.${label}`);
  return known ?? (section === 'referrer' ? readableHost(label) : label);
}
