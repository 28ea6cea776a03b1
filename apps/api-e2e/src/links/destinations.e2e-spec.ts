import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as pathOf } from 'node:path';
import { mailTo, OWNER, setUpOwner, startApp, type ApiClient, type AppProcess } from '@signpost/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importAll, preview } from '../support/imports.js';
import { anAddress, join, userIdOf } from '../support/people.js';

const SECRET = 'a-secret-of-the-operator-1';
const AS_OPERATOR = { headers: { authorization: `Bearer ${SECRET}` } };

let app: AppProcess;
let owner: ApiClient;
const list = pathOf(mkdtempSync(pathOf(tmpdir(), 'signpost-lists-')), 'blocked.txt');

beforeAll(async () => {
  writeFileSync(list, '0.0.0.0 ads.example\nevil.example\n');
  // The watch is on, but its job does not run: requested checks stay pending.
  const watch = { DESTINATION_WATCH: 'on', JOBS_SCHEDULER: 'off', RATE_LIMIT_DESTINATION_CHECK: '2/3600' };
  const limits = { RATE_LIMIT_CREATOR_MESSAGES: '2/3600' };
  app = await startApp({ env: { JOBS_SECRET: SECRET, BLOCKLIST_FILES: list, ...watch, ...limits } });
  owner = await setUpOwner(app);
});
afterAll(() => app?.stop());

const visit = (slug: string) => app.client().get(`/${slug}`, { headers: { accept: 'application/json' } });

async function reported(slug: string): Promise<{ id: string; linkId: string }> {
  const { body: link } = await owner.post('/api/links', { destinationUrl: 'https://fine.example/', slug });
  await app.client().post('/api/report', { slug, reason: 'It asks for my password.' });
  const { body } = await owner.get('/api/reports/abuse');
  const report = (body.items as { id: string; link: { id: string } }[]).find((item) => item.link.id === link.id);
  return { id: report?.id ?? '', linkId: link.id as string };
}

describe('the reports desk', () => {
  test('an owner stops a reported link and sets it free again', async () => {
    const { id, linkId } = await reported('bad-1');
    const { status, body } = await owner.post(`/api/reports/abuse/${id}/quarantine`);
    expect([status, body.state]).toEqual([200, 'quarantined']);
    expect((await owner.get(`/api/links/${linkId}`)).body.status).toBe('quarantined');
    expect((await owner.get('/api/links?status=quarantined')).body.items).toHaveLength(1);
    const blocked = await visit('bad-1');
    expect([blocked.status, blocked.body.code, blocked.headers.get('location')]).toEqual([404, 'quarantined', null]);
    // Another visitor reports it too: whichever report is dismissed, none says any more that the link is stopped.
    await app.client().post('/api/report', { slug: 'bad-1', reason: 'bad as well' });
    const reports = async () =>
      ((await owner.get('/api/reports/abuse')).body.items as { id: string; state: string; link: { id: string } }[])
        .filter(({ link }) => link.id === linkId)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const [, second] = await reports();
    expect((await owner.post(`/api/reports/abuse/${second?.id ?? ''}/dismiss`)).body.state).toBe('dismissed');
    expect((await reports()).map(({ id: of, state }) => [of, state])).toEqual([
      [id, 'dismissed'],
      [second?.id, 'dismissed'],
    ]);
    expect((await visit('bad-1')).status).toBe(302);
    const { body: history } = await owner.get(`/api/links/${linkId}/history`);
    expect((history.items as { action: string; changes: unknown[] }[]).slice(0, 2)).toMatchObject([
      { action: 'quarantine_lifted', changes: [{ field: 'quarantinedBy', from: 'workspace', to: null }] },
      { action: 'quarantined', changes: [{ field: 'quarantinedBy', from: null, to: 'workspace' }] },
    ]);
  });

  test('what the operator has stopped, the operator alone sets free', async () => {
    const { id } = await reported('bad-2');
    const seen = await app.client().get('/api/admin/abuse-reports', AS_OPERATOR);
    expect((seen.body.items as { id: string }[]).map((item) => item.id)).toContain(id);
    expect((await app.client().post(`/api/admin/abuse-reports/${id}/quarantine`, undefined, AS_OPERATOR)).status).toBe(
      200,
    );
    const refused = await owner.post(`/api/reports/abuse/${id}/dismiss`);
    expect([refused.status, refused.body.code]).toEqual([403, 'operator_quarantine']);
    expect((await visit('bad-2')).status).toBe(404);
    expect((await app.client().post(`/api/admin/abuse-reports/${id}/dismiss`, undefined, AS_OPERATOR)).status).toBe(
      200,
    );
    expect((await visit('bad-2')).status).toBe(302);
  });

  test('importing the file again neither sets a stopped link free nor takes a report away', async () => {
    const csv = 'slug,destination_url\nagain-1,https://again.example/1\nagain-2,https://again.example/2\n';
    const [stopped, seen] = (await importAll(owner, csv)).body.results.map(({ linkId }: { linkId: string }) => linkId);
    await app.client().post('/api/report', { slug: 'again-2', reason: 'It asks for my password.' });
    const order = { reason: 'Phishing.' };
    expect((await app.client().post(`/api/admin/links/${stopped}/quarantine`, order, AS_OPERATOR)).status).toBe(200);
    for (const id of [stopped, seen]) expect((await owner.delete(`/api/links/${id}`)).status).toBe(200);
    const inTrash = { status: 'error', errors: [{ rule: 'row_in_trash' }] };
    expect((await importAll(owner, csv)).body.results).toMatchObject([inTrash, inTrash]);
    const other = { status: 'error', errors: [{ rule: 'address_in_trash' }] };
    expect((await importAll(owner, csv.replaceAll('again.example', 'fine.example'))).body.results).toMatchObject([
      other,
      other,
    ]);
    expect((await owner.post(`/api/links/${stopped}/restore`)).body.status).toBe('quarantined');
    expect((await owner.post(`/api/links/${seen}/restore`)).status).toBe(200);
    const { body } = await owner.get('/api/reports/abuse');
    expect(body.items).toContainEqual(expect.objectContaining({ link: { id: seen, slug: 'again-2' }, state: 'open' }));
  });

  test('an owner and the operator write to whoever made the link, as long as that is a member', async () => {
    const { id, linkId } = await reported('bad-3');
    const email = anAddress();
    const member = await join(app, owner, 'MEMBER', email);
    const memberId = await userIdOf(member);
    await app.database.query('UPDATE links SET created_by = $2 WHERE id = $1', [linkId, memberId]);
    const path = `/api/reports/abuse/${id}/message`;
    const sent = await owner.post(path, { message: 'Where does it lead?\nWho asked?' });
    expect([sent.status, sent.body]).toMatchObject([200, { state: 'open', creator: { id: memberId, email } }]);
    const { text } = await mailTo(app.dataDir, email, 'bad-3');
    expect(text).toContain('  Where does it lead?\n  Who asked?');
    expect(text).toContain(OWNER.email);
    expect(text).not.toContain('It asks for my password.');
    const entry = { action: 'creator_messaged', actor: { email: OWNER.email }, changes: [] };
    const seen = await app.client().get(`/api/admin/links/${linkId}/history`, AS_OPERATOR);
    expect(seen.body.items[0]).toMatchObject(entry);

    const asOperator = () =>
      app.client().post(`/api/admin/abuse-reports/${id}/message`, { message: 'Please say.' }, AS_OPERATOR);
    expect((await asOperator()).status).toBe(200);
    expect((await mailTo(app.dataDir, email, 'Please say.')).text).toContain('The operator of this server writes:');
    expect((await member.post(path, { message: 'x' })).status).toBe(403);
    expect((await owner.post(path, { message: ' ' })).body.errors).toMatchObject([{ field: 'message' }]);
    await owner.patch(`/api/workspaces/members/${memberId}`, { isActive: false });
    expect([(await owner.post(path, { message: 'x' })).body.code, (await asOperator()).status]).toEqual([
      'no_creator',
      409,
    ]);
    expect((await owner.post(path, { message: 'x' })).status).toBe(429);
  });

  test('nobody else learns of the operator’s desk, and an unknown report is not there', async () => {
    const { linkId } = await reported('bad-4');
    expect((await owner.get(`/api/admin/links/${linkId}/history`)).status).toBe(404);
    expect((await app.client().get('/api/admin/abuse-reports')).status).toBe(404);
    expect((await owner.get('/api/admin/abuse-reports')).status).toBe(404);
    expect((await owner.post('/api/reports/abuse/0198f0a0-0000-7000-8000-000000000000/dismiss')).status).toBe(404);
  });
});

describe('the operator’s search by host', () => {
  const admin = (path: string, body?: unknown) => app.client().post(`/api/admin/${path}`, body, AS_OPERATOR);
  const listed = async (query: string) =>
    ((await app.client().get(`/api/admin/links${query}`, AS_OPERATOR)).body.items as { slug: string }[]).map(
      ({ slug }) => slug,
    );

  test('finds what leads to a host or below it, by any of its fields, and stops all of it', async () => {
    const links = [
      { slug: 'host-1', destinationUrl: 'https://phish.example/login' },
      { slug: 'host-2', destinationUrl: 'https://a.phish.example:8443/' },
      { slug: 'host-3', destinationUrl: 'https://fine.example/?of=phish.example' },
      {
        slug: 'host-4',
        destinationUrl: 'https://fine.example/',
        targeting: { os: { ios: 'https://phish.example/app' } },
      },
      { slug: 'host-5', destinationUrl: 'https://notphish.example/' },
    ];
    for (const link of links) expect((await owner.post('/api/links', link)).status).toBe(201);
    const { body: trashed } = await owner.post('/api/links', { destinationUrl: 'https://phish.example/trash' });
    await owner.delete(`/api/links/${trashed.id}`);
    expect(await listed('?host=Phish.example')).toEqual(['host-4', 'host-2', 'host-1']);
    const wrong = await admin('hosts/quarantine', { host: 'https://phish.example/' });
    expect(wrong.body.errors).toMatchObject([
      { field: 'host', rule: 'host_wanted' },
      { field: 'reason', rule: 'required' },
    ]);
    const order = { host: 'phish.example', reason: 'Phishing.' };
    expect((await admin('hosts/quarantine', order)).body).toEqual({ count: 3 });
    expect((await admin('hosts/quarantine', order)).body).toEqual({ count: 0 });
    expect((await visit('host-4')).status).toBe(404);
    expect((await visit('host-3')).status).toBe(302);
    // One in the trash may come back.
    expect((await owner.post(`/api/links/${trashed.id}/restore`)).body.status).toBe('quarantined');
    expect((await owner.delete(`/api/links/${trashed.id}`)).status).toBe(200);
    expect((await listed('')).slice(0, 3).sort()).toEqual(['host-1', 'host-2', 'host-4']);
    const { body: seen } = await owner.get('/api/links?q=host-1');
    const id = (seen.items as { id: string }[])[0]?.id ?? '';
    expect((await admin(`links/${id}/lift`)).body).toMatchObject({ slug: 'host-1', quarantinedBy: null });
    expect((await visit('host-1')).status).toBe(302);
    const again = await admin(`links/${id}/quarantine`, { reason: 'Again.' });
    expect(again.body).toMatchObject({ quarantinedBy: 'operator', quarantineReason: 'Again.' });
  });

  test('is nobody else’s', async () => {
    expect((await owner.get('/api/admin/links')).status).toBe(404);
    expect((await owner.post('/api/admin/hosts/quarantine', { host: 'a.example', reason: 'x' })).status).toBe(404);
  });
});

test('a look is asked for within bounds, and only where destinations are watched', async () => {
  const { body: link } = await owner.post('/api/links', { destinationUrl: 'https://fine.example/' });
  const check = () => owner.post(`/api/links/${link.id}/check`);
  expect([(await check()).status, (await check()).status, (await check()).status]).toEqual([200, 200, 429]);
});

describe('where links may lead', () => {
  test.each(['https://ads.example/x', 'https://www.evil.example/', 'http://EVIL.example:8080/'])(
    'a blocked host is refused: %s',
    async (destinationUrl) => {
      const refused = await owner.post('/api/links', { destinationUrl });
      expect([refused.status, refused.body.code]).toEqual([422, 'destination_blocked']);
      expect(refused.body.errors).toMatchObject([{ field: 'destinationUrl', rule: 'host_blocked' }]);
      const items = [{ clientKey: 'a', utmSource: 'x' }];
      const { body: batch } = await owner.post('/api/links/batch', { destinationUrl, items });
      expect(batch).toMatchObject({ code: 'destination_blocked', errors: refused.body.errors, rows: [] });
    },
  );

  test('the line of a hosts file means that host alone', async () => {
    expect((await owner.post('/api/links', { destinationUrl: 'https://www.ads.example/' })).status).toBe(201);
  });

  test('a fallback and an update are checked like the destination', async () => {
    const input = { destinationUrl: 'https://fine.example/', expirationDestination: 'https://evil.example/' };
    expect((await owner.post('/api/links', input)).body.errors).toMatchObject([{ field: 'expirationDestination' }]);
    const { body: link } = await owner.post('/api/links', { destinationUrl: 'https://fine.example/' });
    const changed = await owner.patch(`/api/links/${link.id}`, { destinationUrl: 'https://evil.example/' });
    expect([changed.status, changed.body.code]).toEqual([422, 'destination_blocked']);
  });

  test('a link whose host comes onto a list is stopped, and a line that goes lifts nothing', async () => {
    const { body: trashed } = await owner.post('/api/links', { destinationUrl: 'https://late.example/trash' });
    await owner.delete(`/api/links/${trashed.id}`);
    const { body: link } = await owner.post('/api/links', { destinationUrl: 'https://late.example/', slug: 'late' });
    await owner.patch('/api/workspaces', { notFoundDestination: 'https://late.example/unknown' });
    writeFileSync(list, '0.0.0.0 ads.example\nevil.example\nlate.example\n');
    await expect.poll(async () => (await visit('late')).status, { timeout: 40_000, interval: 500 }).toBe(404);
    expect((await owner.get(`/api/links/${link.id}`)).body.status).toBe('quarantined');
    // One in the trash may come back.
    expect((await owner.post(`/api/links/${trashed.id}/restore`)).body.status).toBe('quarantined');
    // A default destination has no such state: it goes, and the owner hears of it.
    expect((await owner.get('/api/workspaces')).body.items).toMatchObject([{ notFoundDestination: null }]);
    expect((await visit('nowhere-at-all')).status).toBe(404);
    expect((await mailTo(app.dataDir, OWNER.email, 'https://late.example/unknown')).text).toContain(
      'late.example is on',
    );
    writeFileSync(list, '0.0.0.0 ads.example\nevil.example\n');
    await expect
      .poll(async () => (await owner.post('/api/links', { destinationUrl: 'https://late.example/' })).status, {
        timeout: 40_000,
        interval: 500,
      })
      .toBe(201);
    expect((await visit('late')).status).toBe(404);
  });

  test('a workspace may allow some hosts only', async () => {
    const refused = await owner.patch('/api/workspaces', { allowedHosts: ['*'] });
    expect(refused.body.errors).toMatchObject([{ field: 'allowedHosts.0', rule: 'host_pattern' }]);
    const { body: workspace } = await owner.patch('/api/workspaces', {
      allowedHosts: ['Good.example', '*.good.example'],
    });
    expect(workspace.allowedHosts).toEqual(['good.example', '*.good.example']);
    const other = await owner.post('/api/links', { destinationUrl: 'https://fine.example/' });
    expect([other.status, other.body.code]).toEqual([422, 'destination_not_allowed']);
    expect((await owner.post('/api/links', { destinationUrl: 'https://www.good.example/' })).status).toBe(201);
    const elsewhere = await owner.patch('/api/workspaces', { notFoundDestination: 'https://fine.example/' });
    expect([elsewhere.status, elsewhere.body]).toMatchObject([
      422,
      { code: 'destination_not_allowed', errors: [{ field: 'notFoundDestination', rule: 'host_not_allowed' }] },
    ]);
    // In a file it is the column that is named, as for every other mistake of a row.
    const file = await preview(
      owner,
      'destination_url,expiration_destination,targeting\nhttps://fine.example/,,\nhttps://good.example/,https://fine.example/,"{""os"":{""ios"":""https://fine.example/""}}"\n',
    );
    expect(
      file.body.rows.map(({ errors }: { errors: { field: string }[] }) => errors.map(({ field }) => field)),
    ).toEqual([['destination_url'], ['expiration_destination', 'targeting']]);
    await owner.patch('/api/workspaces', { allowedHosts: [], destinationWatch: false });
    expect((await owner.get('/api/workspaces')).body.items).toMatchObject([
      { allowedHosts: [], destinationWatch: false },
    ]);
  });
});
