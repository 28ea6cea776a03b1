import { describe, expect, test } from 'vitest';
import { aSite, fieldsOf } from '../support/site.js';

const site = aSite();

const UNKNOWN = '01890000-0000-7000-8000-000000000000';
const lastEvent = async () =>
  (
    await site.app.database.query<{ type: string; detail: object; slug: string | null }>(
      'SELECT type, detail, link_slug AS slug FROM audit_events ORDER BY id DESC LIMIT 1',
    )
  )[0];

describe('bulk', () => {
  const bulk = (body: object) => site.owner.post('/api/links/bulk', body);

  test('tags, untags, assigns and archives, with one event and a history entry per changed link', async () => {
    const [a, b] = [await site.create({ tags: ['Has'] }), await site.create({ utmCampaign: 'own' })];
    const ids = [a.id, b.id];
    const tag = (await site.owner.post('/api/tags', { name: 'has' })).body;
    const tagged = await bulk({ selection: { ids }, action: 'tag', tagId: tag.id });
    expect([tagged.status, tagged.body]).toEqual([
      200,
      { affected: 1, results: ids.map((id) => ({ id, status: 'ok' })) },
    ]);
    expect(await lastEvent()).toEqual({ type: 'links_bulk_action', slug: b.slug, detail: { action: 'tag', count: 1 } });
    expect((await site.owner.get(`/api/links/${b.id}`)).body.tags).toEqual(['Has']);
    expect(
      (await bulk({ selection: { filter: { tags: ['has'] } }, action: 'untag', tagId: tag.id })).body.affected,
    ).toBe(2);

    const campaign = (await site.owner.post('/api/campaigns', { name: 'Bulk', utmCampaign: 'bulk' })).body;
    expect((await bulk({ selection: { ids }, action: 'assignCampaign', campaignId: campaign.id })).body.affected).toBe(
      2,
    );
    expect((await site.owner.get(`/api/links/${b.id}`)).body).toMatchObject({
      campaignId: campaign.id,
      utmCampaign: null,
    });
    expect((await site.owner.get(`/${b.slug}`)).headers.get('location')).toBe(
      'https://example.com/x?utm_campaign=bulk',
    );
    expect((await bulk({ selection: { ids }, action: 'assignCampaign', campaignId: null })).body.affected).toBe(2);
    expect((await site.owner.get(`/${b.slug}`)).headers.get('location')).toBe('https://example.com/x');

    expect((await bulk({ selection: { ids: [a.id] }, action: 'archive' })).body.affected).toBe(1);
    expect((await site.owner.get(`/api/links/${a.id}`)).body.archived).toBe(true);
    const history = (await site.owner.get(`/api/links/${b.id}/history`)).body.items;
    expect(
      history.map((item: { changes: { field: string }[] }) => item.changes.map(({ field }) => field)).slice(0, 4),
    ).toEqual([['campaignId'], ['campaignId', 'utmCampaign'], ['tags'], ['tags']]);
  });

  test('a link with 20 tags takes no other', async () => {
    const full = await site.create({ tags: Array.from({ length: 20 }, (_, n) => `full-${n}`) });
    const tag = (await site.owner.post('/api/tags', { name: 'one too many' })).body;
    const { body } = await bulk({ selection: { ids: [full.id] }, action: 'tag', tagId: tag.id });
    expect(body).toMatchObject({ affected: 0, results: [{ id: full.id, status: 'error' }] });
  });

  test('a foreign, deleted or malformed id refuses all', async () => {
    const link = await site.create();
    const gone = await site.create();
    await site.owner.delete(`/api/links/${gone.id}`);
    for (const other of [UNKNOWN, gone.id, 'nonsense']) {
      const answer = await bulk({ selection: { ids: [link.id, other] }, action: 'archive' });
      expect([answer.status, answer.body.code]).toEqual([404, 'link_not_found']);
    }
    expect((await site.owner.get(`/api/links/${link.id}`)).body.archived).toBe(false);
  });

  test('an id that is named twice is one link; 501 ids are too many, whatever they are', async () => {
    const { id } = await site.create();
    const twice = await bulk({ selection: { ids: [id, id.toUpperCase(), ` ${id} `] }, action: 'archive' });
    expect([twice.status, twice.body]).toEqual([200, { affected: 1, results: [{ id, status: 'ok' }] }]);
    for (const ids of [Array(501).fill(id), Array(501).fill(UNKNOWN)]) {
      const answer = await bulk({ selection: { ids }, action: 'archive', tagId: null, campaignId: null });
      expect([answer.status, answer.body]).toMatchObject([422, { code: 'selection_too_large', count: 501 }]);
    }
    expect((await bulk({ selection: { ids: Array(500).fill(id) }, action: 'archive' })).status).toBe(200);
  });

  test('an unknown tag or campaign is 404', async () => {
    const ids = [(await site.create()).id];
    expect((await bulk({ selection: { ids }, action: 'tag', tagId: UNKNOWN })).body.code).toBe('tag_not_found');
    expect((await bulk({ selection: { ids }, action: 'assignCampaign', campaignId: UNKNOWN })).body.code).toBe(
      'campaign_not_found',
    );
  });

  test('so is one that the action has no use for: nothing changes', async () => {
    const { id } = await site.create();
    const tagId = (await site.owner.post('/api/tags', { name: 'unused by archive' })).body.id;
    const selection = { ids: [id] };
    const archive = await bulk({ selection, action: 'archive', tagId: UNKNOWN });
    expect([archive.status, archive.body.code]).toEqual([404, 'tag_not_found']);
    const tag = await bulk({ selection, action: 'tag', tagId, campaignId: UNKNOWN });
    expect([tag.status, tag.body.code]).toEqual([404, 'campaign_not_found']);
    expect((await site.owner.get(`/api/links/${id}`)).body).toMatchObject({ archived: false, tags: [] });
    expect((await bulk({ selection, action: 'archive', tagId })).body.affected).toBe(1);
  });

  test.each([
    [{ selection: {}, action: 'archive' }, 'selection'],
    [{ selection: { ids: [UNKNOWN], filter: {} }, action: 'archive' }, 'selection'],
    [{ selection: { ids: [] }, action: 'archive' }, 'selection.ids'],
    [{ selection: { filter: { status: 'odd' } }, action: 'archive' }, 'selection.filter.status'],
    [{ selection: { filter: { colour: 'red' } }, action: 'archive' }, 'selection.filter.colour'],
    [{ selection: { filter: { trashed: true } }, action: 'archive' }, 'selection.filter.trashed'],
    [{ selection: { ids: [UNKNOWN] }, action: 'explode' }, 'action'],
    [{ selection: { ids: [UNKNOWN] }, action: 'tag' }, 'tagId'],
    [{ selection: { ids: [UNKNOWN] }, action: 'untag', tagId: null }, 'tagId'],
    [{ selection: { ids: [UNKNOWN] }, action: 'assignCampaign' }, 'campaignId'],
  ])('%j is refused at %s', async (body, field) => {
    const answer = await bulk(body);
    expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
  });

  test('500 links of a filter are changed, 501 are refused with their number', async () => {
    const [tag] = await site.app.database.query<{ id: string; workspace_id: string }>(
      `INSERT INTO tags (id, workspace_id, name) SELECT gen_random_uuid(), id, 'crowd' FROM workspaces RETURNING id, workspace_id`,
    );
    const insert = `
      WITH made AS (
        INSERT INTO links (id, workspace_id, slug, destination_url, destination_host)
        SELECT gen_random_uuid(), $1, $2 || n, 'https://example.com', 'example.com' FROM generate_series(1, $3::int) n
        RETURNING id, slug),
      claimed AS (
        INSERT INTO addresses (workspace_id, slug, kind, link_id) SELECT $1, slug, 'slug', id FROM made)
      INSERT INTO link_tags (workspace_id, link_id, tag_id) SELECT $1, id, $4 FROM made`;
    await site.app.database.query(insert, [tag?.workspace_id, 'crowd-', 501, tag?.id]);
    const selection = { filter: { tags: ['crowd'] } };
    const refused = await bulk({ selection, action: 'archive' });
    expect([refused.status, refused.body]).toMatchObject([422, { code: 'selection_too_large', count: 501 }]);
    const [one] = (await site.owner.get('/api/links?tags=crowd&perPage=1')).body.items;
    await site.owner.patch(`/api/links/${one.id}`, { tags: [] });
    const done = await bulk({ selection, action: 'archive' });
    expect([done.status, done.body.affected, done.body.results.length]).toEqual([200, 500, 500]);
    expect((await site.owner.get('/api/links?tags=crowd')).body.total).toBe(0);
  });
});

describe('bulk update', () => {
  const update = (selection: object, changes: object) =>
    site.owner.post('/api/links/bulk/update', { selection, changes });
  const read = async (id: string) => (await site.owner.get(`/api/links/${id}`)).body;
  const actionsOf = async (id: string) =>
    (await site.owner.get(`/api/links/${id}/history`)).body.items.map(({ action }: { action: string }) => action);

  test('sets fields of many links: one event that names them, history of those that changed', async () => {
    const [a, b] = [await site.create(), await site.create({ isEnabled: false })];
    const me = (await site.owner.get('/api/auth/session')).body.user.id;
    const ids = [a.id, b.id];
    const later = Date.now() + 86_400_000;
    const paused = await update({ ids }, { isEnabled: false });
    expect([paused.status, paused.body]).toEqual([
      200,
      { affected: 1, results: ids.map((id) => ({ id, status: 'ok' })) },
    ]);
    expect(await lastEvent()).toEqual({
      type: 'links_bulk_action',
      slug: a.slug,
      detail: { action: 'update', count: 1, fields: ['isEnabled'] },
    });
    expect((await site.owner.get(`/${a.slug}`)).status).toBe(404);
    expect([await actionsOf(a.id), await actionsOf(b.id)]).toEqual([['updated', 'created'], ['created']]);

    const all = { expiresAt: later, reviewAt: later, responsibleUserId: me, archived: true, isEnabled: true };
    expect((await update({ ids }, all)).body.affected).toBe(2);
    expect((await lastEvent())?.detail).toMatchObject({
      fields: ['isEnabled', 'archived', 'responsibleUserId', 'reviewAt', 'expiresAt'],
    });
    const at = new Date(later).toISOString();
    expect(await read(b.id)).toMatchObject({ ...all, expiresAt: at, reviewAt: at });
    expect((await update({ ids }, { ...all, reviewAt: null, archived: false })).body.affected).toBe(2);
    expect(await read(a.id)).toMatchObject({ archived: false, reviewAt: null, expiresAt: at });
  });

  test('into the trash and out of it, whichever way they are chosen', async () => {
    const links = [await site.create({ tags: ['to and fro'] }), await site.create({ tags: ['to and fro'] })];
    const ids = links.map(({ id }) => id);
    expect((await update({ filter: { tags: ['to and fro'] } }, { trashed: true })).body.affected).toBe(2);
    for (const { id, slug } of links) {
      expect((await site.owner.get(`/api/links/${id}`)).status).toBe(404);
      expect((await site.owner.get(`/${slug}`)).status).toBe(404);
    }
    expect((await update({ ids }, { trashed: true })).status).toBe(404);
    expect((await update({ ids }, { isEnabled: false })).status).toBe(404);
    expect((await update({ ids }, { trashed: false })).body.affected).toBe(2);
    expect((await update({ ids }, { trashed: false })).body).toMatchObject({ affected: 0 });
    expect((await site.owner.get(`/${links[0].slug}`)).status).toBe(302);
    expect(await actionsOf(ids[0])).toEqual(['restored', 'deleted', 'created']);
    await update({ ids }, { trashed: true });
    const back = await update(
      { filter: { trashed: true, tags: ['to and fro'] } },
      { trashed: false, isEnabled: false },
    );
    expect(back.body.affected).toBe(2);
    expect(await read(ids[1])).toMatchObject({ isEnabled: false });
    expect((await actionsOf(ids[1])).slice(0, 2).sort()).toEqual(['restored', 'updated']);
  });

  test('a link whose own start forbids the expiry keeps what it has, the others change', async () => {
    const later = Date.now() + 86_400_000;
    const [opens, plain] = [await site.create({ startsAt: later }), await site.create()];
    const { body } = await update({ ids: [opens.id, plain.id] }, { expiresAt: later - 1000, isEnabled: false });
    expect(body).toMatchObject({
      affected: 1,
      results: [
        { id: opens.id, status: 'error', error: 'The link must expire after it opens.' },
        { id: plain.id, status: 'ok' },
      ],
    });
    expect(await read(opens.id)).toMatchObject({ isEnabled: true, expiresAt: null });
  });

  test.each([
    [{}, ['changes']],
    [{ title: 'x' }, ['changes.title']],
    [{ isEnabled: null }, ['changes.isEnabled']],
    [{ archived: 'yes', trashed: null }, ['changes.archived', 'changes.trashed']],
    [{ responsibleUserId: UNKNOWN }, ['changes.responsibleUserId']],
    [{ reviewAt: 'soon' }, ['changes.reviewAt']],
  ])('%j is refused', async (changes, fields) => {
    const { id } = await site.create();
    const answer = await update({ ids: [id] }, changes);
    expect([answer.status, fieldsOf(answer)]).toEqual([422, fields]);
  });

  test('501 ids are too many; one that the workspace does not have changes nothing', async () => {
    const { id } = await site.create();
    const many = await update({ ids: Array(501).fill(id) }, { archived: true });
    expect([many.status, many.body]).toMatchObject([422, { code: 'selection_too_large', count: 501 }]);
    expect((await update({ ids: [id, UNKNOWN] }, { archived: true })).status).toBe(404);
    const trash = await update({ filter: { trashed: true } }, { archived: true });
    expect([trash.status, fieldsOf(trash)]).toEqual([422, ['selection.filter.trashed']]);
    expect(await read(id)).toMatchObject({ archived: false });
  });
});
