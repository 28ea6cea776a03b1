import { describe, expect, test } from 'vitest';
import { aSite } from '../support/site.js';

const site = aSite();

describe('updating', () => {
  test('only the provided fields change, and null or an empty text clears', async () => {
    const link = await site.create({ title: 'Before', notes: 'Keep', maximumVisits: 3 });
    const { body } = await site.owner.patch(`/api/links/${link.id}`, { title: '', maximumVisits: null });
    expect(body).toMatchObject({ title: null, notes: 'Keep', maximumVisits: null, remainingVisits: null });
    expect(Date.parse(body.updatedAt)).toBeGreaterThan(Date.parse(link.updatedAt));
  });

  test('what changes nothing writes nothing', async () => {
    const link = await site.create({
      title: 'Same',
      tags: ['One'],
      targeting: { country: { DE: 'https://example.de', AT: 'https://example.at' } },
    });
    const events = await site.app.database.query('SELECT id FROM audit_events');
    const { body } = await site.owner.patch(`/api/links/${link.id}`, {
      title: ' Same ',
      destinationUrl: 'HTTPS://EXAMPLE.com/x',
      tags: ['one'],
      password: null,
      slug: link.slug.toUpperCase(),
      targeting: { country: { AT: 'https://example.at', DE: 'https://example.de' } },
    });
    expect(body).toEqual(link);
    expect((await site.owner.get(`/api/links/${link.id}/history`)).body.items).toHaveLength(1);
    expect(await site.app.database.query('SELECT id FROM audit_events')).toHaveLength(events.length);
  });

  test('a changed slug keeps the old one as an alias, unless told otherwise', async () => {
    const link = await site.create({ slug: 'first-name' });
    const kept = await site.owner.patch(`/api/links/${link.id}`, { slug: 'second-name' });
    expect(kept.body).toMatchObject({ slug: 'second-name', aliases: ['first-name'] });
    expect((await site.owner.get('/first-name')).status).toBe(302);
    const dropped = await site.owner.patch(`/api/links/${link.id}`, { slug: 'third-name', keepOldSlug: false });
    expect(dropped.body).toMatchObject({ slug: 'third-name', aliases: ['first-name'] });
    expect((await site.owner.get('/second-name')).status).toBe(404);
    const foreign = await site.owner.post('/api/links', { destinationUrl: 'https://e.com', slug: 'second-name' });
    expect([foreign.status, foreign.body.code]).toEqual([409, 'slug_taken']);
    const back = await site.owner.patch(`/api/links/${link.id}`, { slug: 'second-name' });
    expect(back.body).toMatchObject({ slug: 'second-name', aliases: ['first-name', 'third-name'] });
  });

  test('an eleventh live alias is refused, by hand and by a changed slug', async () => {
    const link = await site.create({ slug: 'many-names' });
    for (let n = 0; n < 10; n += 1) await site.owner.post(`/api/links/${link.id}/aliases`, { slug: `many-${n}` });
    const eleventh = await site.owner.post(`/api/links/${link.id}/aliases`, { slug: 'many-10' });
    expect([eleventh.status, eleventh.body.code]).toEqual([422, 'alias_limit']);
    const moved = await site.owner.patch(`/api/links/${link.id}`, { slug: 'many-10' });
    expect([moved.status, moved.body.code]).toEqual([422, 'alias_limit']);
    const swapped = await site.owner.patch(`/api/links/${link.id}`, { slug: 'many-3' });
    expect(swapped.body.aliases).toHaveLength(10);
    expect((await site.owner.patch(`/api/links/${link.id}`, { slug: 'many-10', keepOldSlug: false })).status).toBe(200);
  });

  test('aliases are added, taken, revoked and taken back', async () => {
    const link = await site.create({ slug: 'main-door' });
    const added = await site.owner.post(`/api/links/${link.id}/aliases`, { slug: 'Side-Door' });
    expect([added.status, added.body.aliases]).toEqual([201, ['side-door']]);
    expect((await site.owner.get('/side-door')).status).toBe(302);
    for (const slug of ['side-door', 'main-door']) {
      const again = await site.owner.post(`/api/links/${link.id}/aliases`, { slug });
      expect([again.status, again.body.code]).toEqual([409, 'alias_taken']);
    }
    expect((await site.owner.delete(`/api/links/${link.id}/aliases/SIDE-door`)).body).toEqual({ ok: true });
    expect((await site.owner.get('/side-door')).status).toBe(404);
    const gone = await site.owner.delete(`/api/links/${link.id}/aliases/side-door`);
    expect([gone.status, gone.body.code]).toEqual([404, 'alias_not_found']);
    const other = await site.create({});
    expect((await site.owner.post(`/api/links/${other.id}/aliases`, { slug: 'side-door' })).body.code).toBe(
      'alias_taken',
    );
    expect((await site.owner.post(`/api/links/${link.id}/aliases`, { slug: 'side-door' })).status).toBe(201);
    expect((await site.owner.post(`/api/links/${link.id}/aliases`, { slug: 'login' })).status).toBe(422);
  });

  test('no address is the current prefix or a retained one, whoever asks for it', async () => {
    const { id, slug } = await site.create({});
    await site.owner.patch('/api/workspaces', { linkPrefix: 'go-first' });
    await site.owner.patch('/api/workspaces', { linkPrefix: 'go-second', pathMode: 'preserve' });
    for (const prefix of ['go-first', 'go-second']) {
      const answers = [
        await site.owner.post('/api/links', { destinationUrl: 'https://e.com', slug: prefix }),
        await site.owner.patch(`/api/links/${id}`, { slug: prefix.toUpperCase() }),
        await site.owner.patch(`/api/links/${id}`, { slug: prefix, keepOldSlug: false }),
        await site.owner.post(`/api/links/${id}/aliases`, { slug: prefix }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
    }
    expect((await site.owner.get(`/api/links/${id}`)).body).toMatchObject({ slug, aliases: [] });
    await site.owner.patch('/api/workspaces', { linkPrefix: null });
    await site.owner.delete('/api/workspaces/link-prefixes/go-first');
  });

  test('writers of different fields lose nothing', async () => {
    const { id } = await site.create({});
    const bodies = [
      { title: 'T' },
      { notes: 'N' },
      { maximumVisits: 7 },
      { utmSource: 's' },
      { isEnabled: false },
      { tags: ['x'] },
    ];
    const answers = await Promise.all(bodies.map((body) => site.owner.patch(`/api/links/${id}`, body)));
    expect(answers.map((answer) => answer.status)).toEqual(bodies.map(() => 200));
    expect((await site.owner.get(`/api/links/${id}`)).body).toMatchObject({
      title: 'T',
      notes: 'N',
      maximumVisits: 7,
      utmSource: 's',
      isEnabled: false,
      tags: ['x'],
    });
    expect((await site.owner.get(`/api/links/${id}/history`)).body.items).toHaveLength(7);
  });

  test('the redirect follows every change at once', async () => {
    const link = await site.create({});
    const location = async () => (await site.owner.get(`/${link.slug}`)).headers.get('location');
    expect(await location()).toBe('https://example.com/x');
    await site.owner.patch(`/api/links/${link.id}`, { destinationUrl: 'https://example.org/y' });
    expect(await location()).toBe('https://example.org/y');
    await site.owner.patch(`/api/links/${link.id}`, { isEnabled: false });
    expect((await site.owner.get(`/${link.slug}`)).status).toBe(404);
    await site.owner.patch(`/api/links/${link.id}`, { isEnabled: true, utmSource: 'mail' });
    expect(await location()).toBe('https://example.org/y?utm_source=mail');
    await site.owner.delete(`/api/links/${link.id}`);
    expect((await site.owner.get(`/${link.slug}`)).status).toBe(404);
    await site.owner.post(`/api/links/${link.id}/restore`);
    expect(await location()).toBe('https://example.org/y?utm_source=mail');
  });
});
