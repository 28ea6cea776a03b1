import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setUpOwner, startApp, type ApiClient, type AppProcess } from '@signpost/testing';

let app: AppProcess;
let owner: ApiClient;

beforeAll(async () => {
  app = await startApp();
  owner = await setUpOwner(app);
});
afterAll(() => app.stop());

const aLink = async (body: object = {}) =>
  (await owner.post('/api/links', { destinationUrl: 'https://example.com/x', ...body })).body;
const UNKNOWN = '01890000-0000-7000-8000-000000000000';

describe('tags', () => {
  test('are made once, whatever the case', async () => {
    const first = await owner.post('/api/tags', { name: ' News ' });
    expect([first.status, first.body]).toMatchObject([201, { name: 'News', linkCount: 0 }]);
    const again = await owner.post('/api/tags', { name: 'NEWS' });
    expect([again.status, again.body]).toEqual([200, first.body]);
  });

  test('come into being with the links that carry them, and are counted without deleted links', async () => {
    const link = await aLink({ tags: ['Counted', 'news'] });
    expect(link.tags).toEqual(['Counted', 'News']);
    const gone = await aLink({ tags: ['counted'] });
    const count = async () =>
      (await owner.get('/api/tags')).body.items.find((tag: { name: string }) => tag.name === 'Counted').linkCount;
    expect(await count()).toBe(2);
    await owner.delete(`/api/links/${gone.id}`);
    expect(await count()).toBe(1);
    expect((await owner.post('/api/tags', { name: 'COUNTED' })).body.linkCount).toBe(1);
    await owner.post(`/api/links/${gone.id}/restore`);
    expect(await count()).toBe(2);
  });

  test('renamed, they keep their links; onto another name only by merging', async () => {
    const a = await aLink({ tags: ['Alpha'] });
    const both = await aLink({ tags: ['Alpha', 'Beta'] });
    const tags = (await owner.get('/api/tags')).body.items as { id: string; name: string }[];
    const idOf = (name: string) => tags.find((tag) => tag.name === name)?.id ?? '';
    expect((await owner.patch(`/api/tags/${idOf('Alpha')}`, { name: 'ALPHA' })).body).toMatchObject({
      name: 'ALPHA',
      linkCount: 2,
    });
    const taken = await owner.patch(`/api/tags/${idOf('Alpha')}`, { name: 'beta' });
    expect([taken.status, taken.body.code]).toEqual([409, 'tag_taken']);
    const merged = await owner.patch(`/api/tags/${idOf('Alpha')}`, { name: 'beta', merge: true });
    expect(merged.body).toMatchObject({ id: idOf('Beta'), name: 'Beta', linkCount: 2 });
    expect((await owner.get(`/api/links/${a.id}`)).body.tags).toEqual(['Beta']);
    expect((await owner.get(`/api/links/${both.id}`)).body.tags).toEqual(['Beta']);
    const [entry] = (await owner.get(`/api/links/${a.id}/history`)).body.items;
    expect(entry.changes).toEqual([{ field: 'tags', from: ['ALPHA'], to: ['Beta'] }]);
    expect((await owner.patch(`/api/tags/${idOf('Alpha')}`, { name: 'x' })).status).toBe(404);
  });

  test('deleted, they leave their links, which remember it', async () => {
    const link = await aLink({ tags: ['Doomed', 'Stays'] });
    const { id } = (await owner.post('/api/tags', { name: 'doomed' })).body;
    expect((await owner.delete(`/api/tags/${id}`)).body).toEqual({ ok: true });
    expect((await owner.get(`/api/links/${link.id}`)).body.tags).toEqual(['Stays']);
    const [entry] = (await owner.get(`/api/links/${link.id}/history`)).body.items;
    expect(entry.changes).toEqual([{ field: 'tags', from: ['Doomed', 'Stays'], to: ['Stays'] }]);
    expect(entry.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect((await owner.delete(`/api/tags/${id}`)).body.code).toBe('tag_not_found');
  });

  test('forty characters are forty, whatever they are made of', async () => {
    expect((await owner.post('/api/tags', { name: '🚀'.repeat(40) })).status).toBe(201);
  });

  test.each(['', 'x'.repeat(41), '🚀'.repeat(41), 'a,b', 'a|b', 'a\tb'])('the name %j is refused', async (name) => {
    const { status, body } = await owner.post('/api/tags', { name });
    expect([status, body.errors[0].field]).toEqual([422, 'name']);
  });
});

describe('campaigns', () => {
  test('are made, read, changed and listed with their counts', async () => {
    const made = await owner.post('/api/campaigns', { name: 'Spring', utmCampaign: 'spring-26', utmMedium: 'mail' });
    expect([made.status, made.body]).toMatchObject([
      201,
      { name: 'Spring', utmCampaign: 'spring-26', utmMedium: 'mail', linkCount: 0, clickCount: 0 },
    ]);
    const gone = await aLink({ campaignId: made.body.id });
    await aLink({ campaignId: made.body.id });
    await owner.delete(`/api/links/${gone.id}`);
    expect((await owner.get(`/api/campaigns/${made.body.id}`)).body).toEqual({ ...made.body, linkCount: 1 });
    const changed = await owner.patch(`/api/campaigns/${made.body.id}`, { utmMedium: null });
    expect(changed.body).toMatchObject({ name: 'Spring', utmMedium: null });
    expect((await owner.get('/api/campaigns')).body.items).toEqual([changed.body]);
  });

  test('a UTM value belongs to one of them', async () => {
    await owner.post('/api/campaigns', { name: 'A', utmCampaign: 'same' });
    const other = (await owner.post('/api/campaigns', { name: 'B', utmCampaign: 'other' })).body;
    const taken = await owner.post('/api/campaigns', { name: 'C', utmCampaign: 'same' });
    expect([taken.status, taken.body.code]).toEqual([409, 'utm_campaign_taken']);
    expect((await owner.patch(`/api/campaigns/${other.id}`, { utmCampaign: 'same' })).status).toBe(409);
  });

  test('values flow into redirects at once, and a deleted one leaves its links, which remember it', async () => {
    const campaign = (await owner.post('/api/campaigns', { name: 'Flow', utmCampaign: 'flow', utmMedium: 'm' })).body;
    const link = await aLink({ campaignId: campaign.id });
    const location = async () => (await owner.get(`/${link.slug}`)).headers.get('location');
    expect(await location()).toBe('https://example.com/x?utm_medium=m&utm_campaign=flow');
    await owner.patch(`/api/campaigns/${campaign.id}`, { utmCampaign: 'flood' });
    expect(await location()).toBe('https://example.com/x?utm_medium=m&utm_campaign=flood');
    expect((await owner.delete(`/api/campaigns/${campaign.id}`)).body).toEqual({ ok: true });
    expect(await location()).toBe('https://example.com/x');
    expect((await owner.get(`/api/links/${link.id}`)).body.campaignId).toBeNull();
    const [entry] = (await owner.get(`/api/links/${link.id}/history`)).body.items;
    expect(entry.changes).toEqual([{ field: 'campaignId', from: campaign.id, to: null }]);
  });

  test.each([
    [{ name: '', utmCampaign: 'x' }, 'name'],
    [{ name: 'x' }, 'utmCampaign'],
    [{ name: 'x', utmCampaign: 'x'.repeat(121) }, 'utmCampaign'],
    [{ name: 'x', utmCampaign: 'y', extra: 1 }, 'extra'],
  ])('%j is refused at %s', async (body, field) => {
    const answer = await owner.post('/api/campaigns', body);
    expect([answer.status, answer.body.errors.map((e: { field: string }) => e.field)]).toEqual([422, [field]]);
  });

  test.each(['nonsense', UNKNOWN])('the id %s is 404', async (id) => {
    const answers = await Promise.all([
      owner.get(`/api/campaigns/${id}`),
      owner.patch(`/api/campaigns/${id}`, { name: 'x' }),
      owner.delete(`/api/campaigns/${id}`),
    ]);
    expect(answers.map((answer) => answer.body.code)).toEqual(Array(3).fill('campaign_not_found'));
  });
});
