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
    expect(topLinks).toEqual([{ id: link.id, slug: link.slug, title: 'A, "quoted" title', clicks: 2 }]);
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
