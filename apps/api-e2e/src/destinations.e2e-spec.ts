import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setUpOwner, startApp, type ApiClient, type AppProcess } from '@signpost/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const SECRET = 'a-secret-of-the-operator-1';
const AS_OPERATOR = { headers: { authorization: `Bearer ${SECRET}` } };

let app: AppProcess;
let owner: ApiClient;
const list = join(mkdtempSync(join(tmpdir(), 'signpost-lists-')), 'blocked.txt');

beforeAll(async () => {
  writeFileSync(list, '0.0.0.0 ads.example\nevil.example\n');
  app = await startApp({ env: { JOBS_SECRET: SECRET, BLOCKLIST_FILES: list } });
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
    expect((await owner.post(`/api/reports/abuse/${id}/dismiss`)).body.state).toBe('dismissed');
    expect((await visit('bad-1')).status).toBe(302);
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

  test('nobody else learns of the operator’s desk, and an unknown report is not there', async () => {
    expect((await app.client().get('/api/admin/abuse-reports')).status).toBe(404);
    expect((await owner.get('/api/admin/abuse-reports')).status).toBe(404);
    expect((await owner.post('/api/reports/abuse/0198f0a0-0000-7000-8000-000000000000/dismiss')).status).toBe(404);
  });
});

describe('where links may lead', () => {
  test.each(['https://ads.example/x', 'https://www.evil.example/', 'http://EVIL.example:8080/'])(
    'a blocked host is refused: %s',
    async (destinationUrl) => {
      const refused = await owner.post('/api/links', { destinationUrl });
      expect([refused.status, refused.body.code]).toEqual([422, 'destination_blocked']);
      expect(refused.body.errors).toMatchObject([{ field: 'destinationUrl', rule: 'host_blocked' }]);
    },
  );

  test('the line of a hosts file means that host alone', async () => {
    expect((await owner.post('/api/links', { destinationUrl: 'https://www.ads.example/' })).status).toBe(201);
  });

  test('a fallback and an update are judged like the destination', async () => {
    const input = { destinationUrl: 'https://fine.example/', expirationDestination: 'https://evil.example/' };
    expect((await owner.post('/api/links', input)).body.errors).toMatchObject([{ field: 'expirationDestination' }]);
    const { body: link } = await owner.post('/api/links', { destinationUrl: 'https://fine.example/' });
    const changed = await owner.patch(`/api/links/${link.id}`, { destinationUrl: 'https://evil.example/' });
    expect([changed.status, changed.body.code]).toEqual([422, 'destination_blocked']);
  });

  test('a link whose host comes onto a list is stopped, and a line that goes lifts nothing', async () => {
    const { body: link } = await owner.post('/api/links', { destinationUrl: 'https://late.example/', slug: 'late' });
    writeFileSync(list, '0.0.0.0 ads.example\nevil.example\nlate.example\n');
    await expect.poll(async () => (await visit('late')).status, { timeout: 40_000, interval: 500 }).toBe(404);
    expect((await owner.get(`/api/links/${link.id}`)).body.status).toBe('quarantined');
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
    await owner.patch('/api/workspaces', { allowedHosts: [], destinationWatch: false });
    expect((await owner.get('/api/workspaces')).body.items).toMatchObject([
      { allowedHosts: [], destinationWatch: false },
    ]);
  });
});
