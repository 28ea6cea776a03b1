import { eventually } from '@signpost/testing';
import { describe, expect, test } from 'vitest';
import { aSite, fieldsOf } from '../support/site.js';

const site = aSite();

describe('the trash', () => {
  test('a deleted link is 404 everywhere but in the trash, and comes back as it was', async () => {
    const link = await site.create({ slug: 'short-lived', title: 'Gone' });
    await site.owner.post(`/api/links/${link.id}/aliases`, { slug: 'short-lived-2' });
    const before = (await site.owner.get(`/api/links/${link.id}`)).body;
    expect((await site.owner.delete(`/api/links/${link.id}`)).body).toEqual({ ok: true });
    const path = `/api/links/${link.id}`;
    const answers = await Promise.all([
      site.owner.get(path),
      site.owner.patch(path, { title: 'x' }),
      site.owner.delete(path),
      site.owner.get(`${path}/history`),
      site.owner.post(`${path}/aliases`, { slug: 'fresh-one' }),
      site.owner.delete(`${path}/aliases/short-lived-2`),
      site.owner.get('/short-lived'),
      site.owner.get('/short-lived-2'),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 404));
    expect(
      (await site.owner.post('/api/links', { destinationUrl: 'https://e.com', slug: 'short-lived-2' })).status,
    ).toBe(409);
    expect((await site.owner.get('/api/links?trashed=true')).body.items.map((item: { id: string }) => item.id)).toEqual(
      [link.id],
    );
    expect((await site.owner.get('/api/links?q=short-lived')).body.total).toBe(0);
    const restored = await site.owner.post(`${path}/restore`);
    expect(restored.body).toEqual({ ...before, updatedAt: restored.body.updatedAt });
    expect((await site.owner.post(`${path}/restore`)).status).toBe(404);
    expect((await site.owner.get(`${path}/history`)).body.items.map((item: { action: string }) => item.action)).toEqual(
      ['restored', 'deleted', 'alias_added', 'created'],
    );
  });
});

describe('history', () => {
  test('tells who changed what from what to what, and never a password', async () => {
    const { id } = await site.create({ title: 'One' });
    const expiresAt = Date.now() + 9e6;
    await site.owner.patch(`/api/links/${id}`, { title: 'Two', expiresAt, password: 'secret-1' });
    await site.owner.patch(`/api/links/${id}`, { password: 'secret-2' });
    await site.owner.patch(`/api/links/${id}`, { password: '' });
    const { items } = (await site.owner.get(`/api/links/${id}/history`)).body;
    expect(items.map((item: { changes: unknown }) => item.changes)).toEqual([
      [{ field: 'password', from: 'set', to: 'removed' }],
      [{ field: 'password', from: 'set', to: 'changed' }],
      [
        { field: 'title', from: 'One', to: 'Two' },
        { field: 'expiresAt', from: null, to: new Date(expiresAt).toISOString() },
        { field: 'password', from: null, to: 'set' },
      ],
      expect.arrayContaining([{ field: 'title', from: null, to: 'One' }]),
    ]);
    expect(items[0].actor).toMatchObject({ email: 'owner@example.test' });
    expect(JSON.stringify(items)).not.toMatch(/argon2|secret/);
  });

  test('begins with what the link was made with, from nothing', async () => {
    const { id, slug, destinationUrl } = await site.create({ password: 'secret-0' });
    expect((await site.owner.get(`/api/links/${id}/history`)).body.items[0].changes).toEqual([
      { field: 'slug', from: null, to: slug },
      { field: 'destinationUrl', from: null, to: destinationUrl },
      { field: 'password', from: null, to: 'set' },
    ]);
  });

  test('tells tags as they are stored, however they were written', async () => {
    await site.owner.post('/api/tags', { name: 'Stored So' });
    const { id } = await site.create({ tags: ['z-last', 'sTORED sO'] });
    const { changes } = (await site.owner.get(`/api/links/${id}/history`)).body.items[0];
    expect(changes).toContainEqual({ field: 'tags', from: [], to: ['Stored So', 'z-last'] });
  });

  test('the same id in capitals is no change', async () => {
    const campaign = (await site.owner.post('/api/campaigns', { name: 'Same', utmCampaign: 'same' })).body;
    const { id } = await site.create({ campaignId: campaign.id.toUpperCase() });
    const before = (await site.owner.get(`/api/links/${id}`)).body;
    expect(before.campaignId).toBe(campaign.id);
    const after = await site.owner.patch(`/api/links/${id}`, { campaignId: campaign.id.toUpperCase() });
    expect([after.status, after.body.updatedAt]).toEqual([200, before.updatedAt]);
    expect((await site.owner.get(`/api/links/${id}/history`)).body.items).toHaveLength(1);
  });

  test('goes on in the trash: a campaign and a tag that went meanwhile are told', async () => {
    const campaign = (await site.owner.post('/api/campaigns', { name: 'Gone', utmCampaign: 'gone' })).body;
    const tag = (await site.owner.post('/api/tags', { name: 'gone meanwhile' })).body;
    const { id } = await site.create({ campaignId: campaign.id, tags: [tag.name] });
    await site.owner.delete(`/api/links/${id}`);
    await site.owner.delete(`/api/campaigns/${campaign.id}`);
    await site.owner.delete(`/api/tags/${tag.id}`);
    expect((await site.owner.post(`/api/links/${id}/restore`)).body).toMatchObject({ campaignId: null, tags: [] });
    const { items } = (await site.owner.get(`/api/links/${id}/history`)).body;
    expect(items.map(({ action, changes }: { action: string; changes: unknown }) => [action, changes])).toEqual([
      ['restored', []],
      ['updated', [{ field: 'tags', from: [tag.name], to: [] }]],
      ['updated', [{ field: 'campaignId', from: campaign.id, to: null }]],
      ['deleted', []],
      ['created', expect.anything()],
    ]);
  });

  test('an entry can be taken back, as a new change', async () => {
    const { id } = await site.create({ slug: 'back-then', title: 'One', tags: ['old'] });
    await site.owner.patch(`/api/links/${id}`, {
      slug: 'right-now',
      title: 'Two',
      tags: ['new'],
      startsAt: 1_700_000_000_000,
    });
    const [entry] = (await site.owner.get(`/api/links/${id}/history`)).body.items;
    const { status, body } = await site.owner.post(`/api/links/${id}/history/${entry.id}/restore`);
    expect([status, body]).toMatchObject([
      200,
      { slug: 'back-then', title: 'One', tags: ['old'], startsAt: null, aliases: ['right-now'] },
    ]);
    expect((await site.owner.get(`/api/links/${id}/history`)).body.items).toHaveLength(3);
    const created = (await site.owner.get(`/api/links/${id}/history`)).body.items[2];
    expect((await site.owner.post(`/api/links/${id}/history/${created.id}/restore`)).status).toBe(422);
    const unknown = await site.owner.post(`/api/links/${id}/history/01890000-0000-7000-8000-000000000000/restore`);
    expect([unknown.status, unknown.body.code]).toEqual([404, 'history_not_found']);
  });

  const restore = (id: string, entry: { id: string }) =>
    site.owner.post(`/api/links/${id}/history/${entry.id}/restore`);
  const historyOf = async (id: string) => (await site.owner.get(`/api/links/${id}/history`)).body.items;

  test('an alias that came goes again, and one that went comes back', async () => {
    const { id } = await site.create({ slug: 'alias-history' });
    await site.owner.post(`/api/links/${id}/aliases`, { slug: 'alias-history-1' });
    await site.owner.post(`/api/links/${id}/aliases`, { slug: 'alias-history-2' });
    const [, first] = await historyOf(id);
    expect((await restore(id, first)).body.aliases).toEqual(['alias-history-2']);
    expect((await site.owner.get('/alias-history-1')).status).toBe(404);
    const [removed] = await historyOf(id);
    expect(removed.action).toBe('alias_removed');
    expect((await restore(id, removed)).body.aliases).toEqual(['alias-history-2', 'alias-history-1']);
    expect((await site.owner.get('/alias-history-1')).status).toBe(302);
    // As it is already: nothing is written.
    expect((await restore(id, removed)).status).toBe(200);
    expect(await historyOf(id)).toHaveLength(5);
  });

  test('an alias that went and is the slug now is there already', async () => {
    const { id } = await site.create({ slug: 'slug-and-alias' });
    await site.owner.post(`/api/links/${id}/aliases`, { slug: 'alias-then-slug' });
    await site.owner.delete(`/api/links/${id}/aliases/alias-then-slug`);
    const [removed] = await historyOf(id);
    await site.owner.patch(`/api/links/${id}`, { slug: 'alias-then-slug' });
    const { status, body } = await restore(id, removed);
    expect([status, body]).toMatchObject([200, { slug: 'alias-then-slug', aliases: ['slug-and-alias'] }]);
  });

  test('what an entry needs may be gone by then: then the field is named and nothing changes', async () => {
    const campaign = (await site.owner.post('/api/campaigns', { name: 'Short', utmCampaign: 'short-lived-campaign' }))
      .body;
    const { id } = await site.create({ campaignId: campaign.id, tags: ['comes-back'] });
    await site.owner.patch(`/api/links/${id}`, { campaignId: null, tags: [] });
    const [entry] = await historyOf(id);
    const tag = (await site.owner.post('/api/tags', { name: 'comes-back' })).body;
    await site.owner.delete(`/api/tags/${tag.id}`);
    expect((await restore(id, entry)).body).toMatchObject({ campaignId: campaign.id, tags: ['comes-back'] });
    await site.owner.delete(`/api/campaigns/${campaign.id}`);
    const refused = await restore(id, entry);
    expect([refused.status, fieldsOf(refused)]).toEqual([422, ['campaignId']]);
    const before = await historyOf(id);
    expect((await restore(id, { id: before[0].id })).status).toBe(422);
    expect(await historyOf(id)).toEqual(before);
    await site.owner.delete(`/api/links/${id}`);
    expect((await restore(id, entry)).body.code).toBe('link_not_found');
  });

  test('entries of a link that is archived, paused or expired are taken back like others; a password cannot', async () => {
    const { id } = await site.create({ title: 'One', expiresAt: Date.now() + 9e6 });
    await site.owner.patch(`/api/links/${id}`, {
      title: 'Two',
      archived: true,
      isEnabled: false,
      expiresAt: Date.now() - 1,
    });
    const [entry] = await historyOf(id);
    expect((await restore(id, entry)).body).toMatchObject({ title: 'One', archived: false, isEnabled: true });
    await site.owner.patch(`/api/links/${id}`, { password: 'first-one' });
    const [set] = await historyOf(id);
    await site.owner.patch(`/api/links/${id}`, { password: 'second-one' });
    const [changed] = await historyOf(id);
    expect((await restore(id, changed)).status).toBe(422);
    expect((await restore(id, set)).body.isProtected).toBe(false);
    const other = await site.create({});
    expect((await restore(other.id, entry)).body.code).toBe('history_not_found');
  });

  test('a cap that comes back finds the visits counted that went on without it', async () => {
    const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0' };
    const { id, slug } = await site.create({ maximumVisits: 2 });
    await site.owner.patch(`/api/links/${id}`, { maximumVisits: null });
    const [entry] = await historyOf(id);
    for (let n = 0; n < 3; n += 1) await site.app.client().get(`/${slug}`, { headers: browser });
    // Visits without a cap reach its counter within a moment.
    await eventually(async () => (await site.owner.get(`/api/links/${id}`)).body.usedVisits === 3);
    expect((await restore(id, entry)).body).toMatchObject({ maximumVisits: 2, usedVisits: 3, remainingVisits: 0 });
    expect((await site.app.client().get(`/${slug}`, { headers: browser })).status).toBe(404);
  });

  test('the last 50 changes are told, newest first', async () => {
    const { id } = await site.create({ title: 'change 0' });
    for (let n = 1; n <= 51; n += 1) await site.owner.patch(`/api/links/${id}`, { title: `change ${n}` });
    const titles = (await historyOf(id)).map((item: { changes: { to: unknown }[] }) => item.changes[0]?.to);
    expect(titles).toEqual(Array.from({ length: 50 }, (_, n) => `change ${51 - n}`));
  });

  test('the activity log has one event for each kind of change', async () => {
    const { id } = await site.create({});
    await site.owner.patch(`/api/links/${id}`, {
      slug: 'audited',
      title: 'x',
      password: 'abc',
      archived: true,
      isEnabled: false,
    });
    await site.owner.patch(`/api/links/${id}`, { password: null, archived: false, isEnabled: true });
    const events = await site.app.database.query<{ type: string; detail: object }>(
      'SELECT type, detail FROM audit_events WHERE link_id = $1 ORDER BY id',
      [id],
    );
    expect(events.map((event) => event.type).sort()).toEqual(
      [
        'link_created',
        'link_updated',
        'link_slug_changed',
        'link_password_set',
        'link_archived',
        'link_disabled',
        'link_password_removed',
        'link_unarchived',
        'link_enabled',
      ].sort(),
    );
  });
});
