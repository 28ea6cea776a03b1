import { AUDIT_TYPES, type AuditEvent } from '@signpost/contracts';
import {
  type ApiAnswer,
  type ApiClient,
  type AppProcess,
  freePort,
  mailedToken,
  OpenIdServer,
  OWNER,
  setUpOwner,
  startApp,
} from '@signpost/testing';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Authenticator } from '../support/authenticator.js';
import { anAddress, join, PASSWORD, signIn, userIdOf } from '../support/people.js';

const SECRET = 'a-secret-for-the-jobs-route';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Types seen in any log of this file; the last test holds them to the catalogue. */
const seen = new Set<string>();

/** Fails with the answer's text unless the request succeeded. */
function done(answer: ApiAnswer): ApiAnswer {
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer;
}

/** Everything in a workspace's log, newest first, a few at a time. */
async function readLog(owner: ApiClient): Promise<AuditEvent[]> {
  const events: AuditEvent[] = [];
  for (let cursor = ''; ;) {
    const { body } = done(await owner.get(`/api/admin/audit-events?limit=7${cursor}`));
    events.push(...(body.items as AuditEvent[]));
    if (body.nextBefore === null) return events;
    cursor = `&before=${body.nextBefore as number}`;
  }
}

/** Does something and answers the events that it added, oldest first. */
async function eventsOf(owner: ApiClient, act: () => Promise<unknown>): Promise<AuditEvent[]> {
  const before = (await owner.get('/api/admin/audit-events?limit=1')).body.items[0] as AuditEvent | undefined;
  await act();
  const added = (await readLog(owner)).filter(({ id }) => id > (before?.id ?? 0)).reverse();
  for (const { type } of added) seen.add(type);
  return added;
}

const typesOf = (events: readonly AuditEvent[]) => events.map(({ type }) => type);

describe('one workspace', () => {
  let app: AppProcess;
  let provider: OpenIdServer;
  let owner: ApiClient;
  let ownerId: string;

  beforeAll(async () => {
    const port = await freePort();
    provider = await OpenIdServer.start([`http://127.0.0.1:${port}/api/auth/google`]);
    app = await startApp({
      port,
      env: {
        JOBS_SECRET: SECRET,
        GOOGLE_CLIENT_ID: 'signpost',
        GOOGLE_CLIENT_SECRET: 'a secret',
        GOOGLE_ISSUER: provider.issuer,
        RATE_LIMIT_INVITATIONS: '3/3600',
      },
    });
    owner = await setUpOwner(app);
    ownerId = await userIdOf(owner);
    for (const { type } of await readLog(owner)) seen.add(type);
  });
  afterAll(async () => {
    await app?.stop();
    await provider?.stop();
  });

  test('links: every change is one event of its kind, with who did it and to which link', async () => {
    const { body: link } = done(await owner.post('/api/links', { destinationUrl: 'https://example.com/' }));
    const path = `/api/links/${link.id as string}`;
    const alias = `alias-${link.slug as string}`;
    const steps: [() => Promise<ApiAnswer>, string[]][] = [
      [() => owner.patch(path, { title: 'Named' }), ['link_updated']],
      [() => owner.patch(path, { password: 'open sesame' }), ['link_password_set']],
      [() => owner.patch(path, { password: null }), ['link_password_removed']],
      [() => owner.patch(path, { archived: true }), ['link_archived']],
      [() => owner.patch(path, { archived: false }), ['link_unarchived']],
      [() => owner.patch(path, { isEnabled: false }), ['link_disabled']],
      [() => owner.patch(path, { isEnabled: true }), ['link_enabled']],
      [() => owner.patch(path, { slug: `new-${link.slug as string}` }), ['link_slug_changed']],
      [() => owner.post(`${path}/aliases`, { slug: alias }), ['link_alias_added']],
      [() => owner.delete(`${path}/aliases/${alias}`), ['link_alias_removed']],
      [() => owner.delete(path), ['link_deleted']],
      [() => owner.post(`${path}/restore`), ['link_restored']],
    ];
    for (const [step, types] of steps) {
      const events = await eventsOf(owner, async () => done(await step()));
      expect(typesOf(events)).toEqual(expect.arrayContaining(types));
      for (const event of events) {
        expect(event).toMatchObject({
          group: 'link',
          actor: { id: ownerId, email: OWNER.email },
          link: { id: link.id },
        });
      }
    }
    const refused = await eventsOf(owner, () => owner.patch(path, { slug: 'api' }));
    expect(refused).toEqual([]);
  });

  test('many links at once: bulk, import, export, alerts', async () => {
    const { body: link } = done(await owner.post('/api/links', { destinationUrl: 'https://example.com/many' }));
    const bulk = await eventsOf(owner, async () =>
      done(await owner.post('/api/links/bulk', { selection: { ids: [link.id] }, action: 'archive' })),
    );
    expect(bulk.filter(({ type }) => type === 'links_bulk_action')).toMatchObject([
      { link: { id: link.id, slug: link.slug }, detail: { action: 'archive', count: 1 } },
    ]);

    const imported = await eventsOf(owner, async () => {
      const csv = 'destination_url\nhttps://example.com/imported\n';
      const { body } = done(await owner.upload('/api/links/import/preview', csv, 'links.csv', 'text/csv'));
      const rows = (body.rows as { row: number; values: object }[]).map(({ row, values }) => ({ row, values }));
      done(await owner.post('/api/links/import', { importId: body.importId, fileHash: body.fileHash, rows }));
    });
    expect(typesOf(imported)).toContain('links_imported');
    expect(typesOf(await eventsOf(owner, async () => done(await owner.get('/api/links/export.csv'))))).toEqual([
      'links_exported',
    ]);

    const expiresAt = Date.now() + 24 * 3600_000;
    const alerted = await eventsOf(owner, async () => {
      done(await owner.post('/api/links', { destinationUrl: 'https://example.com/soon', expiresAt }));
      done(await app.client().post('/api/jobs/alerts', undefined, { headers: { authorization: `Bearer ${SECRET}` } }));
    });
    expect(alerted.filter(({ type }) => type === 'link_alert_sent')).toMatchObject([{ actor: null }]);
  });

  test('tags and campaigns', async () => {
    const events = await eventsOf(owner, async () => {
      const tag = done(await owner.post('/api/tags', { name: 'spring' })).body.id as string;
      done(await owner.patch(`/api/tags/${tag}`, { name: 'summer' }));
      done(await owner.delete(`/api/tags/${tag}`));
      const campaign = done(await owner.post('/api/campaigns', { name: 'Sale', utmCampaign: 'sale' })).body
        .id as string;
      done(await owner.patch(`/api/campaigns/${campaign}`, { name: 'Big sale' }));
      done(await owner.delete(`/api/campaigns/${campaign}`));
    });
    expect(typesOf(events)).toEqual([
      'tag_created',
      'tag_updated',
      'tag_deleted',
      'campaign_created',
      'campaign_updated',
      'campaign_deleted',
    ]);
    expect(events.map(({ group }) => group)).toEqual(['link', 'link', 'link', 'campaign', 'campaign', 'campaign']);
  });

  test('shared views and UTM presets', async () => {
    const events = await eventsOf(owner, async () => {
      const view = done(await owner.post('/api/views', { name: 'Paused', query: 'status=disabled', shared: true }));
      const path = `/api/views/${view.body.id as string}`;
      done(await owner.patch(path, { name: 'Off' }));
      done(await owner.delete(path));
      done(await owner.post('/api/views', { name: 'Mine', query: '' }));
      for (let n = 0; n < 2; n += 1) {
        done(await owner.put('/api/workspaces/utm-presets', { items: [{ name: 'Mail', source: 'mail' }] }));
      }
    });
    expect(typesOf(events)).toEqual(['view_shared', 'view_changed', 'view_unshared', 'utm_presets_changed']);
  });

  test('shared reports', async () => {
    const events = await eventsOf(owner, async () => {
      const input = { subject: { type: 'workspace' }, title: 'For a customer', expiresAt: Date.now() + 3600_000 };
      const share = done(await owner.post('/api/reports/shares', input));
      done(await owner.delete(`/api/reports/shares/${share.body.id as string}`));
    });
    expect(typesOf(events)).toEqual(['report_shared', 'report_unshared']);
  });

  test('people: invitations, roles, activity, removal, ownership, a limit that was reached', async () => {
    const address = anAddress();
    const invitations = await eventsOf(owner, async () => {
      const { body } = done(await owner.post('/api/workspaces/invitations', { email: address }));
      done(await owner.post(`/api/workspaces/invitations/${body.id as string}/resend`));
      done(await owner.delete(`/api/workspaces/invitations/${body.id as string}`));
    });
    expect(typesOf(invitations)).toEqual(['invitation_sent', 'invitation_resent', 'invitation_revoked']);

    let member!: ApiClient;
    const joined = await eventsOf(owner, async () => (member = await join(app, owner, 'MEMBER')));
    const memberId = await userIdOf(member);
    expect(typesOf(joined)).toEqual(['invitation_sent', 'invitation_accepted']);
    expect(joined[1]?.actor?.id).toBe(memberId);

    const limited = await eventsOf(owner, async () => {
      for (let n = 0; n < 4; n += 1) await owner.post('/api/workspaces/invitations', { email: anAddress() });
    });
    expect(typesOf(limited)).toContain('rate_limit_exceeded');

    const path = `/api/workspaces/members/${memberId}`;
    const changes = await eventsOf(owner, async () => {
      done(await owner.patch(path, { role: 'VIEWER' }));
      done(await owner.patch(path, { isActive: false }));
      done(await owner.patch(path, { isActive: true, role: 'MEMBER' }));
      done(await owner.post('/api/workspaces/transfer-ownership', { userId: memberId }));
    }).catch(async () => {
      // After the transfer the log is the new owner's to read.
      const events = await readLog(member);
      for (const { type } of events) seen.add(type);
      return events;
    });
    expect(typesOf(changes)).toEqual(
      expect.arrayContaining(['member_role_changed', 'member_activity_changed', 'ownership_transferred']),
    );
    const removed = await eventsOf(member, async () => {
      done(await member.post('/api/workspaces/transfer-ownership', { userId: ownerId }));
      done(await owner.delete(path));
    }).catch(async () => {
      const events = await readLog(owner);
      for (const { type } of events) seen.add(type);
      return events;
    });
    expect(typesOf(removed)).toContain('member_removed');
  });

  test('the workspace: settings, logo, a former link path', async () => {
    const events = await eventsOf(owner, async () => {
      done(await owner.patch('/api/workspaces', { name: 'Acme Ltd' }));
      done(await owner.upload('/api/workspaces/logo', PNG, 'logo.png', 'image/png'));
      done(await owner.patch('/api/workspaces', { linkPrefix: 'go', pathMode: 'preserve' }));
      done(await owner.delete('/api/workspaces/link-prefixes/_root_'));
    });
    expect(new Set(typesOf(events))).toEqual(
      new Set(['workspace_updated', 'workspace_logo_changed', 'workspace_link_prefix_revoked']),
    );
    expect(new Set(events.map(({ group }) => group))).toEqual(new Set(['security']));
  });

  test('accounts: failed sign-in, reset, identities; visitors: a report', async () => {
    const failed = await eventsOf(owner, async () => {
      await app.client().post('/api/auth/login', { email: OWNER.email, password: 'not the password' });
      // Written apart from the answer, so that its time does not tell that the account exists.
      await expect
        .poll(async () => (await owner.get('/api/admin/audit-events?type=login_failed')).body.items.length, {
          timeout: 20_000,
        })
        .toBeGreaterThan(0);
    });
    expect(failed).toMatchObject([{ type: 'login_failed', actor: null }]);

    const connected = await eventsOf(owner, async () => {
      const person = { sub: 'owner-at-google', email: OWNER.email, email_verified: true };
      await provider.signIn(owner, '/api/auth/google', person);
      const { body } = await owner.get('/api/auth/identities');
      const google = (body.items as { id: string; provider: string }[]).find((item) => item.provider === 'google');
      done(await owner.delete(`/api/auth/identities/${google?.id ?? ''}`));
    });
    expect(typesOf(connected)).toEqual(['identity_connected', 'identity_disconnected']);

    const { body: link } = done(await owner.post('/api/links', { destinationUrl: 'https://example.com/reported' }));
    const reported = await eventsOf(owner, async () => {
      const prefix = new URL(link.shortUrl as string).pathname;
      done(await app.client().post('/api/report', { slug: link.slug, reason: 'It is not nice.', path: prefix }));
    });
    expect(reported).toMatchObject([{ type: 'abuse_report', actor: null, link: { id: link.id } }]);

    const decided = await eventsOf(owner, async () => {
      const { body: desk } = done(await owner.get('/api/reports/abuse'));
      const [report] = desk.items as { id: string }[];
      done(await owner.post(`/api/reports/abuse/${report?.id ?? ''}/quarantine`));
      done(await owner.post(`/api/reports/abuse/${report?.id ?? ''}/dismiss`));
      done(await owner.post(`/api/reports/abuse/${report?.id ?? ''}/message`, { message: 'Is this yours?' }));
    });
    expect(typesOf(decided)).toEqual([
      'link_quarantined',
      'link_quarantine_lifted',
      'abuse_report_dismissed',
      'abuse_report_message',
    ]);

    await app.client().post('/api/auth/forgot', { email: OWNER.email });
    const token = await mailedToken(app.dataDir, OWNER.email, '/reset-password');
    done(await app.client().post('/api/auth/reset', { token, password: PASSWORD }));
    const again = await signIn(app, OWNER.email);
    expect(typesOf(await readLog(again))).toContain('password_reset');
    for (const { type } of await readLog(again)) seen.add(type);
  });

  test('accounts: sessions, an address confirmed, passkeys, second factors', async () => {
    const { email } = OWNER;
    const own = await signIn(app, email);

    const sessions = await eventsOf(own, async () => {
      const browser = await signIn(app, email);
      done(await browser.post('/api/auth/logout'));
    });
    expect(sessions).toMatchObject([
      { type: 'signed_in', actor: { email }, detail: { way: 'password' } },
      { type: 'sessions_ended', actor: { email }, detail: { how: 'sign_out', count: 1 } },
    ]);

    // Joining takes a confirmed address: no request makes a member without one, so the database has to.
    await app.database.query('UPDATE users SET verified_at = NULL WHERE email = $1', [email]);
    const confirmed = await eventsOf(own, async () => {
      done(await app.client().post('/api/auth/verify/resend', { email }));
      const token = await mailedToken(app.dataDir, email, '/verify-email');
      done(await app.client().post('/api/auth/verify', { token }));
    });
    expect(confirmed).toMatchObject([{ type: 'email_verified', actor: { email }, detail: { email } }]);

    const to = 'owner-elsewhere@example.test';
    const moved = await eventsOf(own, async () => {
      done(await own.post('/api/auth/email-change', { email: to, currentPassword: PASSWORD }));
      for (const address of [email, to]) {
        const token = await mailedToken(app.dataDir, address, '/verify-email/change');
        done(await app.client().post('/api/auth/email-change/confirm', { token }));
      }
    });
    expect(moved).toMatchObject([{ type: 'email_changed', detail: { from: email, to } }]);
    await app.database.query('UPDATE users SET email = $1 WHERE email = $2', [email, to]);

    const passkeys = await eventsOf(own, async () => {
      const { body } = done(await new Authenticator(app.url).addTo(own, 'Laptop'));
      done(await own.delete(`/api/auth/passkeys/${body.id as string}`));
    });
    expect(typesOf(passkeys)).toEqual(['passkey_added', 'passkey_removed']);

    const factors = await eventsOf(own, async () => {
      const { body: setup } = done(await own.post('/api/auth/second-factor/setup'));
      const code = new TOTP({ secret: Secret.fromBase32(setup.secret as string) }).generate();
      const { body } = done(await own.post('/api/auth/second-factor/enable', { code }));
      const [first, second] = body.recoveryCodes as string[];
      const browser = app.client();
      expect((await browser.post('/api/auth/login', { email, password: PASSWORD })).body.code).toBe(
        'second_factor_required',
      );
      done(await browser.post('/api/auth/login/second-factor', { code: first }));
      done(await own.post('/api/auth/second-factor/disable', { code: second }));
    });
    expect(new Set(typesOf(factors))).toEqual(
      new Set(['second_factor_enabled', 'recovery_code_used', 'signed_in', 'second_factor_disabled']),
    );
    expect(new Set([...sessions, ...confirmed, ...passkeys, ...factors].map(({ group }) => group))).toEqual(
      new Set(['security']),
    );
  });

  test('a log is only its own workspace owner’s to read, and nobody’s to change', async () => {
    const again = await signIn(app, OWNER.email);
    for (const query of [
      'group=nothing',
      'type=nothing',
      'limit=0',
      'limit=201',
      'limit=x',
      'before=0',
      'before=-1',
      'type=',
    ]) {
      const { status, body } = await again.get(`/api/admin/audit-events?${query}`);
      expect([query, status, body.errors?.[0]?.field]).toEqual([query, 422, query.split('=')[0]]);
    }
    expect((await app.client().get('/api/admin/audit-events')).status).toBe(401);
    for (const method of ['POST', 'PATCH', 'DELETE']) {
      expect((await again.request(method, '/api/admin/audit-events')).status).toBe(405);
    }
  });
});

describe('many workspaces', () => {
  let app: AppProcess;
  beforeAll(async () => {
    app = await startApp({
      env: { DEPLOYMENT_MODE: 'multi', PUBLIC_URL: 'http://signpost.test', DEMO_ENABLED: 'true', REGISTRATION: 'open' },
    });
  });
  afterAll(() => app?.stop());

  test('a workspace is made and deleted, and a demo is made', async () => {
    const founder = app.client();
    await founder.post('/api/auth/register', { email: 'founder@example.test', password: PASSWORD });
    for (const slug of ['first', 'second']) done(await founder.post('/api/workspaces', { name: slug, slug }));
    founder.host = 'second.signpost.test';
    done(await founder.delete('/api/workspaces'));
    const visitor = app.client();
    visitor.host = 'signpost.test';
    done(await visitor.post('/api/auth/demo', {}));
    // A deleted workspace has no host to read its log at.
    const events = await app.database.query<{ type: string; slug: string }>(
      'SELECT e.type, w.slug FROM audit_events e JOIN workspaces w ON w.id = e.workspace_id ORDER BY e.id',
    );
    for (const { type } of events) seen.add(type);
    expect(events).toEqual(
      expect.arrayContaining([
        { type: 'workspace_created', slug: 'second' },
        { type: 'workspace_deleted', slug: 'second' },
        { type: 'demo_created', slug: expect.stringMatching(/^demo-/) },
      ]),
    );
  });
});

test('every type of the catalogue was produced through the API that causes it', () => {
  expect([...seen].sort()).toEqual(Object.keys(AUDIT_TYPES).sort());
});
