import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AUDIT_TYPES, AuditEvent, AuditType } from '@signpost/contracts';
import { phraseOf } from './phrase';
import { Slot } from './sentence';

type Tree = { readonly [key: string]: string | Tree };

const read = (language: string): Tree => {
  const file = join(process.cwd(), `apps/web/src/app/domains/activity/i18n/${language}.json`);
  return (JSON.parse(readFileSync(file, 'utf8')) as { activity: Tree }).activity;
};
const LANGUAGES = [read('en'), read('de')];

const at = (tree: Tree, path: string): string | Tree | undefined =>
  path
    .split('.')
    .reduce<string | Tree | undefined>((node, key) => (typeof node === 'object' ? node[key] : undefined), tree);

function anEvent(type: string, detail: AuditEvent['detail'] = {}, over: Partial<AuditEvent> = {}): AuditEvent {
  return {
    id: 1,
    type: type as AuditType,
    group: 'link',
    at: '2026-11-21T00:00:00.000Z',
    actor: { id: 'u1', email: 'ana@example.com', displayName: null },
    link: { id: 'l1', slug: 'spring' },
    detail,
    ...over,
  };
}

/** The details that the server writes for each type; for a type with several sentences, one for each of them. */
const DETAILS: Partial<Record<AuditType, AuditEvent['detail'][]>> = {
  link_updated: [{ fields: ['title', 'expiresAt'] }, {}],
  link_slug_changed: [{ from: 'a', to: 'b' }],
  link_alias_added: [{ alias: 'x' }],
  link_alias_removed: [{ alias: 'x' }],
  link_alert_sent: [
    { kind: 'expiry', to: { id: 'u2', email: 'ben@example.com' } },
    { kind: 'visits', to: { id: 'u2', email: 'ben@example.com' } },
    { kind: 'review', to: { id: 'u2', email: 'ben@example.com' } },
    { kind: 'another', to: { id: 'u2', email: 'ben@example.com' } },
    {},
  ],
  links_bulk_action: [
    ...['tag', 'untag', 'assignCampaign', 'archive', 'another'].flatMap((action) => [
      { action, count: 3 },
      { action, count: 1 },
    ]),
    { action: 'undoImport', count: 3, importId: 'i' },
  ],
  links_imported: [{ importId: 'i', count: 3 }],
  tag_updated: [
    { from: 'a', to: 'b' },
    { from: 'a', to: 'b', mergedInto: 't2' },
  ],
  campaign_created: [{ id: 'c1', name: 'Spring' }],
  campaign_updated: [{ id: 'c1', name: 'Spring', changes: [{ field: 'name', from: 'a', to: 'b' }] }],
  invitation_sent: [{ email: 'c@example.com', role: 'VIEWER' }],
  invitation_accepted: [{ email: 'c@example.com', role: 'MEMBER' }],
  member_role_changed: [{ email: 'c@example.com', from: 'VIEWER', to: 'MEMBER' }],
  member_activity_changed: [
    { email: 'c@example.com', isActive: false },
    { email: 'c@example.com', isActive: true },
  ],
  ownership_transferred: [{ from: { email: 'a@example.com' }, to: { email: 'b@example.com' } }],
  workspace_updated: [{ changes: [{ field: 'linkPrefix', from: null, to: 'go' }] }],
  report_shared: [{ subject: 'workspace' }],
  report_unshared: [{ subject: 'workspace' }],
  workspace_logo_changed: [{ action: 'set' }, { action: 'removed' }],
  workspace_link_prefix_revoked: [{ prefix: 'go' }, { prefix: '_root_' }],
  identity_connected: [{ provider: 'google' }, { provider: 'password' }],
  identity_disconnected: [{ provider: 'microsoft' }],
  signed_in: [{ way: 'password' }, { way: 'link' }],
  sessions_ended: [
    { how: 'sign_out', count: 1 },
    { how: 'one', count: 1 },
    { how: 'others', count: 3 },
  ],
  email_changed: [{ from: 'ben@example.com', to: 'ben@example.org' }],
  passkey_added: [{ name: 'Laptop' }],
  passkey_removed: [{ name: 'Laptop' }],
  second_factor_disabled: [{}, { email: 'c@example.com', by: 'command line' }],
  recovery_code_used: [{ left: 9 }],
  password_reset: [{}, { how: 'changed' }],
  rate_limit_exceeded: [{ limit: 'LOGIN' }, { limit: 'UNKNOWN_PATHS' }],
  login_failed: [{ userId: 'u2', email: 'ben@example.com' }],
};

const CASES = (Object.keys(AUDIT_TYPES) as AuditType[]).flatMap((type) =>
  (DETAILS[type] ?? [{ name: 'Spring', email: 'c@example.com', role: 'MEMBER' }]).map(
    (detail) => [type, JSON.stringify(detail), detail] as const,
  ),
);

describe('the sentence of an event', () => {
  it.each(CASES)('%s %s is written in both languages and filled in whole', (type, _shown, detail) => {
    const phrase = phraseOf(anEvent(type, detail));
    const given = new Set([
      ...Object.keys(phrase.slots),
      ...Object.keys(phrase.words ?? {}),
      ...(phrase.fields?.length ? ['fields'] : []),
      ...(phrase.count === undefined ? [] : ['count']),
    ]);
    for (const language of LANGUAGES) {
      const found = at(language, `sentence.${phrase.key}`);
      const forms = typeof found === 'object' ? Object.values(found) : [found];
      for (const text of forms) {
        if (typeof text !== 'string') throw new Error(`no text for ${phrase.key}`);
        const wanted = [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name ?? '');
        expect(wanted.filter((name) => !given.has(name))).toEqual([]);
      }
      expect(typeof found === 'object').toBe(phrase.count !== undefined);
      for (const key of Object.values(phrase.words ?? {})) expect(typeof at(language, key), key).toBe('string');
      expect(typeof at(language, `type.${type}`)).toBe('string');
    }
  });

  it.each<[AuditType, AuditEvent['detail'], string]>([
    ['links_bulk_action', { action: 'undoImport', count: 3, importId: 'i' }, 'links_bulk_undoImport'],
    ['password_reset', {}, 'password_reset'],
    ['password_reset', { how: 'changed' }, 'password_changed'],
    ['workspace_logo_changed', { action: 'set' }, 'workspace_logo_changed'],
    ['workspace_logo_changed', { action: 'removed' }, 'workspace_logo_removed'],
    ['member_activity_changed', { isActive: true }, 'member_activated'],
    ['member_activity_changed', { isActive: false }, 'member_deactivated'],
    ['tag_updated', { from: 'a', to: 'b' }, 'tag_updated'],
    ['tag_updated', { from: 'a', to: 'b', mergedInto: 't' }, 'tag_merged'],
    ['workspace_link_prefix_revoked', { prefix: 'go' }, 'workspace_link_prefix_revoked'],
    ['workspace_link_prefix_revoked', { prefix: '_root_' }, 'workspace_root_revoked'],
  ])('of %s %o is that of %s', (type, detail, key) => {
    expect(phraseOf(anEvent(type, detail)).key).toBe(key);
  });

  it('says who stopped a link, where it was somebody', () => {
    expect(phraseOf(anEvent('link_quarantined')).key).toBe('link_quarantined_by');
    expect(phraseOf(anEvent('link_quarantined', {}, { actor: null })).key).toBe('link_quarantined');
  });

  it('leads to the link and to the campaign', () => {
    const to = (slot: Slot | undefined) => slot?.to;
    expect(to(phraseOf(anEvent('link_created')).slots['link'])).toBe('/links/l1');
    expect(to(phraseOf(anEvent('campaign_updated', { id: 'c1', name: 'S' })).slots['name'])).toBe('/campaigns/c1');
  });

  it('names an event of a newer server by its type', () => {
    expect(phraseOf(anEvent('link_sent_to_mars', { any: 1 }))).toMatchObject({
      key: 'unknown',
      slots: { what: { text: 'link sent to mars' }, actor: { text: 'ana@example.com' } },
    });
  });

  it('bears details that are not what they should be', () => {
    const odd = { fields: 7, from: {}, to: [], name: null, email: 5, count: 'x', changes: 'y', prefix: {}, kind: 1 };
    for (const type of Object.keys(AUDIT_TYPES)) {
      expect(() => phraseOf(anEvent(type, odd, { actor: null, link: null }))).not.toThrow();
    }
  });
});
