import type { AuditEvent } from '@signpost/contracts';
import { personName } from '../../platform/person-name';
import { Phrase, Slot } from './sentence';

const BULK_ACTIONS = new Set(['tag', 'untag', 'assignCampaign', 'archive', 'undoImport']);
const ALERTS = new Set(['expiry', 'visits', 'review']);

/** The sentence of an event; a type without a sentence is shown by its name. */
export function phraseOf(event: AuditEvent): Phrase {
  const { detail } = event;
  const slots: Record<string, Slot> = {};
  if (event.actor) slots['actor'] = { text: personName(event.actor), kind: 'person' };
  if (event.link) slots['link'] = { text: event.link.slug, kind: 'address', to: `/links/${event.link.id}` };

  switch (event.type) {
    case 'link_updated': {
      const fields = textsOf(detail['fields']);
      return { key: fields.length > 0 ? 'link_updated' : 'link_updated_somehow', slots, fields };
    }
    case 'link_slug_changed':
      return { key: event.type, slots: { ...slots, ...addresses(detail, 'from', 'to') } };
    case 'link_alias_added':
    case 'link_alias_removed':
      return { key: event.type, slots: { ...slots, ...addresses(detail, 'alias') } };
    case 'link_alert_sent': {
      const kind = textOf(detail['kind']);
      const to = personOf(detail['to']);
      const key = ALERTS.has(kind) ? `link_alert_sent_${kind}` : 'link_alert_sent';
      return { key: to ? key : 'link_alert_sent_plain', slots: { ...slots, ...(to ? { to } : {}) } };
    }
    case 'links_bulk_action': {
      const action = textOf(detail['action']);
      const key = `links_bulk_${BULK_ACTIONS.has(action) ? action : 'other'}`;
      const count = countOf(detail['count']);
      // A single link is named; older events do not contain its name.
      return count === 1 && event.link ? { key: `${key}_named`, slots } : { key, slots, count };
    }
    // Lists of blocked hosts and the command line can stop links too: then there is no user to name.
    case 'link_quarantined':
    case 'link_quarantine_lifted':
    case 'abuse_report_dismissed':
      return { key: event.actor ? `${event.type}_by` : event.type, slots };
    case 'links_imported':
      return { key: event.type, slots, count: countOf(detail['count']) };
    case 'campaign_created':
    case 'campaign_updated': {
      const id = textOf(detail['id']);
      const name: Slot = { text: nameOf(detail), kind: 'name', ...(id ? { to: `/campaigns/${id}` } : {}) };
      return { key: event.type, slots: { ...slots, name } };
    }
    case 'tag_updated': {
      const key = detail['mergedInto'] ? 'tag_merged' : 'tag_updated';
      return { key, slots: { ...slots, ...names(detail, 'from', 'to') } };
    }
    case 'invitation_sent':
    case 'invitation_resent':
    case 'invitation_revoked':
    case 'invitation_accepted':
      return { key: event.type, slots: { ...slots, ...email(detail) }, words: role(detail, 'role') };
    case 'member_role_changed':
      return {
        key: event.type,
        slots: { ...slots, ...email(detail) },
        words: { ...role(detail, 'from'), ...role(detail, 'to') },
      };
    case 'member_activity_changed':
      return {
        key: detail['isActive'] === false ? 'member_deactivated' : 'member_activated',
        slots: { ...slots, ...email(detail) },
      };
    case 'member_removed':
    case 'login_failed':
      return { key: event.type, slots: { ...slots, ...email(detail) } };
    case 'ownership_transferred': {
      const to = personOf(detail['to']);
      return { key: event.type, slots: { ...slots, ...(to ? { to } : {}) } };
    }
    case 'workspace_updated':
      return { key: event.type, slots, fields: changedFields(detail['changes']) };
    case 'workspace_logo_changed':
      return { key: detail['action'] === 'removed' ? 'workspace_logo_removed' : event.type, slots };
    case 'workspace_link_prefix_revoked': {
      const prefix = textOf(detail['prefix']);
      return prefix === '_root_'
        ? { key: 'workspace_root_revoked', slots }
        : { key: event.type, slots: { ...slots, prefix: { text: prefix, kind: 'address' } } };
    }
    case 'identity_connected':
    case 'identity_disconnected':
      return { key: event.type, slots, words: { provider: `provider.${textOf(detail['provider'])}` } };
    case 'signed_in':
      return { key: event.type, slots, words: { way: `way.${textOf(detail['way'])}` } };
    case 'sessions_ended': {
      const how = textOf(detail['how']);
      return how === 'others'
        ? { key: 'sessions_ended_others', slots, count: countOf(detail['count']) }
        : { key: how === 'sign_out' ? 'signed_out' : event.type, slots };
    }
    case 'email_changed':
      return { key: event.type, slots: { ...slots, ...names(detail, 'from', 'to') } };
    case 'passkey_added':
    case 'passkey_removed':
      return { key: event.type, slots: { ...slots, ...names(detail, 'name') } };
    case 'second_factor_disabled':
      return detail['by'] === undefined
        ? { key: event.type, slots }
        : { key: 'second_factor_reset', slots: { ...slots, ...email(detail) } };
    case 'password_reset':
      return { key: detail['how'] === 'changed' ? 'password_changed' : event.type, slots };
    case 'rate_limit_exceeded':
      return { key: event.type, slots, words: { limit: `limit.${textOf(detail['limit'])}` } };
    case 'report_shared':
    case 'report_unshared':
      return { key: event.type, slots };
    case 'utm_presets_changed':
      return { key: event.type, slots, count: countOf(detail['count']) };
    case 'campaign_deleted':
    case 'view_shared':
    case 'view_changed':
    case 'view_unshared':
    case 'tag_created':
    case 'tag_deleted':
    case 'workspace_created':
    case 'workspace_deleted':
      return { key: event.type, slots: { ...slots, ...names(detail, 'name') } };
    case 'link_created':
    case 'link_deleted':
    case 'link_restored':
    case 'link_password_set':
    case 'link_password_removed':
    case 'link_archived':
    case 'link_unarchived':
    case 'link_enabled':
    case 'link_disabled':
    case 'links_exported':
    case 'abuse_report':
    case 'abuse_report_message':
    case 'email_verified':
    case 'second_factor_enabled':
    case 'recovery_code_used':
    case 'demo_created':
      return { key: event.type, slots };
    default:
      // A newer server may have more types: shown by name, with the subjects of the event.
      return { key: 'unknown', slots: { ...slots, what: { text: wordsOf(event.type), kind: 'name' } } };
  }
}

/** `link_password_set` → `link password set`. */
function wordsOf(type: string): string {
  return type.replaceAll('_', ' ');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

function nameOf(detail: AuditEvent['detail']): string {
  return textOf(detail['name']) || '–';
}

function names(detail: AuditEvent['detail'], ...keys: string[]): Record<string, Slot> {
  return Object.fromEntries(keys.map((key) => [key, { text: textOf(detail[key]) || '–', kind: 'name' as const }]));
}

function addresses(detail: AuditEvent['detail'], ...keys: string[]): Record<string, Slot> {
  return Object.fromEntries(keys.map((key) => [key, { text: textOf(detail[key]) || '–', kind: 'address' as const }]));
}

function email(detail: AuditEvent['detail']): Record<string, Slot> {
  return { email: { text: textOf(detail['email']) || '–', kind: 'person' } };
}

function personOf(value: unknown): Slot | null {
  const address = typeof value === 'object' && value !== null && 'email' in value ? textOf(value.email) : '';
  return address ? { text: address, kind: 'person' } : null;
}

function role(detail: AuditEvent['detail'], key: string): Record<string, string> {
  return { [key]: `role.${textOf(detail[key])}` };
}

function changedFields(changes: unknown): string[] {
  if (!Array.isArray(changes)) return [];
  return changes.flatMap((change: unknown) => {
    const field = (change as { field?: unknown } | null)?.field;
    return typeof field === 'string' ? [field] : [];
  });
}
