import { describe, expect, test } from 'vitest';
import { setUpOwner, startApp } from '@signpost/testing';
import { importAll, statuses } from '../support/imports.js';
import { aSite } from '../support/site.js';

const site = aSite();

describe('export', () => {
  test('has the documented columns and takes the list filters', async () => {
    await site.owner.post('/api/links', {
      destinationUrl: 'https://example.com/?a=1,2',
      slug: 'exported',
      title: '=1+1',
      notes: 'n "q"\nl2',
      tags: ['zz', 'Aa'],
      password: 'secret',
    });
    const { status, headers, text } = await site.owner.get('/api/links/export.csv?q=exported');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="links-acme.csv"');
    const [header, ...lines] = text.split('\n');
    expect(header).toBe(
      'slug,destination_url,title,tags,notes,utm_source,utm_medium,utm_campaign,utm_term,utm_content,starts_at,expires_at,scheduled_destination,expiration_destination,limit_destination,maximum_visits,archived,is_enabled,aliases,kept_paths,campaign,responsible,review_at,targeting,is_protected,prior_clicks,short_url,created_at,lifetime_clicks',
    );
    expect(lines.join('\n')).toMatch(
      new RegExp(
        `^exported,"https://example.com/\\?a=1,2",'=1\\+1,Aa\\|zz,"n ""q""\nl2",{12}false,true,,,,,,,true,0,${site.app.url}/exported,\\d{4}-[^,]+Z,0\n$`,
      ),
    );
    expect(text).not.toMatch(/argon2|secret/);
    expect((await site.owner.get('/api/links/export.csv?status=odd')).status).toBe(422);
    const events = await site.app.database.query(`SELECT id FROM audit_events WHERE type = 'links_exported'`);
    expect(events).toHaveLength(1);
  });

  test('is the usual error when it cannot be begun', async () => {
    await site.app.database.query('ALTER TABLE link_counters RENAME TO link_counters_away');
    try {
      const { status, headers, body } = await site.owner.get('/api/links/export.csv');
      expect([status, body.code, headers.get('content-type')]).toEqual([
        500,
        'internal_error',
        'application/json; charset=utf-8',
      ]);
      expect(headers.get('content-disposition')).toBeNull();
      expect(body.requestId).toBe(headers.get('x-request-id'));
    } finally {
      await site.app.database.query('ALTER TABLE link_counters_away RENAME TO link_counters');
    }
    expect((await site.owner.get('/api/links/export.csv')).status).toBe(200);
  });

  test('imports again unchanged, and exports the same', async () => {
    const source = await startApp();
    const target = await startApp();
    try {
      const [from, to] = [await setUpOwner(source), await setUpOwner(target)];
      for (const body of [
        { title: "'quoted", notes: '@cmd\n\ttabbed', tags: ['+plus', '-minus', 'umlaut ä'] },
        { title: '-5 %', startsAt: 1_600_000_000_123, expiresAt: 4_000_000_000_000, maximumVisits: 3, archived: true },
        {
          destinationUrl: 'https://example.com/a?x="1",2;3#f',
          utmSource: '=s',
          utmMedium: 'm;n',
          utmCampaign: "'c",
          utmTerm: '"t"',
          utmContent: 'a,b',
        },
        {
          scheduledDestination: 'https://e.com/1',
          expirationDestination: 'https://e.com/2',
          limitDestination: 'https://e.com/3',
        },
      ]) {
        expect((await from.post('/api/links', { destinationUrl: 'https://example.com', ...body })).status).toBe(201);
      }
      const { body: moved } = await from.post('/api/links', { destinationUrl: 'https://example.com' });
      // Not in the order of their letters: they come back in the order in which they were added.
      for (const alias of [
        { slug: 'zebra' },
        { slug: 'ant' },
        { path: 'docs/pricing' },
        { path: 'Über-uns' },
        { path: 'a.b' },
      ]) {
        expect((await from.post(`/api/links/${moved.id}/aliases`, alias)).status).toBe(201);
      }
      const first = (await from.get('/api/links/export.csv?archived=all&sort=createdAt')).text;
      expect(first).toContain(',zebra|ant,docs/pricing|Über-uns|a.b,');
      const done = await importAll(to, first);
      expect(statuses(done)).toEqual(['created', 'created', 'created', 'created', 'created']);
      const second = (await to.get('/api/links/export.csv?archived=all&sort=createdAt')).text;
      // Short URL, creation and clicks belong to the instance.
      const own = (text: string) =>
        text
          .replace(/,http:\/\/127[^\n]*/g, '')
          .split('\n')
          .sort();
      expect(own(second)).toEqual(own(first));
    } finally {
      await source.stop();
      await target.stop();
    }
  });
});
