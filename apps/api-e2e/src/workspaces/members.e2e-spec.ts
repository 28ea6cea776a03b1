import { mailedToken, OWNER, setUpOwner, startApp, type ApiClient, type AppProcess } from '@signpost/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anAddress, join, PASSWORD, signIn, userIdOf } from '../support/people.js';

let app: AppProcess;
let owner: ApiClient;

beforeAll(async () => {
  app = await startApp();
  owner = await setUpOwner(app);
});
afterAll(() => app?.stop());

async function auditTypes(): Promise<string[]> {
  const { body } = await owner.get('/api/admin/audit-events?limit=200');
  return body.items.map(({ type }: { type: string }) => type);
}

describe('registration by invitation', () => {
  test('without one, with a bad one and with another address', async () => {
    const email = anAddress();
    const register = (input: object) =>
      app.client().post('/api/auth/register', { email, password: PASSWORD, ...input });
    expect([(await register({})).status, (await register({})).body.code]).toEqual([403, 'invitation_required']);
    const bad = await register({ invitationToken: 'x'.repeat(43) });
    expect([bad.status, bad.body.code]).toEqual([400, 'token_invalid']);
    await owner.post('/api/workspaces/invitations', { email });
    const invitationToken = await mailedToken(app.dataDir, email);
    const other = await register({ email: anAddress(), invitationToken });
    expect([other.status, other.body.code]).toEqual([403, 'invitation_mismatch']);
    const done = await register({ invitationToken });
    expect(done.body).toMatchObject({ ok: true, user: { email, verified: true } });
    const again = await register({ invitationToken });
    expect([again.status, again.body.errors[0].field]).toEqual([422, 'email']);
  });
});

describe('invitations', () => {
  test('are made, listed, sent again and revoked', async () => {
    const email = anAddress('Invited').toLowerCase();
    const made = await owner.post('/api/workspaces/invitations', { email: email.toUpperCase(), role: 'VIEWER' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ email, role: 'VIEWER' });
    expect(Date.parse(made.body.expiresAt) - Date.parse(made.body.createdAt)).toBe(7 * 24 * 3600_000);
    expect((await owner.post('/api/workspaces/invitations', { email })).body.code).toBe('invitation_open');
    // Without a mail server this answer, and no list, has the address that opens it.
    const { inviteUrl, ...listed } = made.body;
    expect((await owner.get('/api/workspaces/invitations')).body.items).toContainEqual(listed);

    const former = await mailedToken(app.dataDir, email);
    expect(new URL(inviteUrl as string).searchParams.get('token')).toBe(former);
    expect((await owner.post(`/api/workspaces/invitations/${made.body.id}/resend`)).status).toBe(200);
    await expect.poll(() => mailedToken(app.dataDir, email), { timeout: 10_000 }).not.toBe(former);
    const stale = await app.client().post('/api/auth/register', { email, password: PASSWORD, invitationToken: former });
    expect(stale.body.code).toBe('token_invalid');

    expect((await owner.delete(`/api/workspaces/invitations/${made.body.id}`)).body).toEqual({ ok: true });
    expect((await owner.delete(`/api/workspaces/invitations/${made.body.id}`)).body.code).toBe('invitation_not_found');
    expect((await owner.post(`/api/workspaces/invitations/${made.body.id}/resend`)).status).toBe(404);
    expect((await owner.post('/api/workspaces/invitations', { email })).status).toBe(201);
  });

  test('bad fields are named', async () => {
    for (const [body, field] of [
      [{ email: 'x' }, 'email'],
      [{ email: anAddress(), role: 'OWNER' }, 'role'],
      [{ email: anAddress(), rolle: 'VIEWER' }, 'rolle'],
    ] as const) {
      const answer = await owner.post('/api/workspaces/invitations', body);
      expect([answer.status, answer.body.errors[0].field]).toEqual([422, field]);
    }
  });

  test('a member cannot be invited, and another account cannot accept', async () => {
    expect((await owner.post('/api/workspaces/invitations', { email: OWNER.email })).body.code).toBe('already_member');
    const email = anAddress();
    await owner.post('/api/workspaces/invitations', { email });
    const token = await mailedToken(app.dataDir, email);
    const mismatch = await owner.post('/api/workspaces/invitations/accept', { token });
    expect([mismatch.status, mismatch.body.code]).toEqual([403, 'invitation_mismatch']);
    expect((await app.client().post('/api/workspaces/invitations/accept', { token })).status).toBe(401);
  });

  test('an invitation names the workspace and who invites, to whoever holds its token', async () => {
    const email = anAddress();
    await owner.patch('/api/auth/account', { displayName: 'Ada Lovelace' });
    await owner.post('/api/workspaces/invitations', { email, role: 'VIEWER' });
    const token = await mailedToken(app.dataDir, email);
    const inspect = (given: string) => app.client().post('/api/workspaces/invitations/inspect', { token: given });
    const { workspace } = (await owner.get('/api/auth/session')).body;
    const invitedBy = { email: OWNER.email, displayName: 'Ada Lovelace' };
    expect((await inspect(token)).body).toEqual({ workspaceName: workspace.name, invitedBy, email, role: 'VIEWER' });
    expect((await inspect('unknown')).body.code).toBe('token_invalid');
  });

  test('an account whose address nobody has verified does not join', async () => {
    const email = anAddress();
    await owner.post('/api/workspaces/invitations', { email });
    const token = await mailedToken(app.dataDir, email);
    const client = app.client();
    await client.post('/api/auth/register', { email, password: PASSWORD, invitationToken: token });
    await app.database.query('UPDATE users SET verified_at = NULL WHERE email = $1', [email]);
    const { status, body } = await client.post('/api/workspaces/invitations/accept', { token });
    expect([status, body.code]).toEqual([403, 'email_unverified']);
  });

  test('a token is used once by however many requests', async () => {
    const email = anAddress();
    await owner.post('/api/workspaces/invitations', { email });
    const token = await mailedToken(app.dataDir, email);
    const client = app.client();
    await client.post('/api/auth/register', { email, password: PASSWORD, invitationToken: token });
    const uses = await Promise.all(
      Array.from({ length: 6 }, () => client.post('/api/workspaces/invitations/accept', { token })),
    );
    expect(uses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
    expect(uses.find(({ status }) => status === 200)?.body).toEqual({
      ok: true,
      workspace: { slug: 'acme', name: 'Acme', url: app.url },
    });
    expect(await auditTypes()).toEqual(expect.arrayContaining(['invitation_sent', 'invitation_accepted']));
  });

  test('an expired one is gone from the list, and gives way to a new one', async () => {
    const email = anAddress();
    const { body } = await owner.post('/api/workspaces/invitations', { email });
    await app.database.query('UPDATE invitations SET expires_at = now() WHERE id = $1', [body.id]);
    const items = (await owner.get('/api/workspaces/invitations')).body.items;
    expect(items.map(({ id }: { id: string }) => id)).not.toContain(body.id);
    expect((await owner.post('/api/workspaces/invitations', { email })).status).toBe(201);
  });
});

describe('members', () => {
  test('a change of role holds at the next request', async () => {
    const client = await join(app, owner, 'VIEWER');
    const id = await userIdOf(client);
    const input = { destinationUrl: 'https://example.com/' };
    expect((await client.post('/api/links', input)).body.code).toBe('permission_denied');
    const changed = await owner.patch(`/api/workspaces/members/${id}`, { role: 'MEMBER' });
    expect(changed.body).toMatchObject({ userId: id, role: 'MEMBER', isActive: true });
    expect((await client.post('/api/links', input)).status).toBe(201);
  });

  test('deactivating and removing end access at once and clear responsibility, with history', async () => {
    const client = await join(app, owner, 'MEMBER');
    const id = await userIdOf(client);
    const options = (await owner.get('/api/workspaces/members/options')).body.items;
    expect(options.map(({ userId }: { userId: string }) => userId)).toContain(id);
    const link = await owner.post('/api/links', { destinationUrl: 'https://example.com/', responsibleUserId: id });
    expect(link.body.responsibleUserId).toBe(id);

    expect((await owner.patch(`/api/workspaces/members/${id}`, { isActive: false })).body.isActive).toBe(false);
    expect((await client.get('/api/links')).body.code).toBe('workspace_not_found');
    expect((await client.get('/api/auth/session')).body).toMatchObject({
      workspace: null,
      role: null,
      permissions: [],
    });
    expect((await owner.get(`/api/links/${link.body.id}`)).body.responsibleUserId).toBeNull();
    const history = (await owner.get(`/api/links/${link.body.id}/history`)).body.items;
    expect(history[0].changes).toEqual([{ field: 'responsibleUserId', from: id, to: null }]);
    const active = (await owner.get('/api/workspaces/members/options')).body.items;
    expect(active.map(({ userId }: { userId: string }) => userId)).not.toContain(id);

    expect((await owner.patch(`/api/workspaces/members/${id}`, { isActive: true })).status).toBe(200);
    expect((await client.get('/api/links')).status).toBe(200);
    const answered = { destinationUrl: 'https://example.com/', responsibleUserId: id };
    const ids = [
      (await owner.post('/api/links', answered)).body.id,
      (await owner.post('/api/links', answered)).body.id,
    ];
    await owner.delete(`/api/links/${ids[1]}`);
    expect((await owner.delete(`/api/workspaces/members/${id}`)).body).toEqual({ ok: true });
    const events = await app.database.query(
      `SELECT link_id, actor_id, action, changes FROM link_history
       WHERE link_id = ANY($1) AND changes @> '[{"field": "responsibleUserId", "to": null}]' ORDER BY link_id`,
      [ids],
    );
    const changes = [{ field: 'responsibleUserId', from: id, to: null }];
    const actorId = await userIdOf(owner);
    expect(events).toEqual(
      ids.sort().map((linkId) => ({ link_id: linkId, actor_id: actorId, action: 'updated', changes })),
    );
    expect((await client.get('/api/links')).status).toBe(404);
    expect((await owner.delete(`/api/workspaces/members/${id}`)).body.code).toBe('member_not_found');
    expect(await auditTypes()).toEqual(expect.arrayContaining(['member_activity_changed', 'member_removed']));
  });

  test('a member who is deactivated, demoted or removed, and an ended session, in every process', async () => {
    const second = await startApp({ database: app.database });
    const client = await join(app, owner, 'MEMBER');
    const elsewhere = second.client();
    elsewhere.setCookie('signpost_session', client.cookie('signpost_session') ?? '');
    const member = `/api/workspaces/members/${await userIdOf(client)}`;
    const links = async () => (await elsewhere.get('/api/links')).status;
    const make = async () => (await elsewhere.post('/api/links', { destinationUrl: 'https://example.com/' })).status;
    expect([await links(), await make()]).toEqual([200, 201]);
    await owner.patch(member, { role: 'VIEWER' });
    expect([await links(), await make()]).toEqual([200, 403]);
    await owner.patch(member, { isActive: false });
    expect([await links(), await make()]).toEqual([404, 404]);
    expect((await elsewhere.get('/api/workspaces')).body.items).toEqual([]);
    await owner.patch(member, { isActive: true });
    expect(await links()).toBe(200);
    await owner.delete(member);
    expect(await links()).toBe(404);
    await client.post('/api/auth/logout');
    expect((await elsewhere.get('/api/workspaces')).status).toBe(401);
    await second.stop();
  });

  test('the owner is protected, and nobody is made one by PATCH', async () => {
    const id = await userIdOf(owner);
    for (const input of [{ role: 'VIEWER' }, { isActive: false }]) {
      expect((await owner.patch(`/api/workspaces/members/${id}`, input)).body.code).toBe('owner_protected');
    }
    expect((await owner.delete(`/api/workspaces/members/${id}`)).body.code).toBe('owner_protected');
    const member = await userIdOf(await join(app, owner, 'MEMBER'));
    const promoted = await owner.patch(`/api/workspaces/members/${member}`, { role: 'OWNER' });
    expect([promoted.status, promoted.body.errors[0].field]).toEqual([422, 'role']);
    for (const input of [{ isActive: null }, { role: null }]) {
      expect((await owner.patch(`/api/workspaces/members/${member}`, input)).status).toBe(422);
    }
    expect((await owner.patch('/api/workspaces/members/nonsense', {})).body.code).toBe('member_not_found');
  });

  test('ownership is handed over; of two transfers at once one holds', async () => {
    const [first, second] = [await join(app, owner, 'MEMBER'), await join(app, owner, 'VIEWER')];
    const ids = [await userIdOf(first), await userIdOf(second)];
    const transfer = (userId: unknown) => owner.post('/api/workspaces/transfer-ownership', { userId });
    expect((await transfer(await userIdOf(owner))).body).toEqual({ ok: true });
    expect((await transfer('01890000-0000-7000-8000-000000000000')).body.code).toBe('member_not_found');
    expect((await transfer('x')).body.errors[0].field).toBe('userId');
    await owner.patch(`/api/workspaces/members/${ids[1]}`, { isActive: false });
    expect((await transfer(ids[1])).body.code).toBe('member_inactive');
    await owner.patch(`/api/workspaces/members/${ids[1]}`, { isActive: true });

    const answers = await Promise.all(ids.map(transfer));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    const next = answers[0]?.status === 200 ? first : second;
    expect((await next.get('/api/auth/session')).body.role).toBe('OWNER');
    expect((await owner.get('/api/auth/session')).body.role).toBe('MEMBER');
    expect((await next.get('/api/workspaces/members')).body.items[0].role).toBe('OWNER');
    expect((await next.post('/api/workspaces/transfer-ownership', { userId: await userIdOf(owner) })).status).toBe(200);
    expect(await auditTypes()).toContain('ownership_transferred');
  });

  test('a failed sign-in of a member stands in the activity log', async () => {
    await app.client().post('/api/auth/login', { email: OWNER.email, password: 'wrong' });
    await expect.poll(auditTypes, { timeout: 10_000 }).toContain('login_failed');
    await signIn(app, OWNER.email, OWNER.password);
  });
});
