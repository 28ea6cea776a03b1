import type { AuditType, HistoryChange, HistoryValue } from '@signpost/contracts';
import { FIELD_NAMES, fieldsOfKind, LINK_FIELDS, type FieldName, type LinkFields } from './link-fields.js';
import { instant } from './link-record.js';

/** Fields that the history compares and shows, in display order. */
const COMPARED = FIELD_NAMES.filter((name) => LINK_FIELDS[name].history);

/** Names of the link fields that are times. */
export const TIMES: ReadonlySet<string> = new Set(fieldsOfKind('instant'));

/** Kind of a password change; the password itself is never recorded. */
export type PasswordChange = 'set' | 'changed' | 'removed';

/** Differences between two states of a link, times as ISO 8601. Tag names are compared case-insensitively. */
export function changesBetween(from: LinkFields, to: LinkFields): HistoryChange[] {
  return COMPARED.filter((field) => comparable(field, from) !== comparable(field, to)).map((field) => ({
    field,
    from: shown(field, from),
    to: shown(field, to),
  }));
}

/** The change of a password as history shows it. */
export function passwordChange(change: PasswordChange): HistoryChange {
  return { field: 'password', from: change === 'set' ? null : 'set', to: change };
}

/** Audit events of one update: each special field has its own event type, the others share one. */
export function auditEventsOf(
  changes: readonly HistoryChange[],
): { type: AuditType; detail: Record<string, unknown> }[] {
  const events: { type: AuditType; detail: Record<string, unknown> }[] = [];
  const others: string[] = [];
  for (const { field, from, to } of changes) {
    switch (field) {
      case 'slug':
        events.push({ type: 'link_slug_changed', detail: { from, to } });
        break;
      case 'password':
        events.push({ type: to === 'removed' ? 'link_password_removed' : 'link_password_set', detail: {} });
        break;
      case 'archived':
        events.push({ type: to === true ? 'link_archived' : 'link_unarchived', detail: {} });
        break;
      case 'isEnabled':
        events.push({ type: to === true ? 'link_enabled' : 'link_disabled', detail: {} });
        break;
      default:
        others.push(field);
    }
  }
  return others.length === 0 ? events : [{ type: 'link_updated', detail: { fields: others } }, ...events];
}

function comparable(field: FieldName, fields: LinkFields): string {
  if (field === 'tags') {
    return JSON.stringify(fields.tags.map((name) => name.toLowerCase()).sort());
  }
  if (field === 'targeting') return JSON.stringify(sortedKeys(fields.targeting));
  return JSON.stringify(fields[field]);
}

function shown(field: FieldName, fields: LinkFields): HistoryValue {
  if (TIMES.has(field)) return instant(fields[field] as number | null);
  // The empty initial values of a new link (address, destination, prior clicks) are shown as null.
  return fields[field] === '' || (field === 'priorClicks' && fields[field] === 0) ? null : fields[field];
}

/** The value with object keys sorted, because jsonb does not preserve key order. */
function sortedKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortedKeys(inner)]),
  );
}
