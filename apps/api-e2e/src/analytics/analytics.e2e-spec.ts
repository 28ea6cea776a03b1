import type { LinkReport, WorkspaceReport } from '@signpost/contracts';
import { eventually, httpSend, setUpOwner, startApp, type ApiClient, type AppProcess } from '@signpost/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000';

let app: AppProcess;
let owner: ApiClient;
let link: { id: string; slug: string };
let campaign: { id: string };

beforeAll(async () => {
  app = await startApp();
  owner = await setUpOwner(app);
  campaign = (await owner.post('/api/campaigns', { name: 'Spring', utmCampaign: 'spring', utmMedium: 'email' }))
    .body as typeof campaign;
  const made = await owner.post('/api/links', {
    destinationUrl: 'https://example.com/',
    slug: 'autumn',
    title: 'A, "quoted" title',
    notes: 'private words',
    campaignId: campaign.id,
    utmSource: 'newsletter',
  });
  link = made.body as typeof link;
  await visit({ 'user-agent': CHROME, referer: 'https://www.news.example/path?q=1' });
  await visit({ 'user-agent': CHROME });
  await visit({ 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' });
  await eventually(async () => (await report(`/api/links/${link.id}/analytics`)).metrics.requests === 3);
});
afterAll(() => app.stop());

const visit = (headers: Record<string, string>): ReturnType<typeof httpSend> =>
  httpSend('GET', new URL(`/${link.slug}`, app.url), headers, undefined);

async function report(path: string): Promise<LinkReport & WorkspaceReport> {
  const answer = await owner.get(path);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as LinkReport & WorkspaceReport;
}

describe('reports', () => {
  test('of a link count what was redirected, and every breakdown sums to the series', async () => {
    const { metrics, series, breakdowns, meta } = await report(`/api/links/${link.id}/analytics?period=24h`);
    expect(metrics).toMatchObject({
      clicks: 2,
      uniqueVisitors: 1,
      botRequests: 1,
      blocked: 0,
      fallbacks: 0,
      passwordFailures: 0,
      requests: 3,
      lifetimeClicks: 2,
      usedVisits: 2,
      remainingVisits: null,
      maximumVisits: null,
    });
    expect(series).toHaveLength(24);
    expect(series.at(-1)?.count ?? 0).toBeLessThanOrEqual(2);
    expect(breakdowns.referrer).toEqual([
      { label: 'direct', count: 1 },
      { label: 'news.example', count: 1 },
    ]);
    expect(breakdowns.browser).toEqual([{ label: 'Chrome', count: 2 }]);
    expect(breakdowns.botClass).toEqual([{ label: 'search', count: 1 }]);
    expect(meta).toMatchObject({ timezone: 'UTC', period: '24h', traffic: 'human' });
    expect(meta.definitions['clicks']).toMatch(/redirected/);
  });

  test('of a campaign say source and medium, recorded or current', async () => {
    for (const attribution of ['recorded', 'current']) {
      const answer = await owner.get(`/api/campaigns/${campaign.id}/analytics?attribution=${attribution}`);
      expect(answer.body).toMatchObject({
        metrics: { clicks: 2, uniqueVisitors: 1, lifetimeClicks: 2, linkCount: 1 },
        breakdowns: { source: [{ label: 'newsletter', count: 2 }], medium: [{ label: 'email', count: 2 }] },
        topLinks: [{ id: link.id, slug: link.slug, clicks: 2 }],
        meta: { attribution },
      });
    }
  });

  test('of the workspace list links that want a look', async () => {
    const soon = await owner.post('/api/links', {
      destinationUrl: 'https://example.com/soon',
      expiresAt: Date.now() + 86_400_000,
    });
    const paused = await owner.post('/api/links', { destinationUrl: 'https://example.com/off', isEnabled: false });
    const { attention, metrics, topLinks } = await report('/api/workspaces/analytics');
    expect(metrics.linkCount).toBe(3);
    expect(topLinks).toEqual([
      { id: link.id, slug: link.slug, title: 'A, "quoted" title', clicks: 2, utmSource: 'newsletter' },
    ]);
    const ids = (list: { id: string }[]): string[] => list.map(({ id }) => id);
    expect(ids(attention.expiringSoon)).toEqual([(soon.body as { id: string }).id]);
    expect(ids(attention.stopped)).toEqual([(paused.body as { id: string }).id]);
    expect(attention.needsReview).toHaveLength(3);
  });
});

describe('files', () => {
  test.each([
    ['link-autumn', () => `/api/links/${link.id}/analytics.csv`, ['referrer', 'country', 'device', 'browser'], 3],
    [
      'campaign-spring',
      () => `/api/campaigns/${campaign.id}/analytics.csv`,
      ['referrer', 'country', 'device', 'browser', 'source', 'medium'],
      4,
    ],
    ['workspace-acme', () => '/api/workspaces/analytics.csv', ['referrer', 'country', 'device', 'browser'], 4],
  ])('of a %s have the layout of the specification', async (name, path, sections, blockCount) => {
    const answer = await owner.get(`${path()}?period=7d&compare=previous`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${name}-analytics.csv"`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.text).not.toContain('\r');
    expect(answer.text).not.toContain('private words');
    expect(answer.text).not.toContain(link.id);
    const blocks = answer.text.split('\n\n');
    expect(blocks).toHaveLength(blockCount);
    const [facts = '', series = '', breakdowns = '', top] = blocks;
    expect(facts.startsWith('key,label,definition,value\nclicks,')).toBe(true);
    const keys = facts.split('\n').map((line) => line.split(',', 1)[0]);
    const meta = ['timezone', 'period', 'from', 'to', 'traffic', 'attribution', 'generatedAt', 'earliestEventAt'];
    const at = keys.indexOf('timezone');
    expect(keys.slice(at, at + meta.length)).toEqual(meta);
    expect(keys[at + meta.length]).toBe('previousClicks');
    expect(keys.at(-1)).toBe('changeClicksPercent');
    expect(series.split('\n')).toHaveLength(8);
    expect([
      ...new Set(
        breakdowns
          .trim()
          .split('\n')
          .map((line) => line.split(',', 1)[0]),
      ),
    ]).toEqual(['section', ...sections]);
    if (top !== undefined) expect(top).toBe(`slug,title,clicks\n${link.slug},"A, ""quoted"" title",2\n`);
  });
});

describe('refusals', () => {
  test.each([
    ['period=1h', 'period'],
    ['period=', 'period'],
    ['period=7d&period=30d', 'period'],
    ['period=7d&from=2026-01-01&to=2026-01-02', 'period'],
    ['from=2026-01-01', 'to'],
    ['to=2026-01-01', 'from'],
    ['from=2026-02-01&to=2026-01-01', 'to'],
    ['from=2026-02-30&to=2026-03-01', 'from'],
    ['from=2020-01-01&to=2026-01-01', 'to'],
    ['compare=next', 'compare'],
    ['period=all&compare=previous', 'compare'],
    ['traffic=robots', 'traffic'],
    ['traffic=', 'traffic'],
  ])('%s names %s', async (query, field) => {
    for (const suffix of ['', '.csv']) {
      const answer = await owner.get(`/api/links/${link.id}/analytics${suffix}?${query}`);
      expect(answer.status).toBe(422);
      expect((answer.body as { errors: { field: string }[] }).errors.map((error) => error.field)).toContain(field);
    }
  });

  test('an unknown attribution is named; unknown keys are ignored', async () => {
    const answer = await owner.get(`/api/campaigns/${campaign.id}/analytics?attribution=mine`);
    expect(answer.status).toBe(422);
    expect((await owner.get('/api/workspaces/analytics?attribution=mine&traffic=robots&x=1')).status).toBe(200);
  });

  test('what the caller may not know of is not there', async () => {
    for (const suffix of ['', '.csv']) {
      expect((await owner.get(`/api/links/${UNKNOWN_ID}/analytics${suffix}`)).body).toMatchObject({
        code: 'link_not_found',
      });
      expect((await owner.get(`/api/links/nonsense/analytics${suffix}`)).status).toBe(404);
      expect((await owner.get(`/api/campaigns/${UNKNOWN_ID}/analytics${suffix}`)).body).toMatchObject({
        code: 'campaign_not_found',
      });
      expect((await app.client().get(`/api/workspaces/analytics${suffix}`)).status).toBe(401);
    }
    const trashed = (await owner.post('/api/links', { destinationUrl: 'https://example.com/t' })).body as {
      id: string;
    };
    await owner.delete(`/api/links/${trashed.id}`);
    expect((await owner.get(`/api/links/${trashed.id}/analytics`)).status).toBe(404);
  });
});

describe('what a report is narrowed to', () => {
  test('filters hold in JSON and in the file, and what they cannot be is named', async () => {
    const narrowed = await report(`/api/workspaces/analytics?referrer=news.example&referrer=nobody.example`);
    expect(narrowed.metrics).toMatchObject({ clicks: 1, botRequests: 0, requests: 1 });
    expect(narrowed.meta.filters).toEqual({ referrer: ['news.example', 'nobody.example'] });
    const file = await owner.get(`/api/workspaces/analytics.csv?link=${link.id}&botClass=search`);
    expect(file.text).toContain(`\nfilter,link,`);
    expect(file.text).toMatch(/\nfilter,link,.*,autumn\n/);
    const refused = await owner.get('/api/workspaces/analytics?device=phone&country=de');
    expect(refused.status).toBe(422);
    expect((refused.body.errors as { field: string }[]).map(({ field }) => field)).toEqual(['country', 'device']);
  });
});

describe('shared reports', () => {
  const inDays = (days: number): number => Date.now() + days * 86_400_000;
  const open = (path: string): ReturnType<typeof httpSend> => httpSend('GET', new URL(path, app.url), {}, undefined);

  test('are read without a session until they are revoked, and hold no ids', async () => {
    const made = await owner.post('/api/reports/shares', {
      subject: { type: 'campaign', id: campaign.id },
      expiresAt: inDays(10),
      title: 'For a customer',
    });
    expect(made.status, made.text).toBe(201);
    const { id, url } = made.body as { id: string; url: string };
    const token = new URL(url).pathname.replace('/share/', '');
    const shared = await open(`/api/reports/shared/${token}?period=7d`);
    expect(shared.status, shared.text).toBe(200);
    expect(shared.headers.get('x-robots-tag')).toContain('noindex');
    const body = JSON.parse(shared.text) as { report: { metrics: { clicks: number } } };
    expect(body).toMatchObject({ title: 'For a customer', subject: { type: 'campaign', name: 'Spring' } });
    expect(body.report.metrics.clicks).toBe(2);
    for (const secret of [link.id, campaign.id, 'private words', '@']) expect(shared.text).not.toContain(secret);
    const file = await open(`/api/reports/shared/${token}.csv`);
    expect([file.status, file.text.startsWith('key,label,definition,value')]).toEqual([200, true]);
    expect(file.headers.get('content-disposition')).toContain('campaign-spring-analytics.csv');
    expect((await owner.get('/api/reports/shares')).body.items).toMatchObject([{ id, title: 'For a customer' }]);

    expect((await owner.delete(`/api/reports/shares/${id}`)).status).toBe(200);
    const gone = await open(`/api/reports/shared/${token}`);
    const never = await open('/api/reports/shared/nothing');
    expect([gone.status, never.status]).toEqual([404, 404]);
    expect(JSON.parse(gone.text)).toEqual(JSON.parse(never.text));
    const log = (await owner.get('/api/admin/audit-events?group=security')).text;
    expect(log).toContain('report_shared');
    expect(log).toContain('report_unshared');
    expect(log).not.toContain(token);
  });

  test.each([
    ['expiresAt', { subject: { type: 'workspace' }, expiresAt: 1 }],
    ['expiresAt', { subject: { type: 'workspace' }, expiresAt: inDays(400) }],
    ['expiresAt', { subject: { type: 'workspace' } }],
    ['subject.type', { subject: { type: 'user' }, expiresAt: inDays(1) }],
    ['subject.id', { subject: { type: 'link' }, expiresAt: inDays(1) }],
  ])('%s at fault is named', async (field, input) => {
    const { status, body } = await owner.post('/api/reports/shares', input);
    expect([status, (body.errors as { field: string }[]).map((error) => error.field)]).toEqual([422, [field]]);
  });

  test('of what is not there are 404', async () => {
    const input = { subject: { type: 'link', id: UNKNOWN_ID }, expiresAt: inDays(1) };
    expect((await owner.post('/api/reports/shares', input)).status).toBe(404);
  });
});

test('a scanned code is a source of its own, and its key goes no further', async () => {
  const code = await owner.get(`/api/links/${link.id}/qr?scans=1`);
  expect(code.status).toBe(200);
  const scan = await httpSend('GET', new URL(`/${link.slug}?qr=1&a=b`, app.url), { 'user-agent': CHROME }, undefined);
  const location = new URL(scan.headers.get('location') ?? '');
  expect([location.searchParams.get('a'), location.searchParams.get('qr')]).toEqual(['b', null]);
  await eventually(async () => (await report(`/api/links/${link.id}/analytics?referrer=qr`)).metrics.clicks === 1);
});

test('the filter by tag knows every name that a tag may have, in either composition', async () => {
  const long = '🔖'.repeat(40);
  const tagged = await owner.patch(`/api/links/${link.id}`, { tags: ['Caf\u00e9', long] });
  expect(tagged.status, tagged.text).toBe(200);
  for (const name of ['Caf\u00e9', 'CAFE\u0301', ' cafe\u0301 ', long]) {
    const { metrics } = await report(`/api/workspaces/analytics?tag=${encodeURIComponent(name)}`);
    expect([name, metrics.clicks]).toEqual([name, 3]);
  }
});
