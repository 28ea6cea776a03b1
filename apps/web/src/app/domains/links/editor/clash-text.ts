import type { HistoryItem, Targeting } from '@signpost/contracts';
import { I18n } from '../../../platform/words/i18n';
import { personName } from '../../../platform/person-name';
import { Lookups } from './lookups';
import type { ClashText } from './edit-conflicts';
import type { Clash } from './merge-forms';

/** Form fields whose name differs from the link's field. */
const NAMES: Readonly<Record<string, string>> = {
  countries: 'targeting',
  systems: 'targeting',
  removePassword: 'password',
};
const HALVES: Readonly<Record<string, 'country' | 'os'>> = { countries: 'country', systems: 'os' };

/** Label of a form field. */
export function fieldLabel(field: string, i18n: I18n): string {
  if (field in HALVES) return i18n.t('links.section.targeting');
  return i18n.t(`links.history.field.${NAMES[field] ?? field}`);
}

/** Describes a conflict in a link's form, with author and time of the other change if `history` has them. */
export function clashText(
  { path, mine, theirs }: Clash,
  history: readonly HistoryItem[],
  i18n: I18n,
  lookups: Lookups,
): ClashText {
  const [field = path, key] = path.split('.');
  const origin = history.find(({ changes }) =>
    changes.some(
      (change) =>
        change.field === (NAMES[field] ?? field) &&
        (key === undefined || ruleOf(change.from, field, key) !== ruleOf(change.to, field, key)),
    ),
  );
  const show = (value: unknown): string => valueText(field, value, i18n, lookups);
  return {
    path,
    label: key === undefined ? fieldLabel(field, i18n) : i18n.t('links.field.targetUrl', { name: kindText(key, i18n) }),
    mine: show(mine),
    theirs: show(theirs),
    by: origin
      ? `${origin.actor ? personName(origin.actor) : i18n.t('links.history.system')}, ${i18n.relative(origin.at)}`
      : null,
  };
}

function ruleOf(targeting: unknown, field: string, key: string): string | undefined {
  const rules: Record<string, string | undefined> = (targeting as Targeting | null)?.[HALVES[field] ?? 'country'] ?? {};
  return rules[key];
}

function kindText(key: string, i18n: I18n): string {
  return i18n.known(`links.system.${key}`) ?? i18n.country(key);
}

/** A form value as text: names instead of ids, times in the user's format. */
function valueText(field: string, value: unknown, i18n: I18n, lookups: Lookups): string {
  const text = typeof value === 'object' && value !== null && 'url' in value ? value.url : value;
  if (typeof text !== 'string' || text.trim() === '') return i18n.t('links.history.nothing');
  switch (field) {
    case 'password':
      return i18n.t('links.set');
    case 'campaignId':
      return lookups.campaignName(text);
    case 'responsibleUserId':
      return lookups.memberName(text);
    case 'startsAt':
    case 'expiresAt':
    case 'reviewAt':
      return i18n.dateTime(text);
    default:
      return text;
  }
}
