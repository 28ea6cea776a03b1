import type { CampaignReport, LinkReport, WorkspaceReport } from '@signpost/contracts';
import { randomFrom, type ClickEvent } from '@signpost/domain';
import { createTestDatabase, untilSomebodyWaits, type TestDatabase } from '@signpost/testing';
import { parse } from 'csv-parse/sync';
import { DataSource } from 'typeorm';
import { ENTITIES } from '../entities.js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ClickFixtures, randomEvent } from '../clicks/rollup/click-history.fixtures.js';
import { dropBefore, foldDays } from '../clicks/index.js';
import type { Member } from '../platform/access/index.js';
import { SetClock } from '../platform/time/set-clock.fixtures.js';
import { analyticsCsv } from './analytics-csv.js';
import { analyticsOn } from './analytics.fixtures.js';
import type { AnalyticsService } from './analytics.service.js';
import { RecentClicksRepository } from './recent-clicks.repository.js';
import { RecentClicksService } from './recent-clicks.service.js';
import type { ReportQuery } from './report-query.js';
import {
  oracleBreakdowns,
  oracleCounts,
  oracleSeries,
  oracleTopLinks,
  type OracleWindow,
} from './report-oracle.fixtures.js';
import { RollupsRepository } from './sources/rollups.repository.js';
import { LINK_BYTES } from './top-links.service.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Not at the start of an hour, on the day after a leap day. */
const NOW = Date.UTC(2028, 2, 1, 13, 37, 11, 500);
const SPAN_DAYS = 70;

let database: TestDatabase;
let source: DataSource;
let fixtures: ClickFixtures;
let analytics: AnalyticsService;
let recent: RecentClicksService;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await new DataSource({ type: 'postgres', url: database.url, entities: ENTITIES }).initialize();
  fixtures = new ClickFixtures(database);
  recent = new RecentClicksService(new RecentClicksRepository(source), new SetClock(NOW));
  analytics = analyticsOn(source, new SetClock(NOW));
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

/** All events of one workspace, and the current state of its links and campaigns. */
interface History {
  readonly member: Member;
  readonly events: ClickEvent[];
  readonly links: string[];
  readonly campaigns: string[];
  /** Current campaign of each live link. */
  readonly campaignOf: Map<string, string | null>;
  /** Links of each tag, including deleted ones. */
  readonly tags?: Readonly<Record<string, readonly string[]>>;
}

/** Days of clicks in random batches: out of order, folded in between, with links that change campaigns and one that is deleted. */
async function aHistory(seed: number, { links: linkCount = 12, events: eventCount = 1500 } = {}): Promise<History> {
  const random = randomFrom(seed);
  const int = (below: number): number => Math.floor(random() * below);
  const workspaceId = await fixtures.workspace();
  const campaigns = [await fixtures.campaign(workspaceId), await fixtures.campaign(workspaceId)];
  const links: string[] = [];
  for (let index = 0; index < linkCount; index += 1) links.push(await fixtures.link(workspaceId));
  const campaignOf = new Map<string, string | null>(links.map((link) => [link, null]));

  const events: ClickEvent[] = [];
  let batch: ClickEvent[] = [];
  const flush = async (): Promise<void> => {
    await fixtures.save(batch);
    events.push(...batch);
    batch = [];
  };
  for (let index = 0; index < eventCount; index += 1) {
    const linkId = links[Math.min(int(linkCount), int(linkCount))] as string;
    // Half of the events are in the last three days, where windows begin in the middle of a day.
    const age = random() < 0.5 ? random() * 3 * DAY : random() * SPAN_DAYS * DAY;
    const at = Math.floor(NOW - age);
    batch.push(randomEvent(random, { workspaceId, linkId, campaignId: campaignOf.get(linkId) ?? null, at }));
    if (random() < 0.02) await flush();
    if (random() < 0.006) await foldDays(database.pool, NOW);
    if (random() < 0.02) {
      const moved = links[int(linkCount)] as string;
      const to = [null, ...campaigns][int(3)] ?? null;
      campaignOf.set(moved, to);
      await database.query('UPDATE links SET campaign_id = $2 WHERE id = $1', [moved, to]);
    }
  }
  await flush();
  const deleted = links[1] as string;
  await database.query('UPDATE links SET deleted_at = now() WHERE id = $1', [deleted]);
  campaignOf.delete(deleted);
  const tags = { Print: links.slice(0, 4), web: links.slice(2, 9), none: [] };
  for (const [name, tagged] of Object.entries(tags)) {
    await database.query(
      `WITH t AS (INSERT INTO tags (id, workspace_id, name) VALUES (gen_random_uuid(), $1, $2) RETURNING id)
       INSERT INTO link_tags (workspace_id, tag_id, link_id) SELECT $1, t.id, l FROM t, unnest($3::uuid[]) AS l`,
      [workspaceId, name, tagged],
    );
  }
  const member = { workspaceId, workspace: { id: workspaceId } } as Member;
  return { member, events, links, campaigns, campaignOf, tags };
}

/** The value of an event for a filter, implemented independently of the product. */
const LABEL_OF: Readonly<Record<string, (event: ClickEvent) => string | null>> = {
  country: ({ country }) => country ?? 'unknown',
  referrer: ({ referrerHost }) => referrerHost,
  device: ({ device }) => device,
  browser: ({ browser }) => browser,
  os: ({ os }) => os,
  botClass: ({ botClass }) => botClass,
  outcome: ({ outcome }) => outcome,
  source: ({ utm }) => utm.source ?? 'unknown',
  medium: ({ utm }) => utm.medium ?? 'unknown',
};

/** Events that match the filters, tested one by one. */
function filtered(
  { tags = {}, campaignOf }: History,
  events: readonly ClickEvent[],
  filters: Readonly<Record<string, readonly string[]>>,
): ClickEvent[] {
  return events.filter((event) =>
    Object.entries(filters).every(([name, values]) => {
      const isLive = campaignOf.has(event.linkId);
      if (name === 'link') return isLive && values.includes(event.linkId);
      if (name === 'tag') {
        const named = Object.entries(tags).filter(([tag]) => values.some((v) => v.toLowerCase() === tag.toLowerCase()));
        return isLive && named.some(([, links]) => links.includes(event.linkId));
      }
      return values.includes(LABEL_OF[name]?.(event) ?? '');
    }),
  );
}

/** One to three filters with one to three values each, most of which occur in events. */
function someFilters(history: History, random: () => number, of: 'link' | 'group'): Record<string, string[]> {
  const int = (below: number): number => Math.floor(random() * below);
  const names = [...Object.keys(LABEL_OF), ...(of === 'group' ? ['tag', 'link'] : [])];
  const valueOf = (name: string): string => {
    if (name === 'tag') return ['print', 'web', 'none', 'nothing'][int(4)] ?? '';
    if (name === 'link') return history.links[int(history.links.length)] ?? '';
    const event = history.events[int(history.events.length)];
    const label = event === undefined ? null : LABEL_OF[name]?.(event);
    return label ?? 'ai';
  };
  const chosen = Array.from({ length: 1 + int(3) }, () => names[int(names.length)] ?? 'country');
  return Object.fromEntries(
    [...new Set(chosen)].map((name) => [name, [...new Set(Array.from({ length: 1 + int(3) }, () => valueOf(name)))]]),
  );
}

const midnight = Math.floor(NOW / DAY) * DAY + DAY;
const thisHour = Math.floor(NOW / HOUR) * HOUR + HOUR;
const date = (at: number): string => new Date(at).toISOString().slice(0, 10);
const WINDOWS: [string, ReportQuery, OracleWindow][] = [
  ['24h', { period: '24h', compare: 'previous' }, { from: thisHour - DAY, to: thisHour }],
  ['7d', { compare: 'previous' }, { from: midnight - 7 * DAY, to: midnight }],
  ['30d', { period: '30d', compare: 'previous' }, { from: midnight - 30 * DAY, to: midnight }],
  ['90d', { period: '90d' }, { from: midnight - 90 * DAY, to: midnight }],
  ['12m', { period: '12m' }, { from: Date.UTC(2027, 2, 2), to: midnight }],
  [
    'two dates',
    { from: date(midnight - 2 * DAY), to: date(midnight - DAY), compare: 'previous' },
    { from: midnight - 2 * DAY, to: midnight },
  ],
  [
    'an old day by the hour',
    { from: '2028-02-20', to: '2028-02-20' },
    { from: Date.UTC(2028, 1, 20), to: Date.UTC(2028, 1, 21) },
  ],
  [
    'a month end',
    { from: '2028-01-28', to: '2028-03-05', compare: 'previous' },
    { from: Date.UTC(2028, 0, 28), to: Date.UTC(2028, 2, 6) },
  ],
];

type Report = LinkReport | CampaignReport | WorkspaceReport;

/** Compares a report, and its file, with a plain count of the events of its subject. */
function expectReport(
  report: Report,
  events: readonly ClickEvent[],
  window: OracleWindow,
  compares: boolean,
  traffic: 'human' | 'bot' | 'all' = 'human',
  all: readonly ClickEvent[] = events,
): void {
  const counts = oracleCounts(events, window);
  expect(report.metrics).toMatchObject(counts);
  expect(report.series).toEqual(oracleSeries(events, window, traffic));
  const { source: sources, medium, ...common } = oracleBreakdowns(events, window, traffic);
  expect(report.breakdowns).toEqual(
    'topLinks' in report && !('attention' in report) ? { ...common, source: sources, medium } : common,
  );
  expect(report.meta).toMatchObject({
    from: new Date(window.from).toISOString(),
    to: new Date(window.to).toISOString(),
    earliestEventAt: all.length === 0 ? null : new Date(Math.min(...all.map(({ at }) => at))).toISOString(),
  });
  expect(report.metrics.lifetimeClicks).toBe(oracleCounts(all, { from: 0, to: Infinity })['clicks']);
  if (compares) {
    const length = window.to - window.from;
    const previous = oracleCounts(events, { from: window.from - length, to: window.from });
    expect(report.previous).toMatchObject(previous);
    expect(report.change?.clicks.absolute).toBe((counts['clicks'] ?? 0) - (previous['clicks'] ?? 0));
  } else {
    expect(report.previous).toBeUndefined();
  }
  expectFile(report);
}

/** Top links by clicks, then in order of creation. */
function expectTop(
  report: CampaignReport | WorkspaceReport,
  events: readonly ClickEvent[],
  window: OracleWindow,
  history: History,
): void {
  const top = [...oracleTopLinks(events, window)]
    .filter(([id]) => history.campaignOf.has(id))
    .sort(([a, m], [b, n]) => n - m || history.links.indexOf(a) - history.links.indexOf(b))
    .slice(0, 10);
  expect(report.topLinks.map(({ id, clicks }) => [id, clicks])).toEqual(top);
}

/** The file, read with another parser, has the same numbers. */
function expectFile(report: Report): void {
  const text = [...analyticsCsv(report)].join('');
  const blocks = text.split('\n\n').map((block) => parse(block, { relax_column_count: true }));
  const [facts = [], series = [], breakdowns = [], top] = blocks;
  expect(facts[0]).toEqual(['key', 'label', 'definition', 'value']);
  const value = Object.fromEntries(facts.slice(1).map(([key, , , cell]) => [key, unguard(cell)]));
  for (const [name, metric] of Object.entries(report.metrics)) expect(value[name]).toBe(String(metric ?? ''));
  for (const [name, metric] of Object.entries(report.previous ?? {})) {
    expect(value[`previous${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`]).toBe(String(metric ?? ''));
  }
  if (report.change !== undefined) {
    expect(value['changeClicksAbsolute']).toBe(String(report.change.clicks.absolute));
    expect(value['changeClicksPercent']).toBe(String(report.change.clicks.percent ?? ''));
  }
  expect(series.slice(1)).toEqual(report.series.map(({ bucket, count }) => [bucket, String(count)]));
  const shown = [
    'referrer',
    'country',
    'device',
    'browser',
    ...('source' in report.breakdowns ? ['source', 'medium'] : []),
  ];
  const all = report.breakdowns as unknown as Record<string, { label: string; count: number }[]>;
  expect(breakdowns.slice(1).map((row) => row.map(unguard))).toEqual(
    shown.flatMap((section) => (all[section] ?? []).map(({ label, count }) => [section, label, String(count)])),
  );
  if ('topLinks' in report) {
    expect(top?.slice(1)).toEqual(report.topLinks.map(({ slug, title, clicks }) => [slug, title, String(clicks)]));
  } else {
    expect(blocks).toHaveLength(3);
  }
}

const unguard = (cell = ''): string => (cell.startsWith("'") ? cell.slice(1) : cell);

/** Compares the reports of all kinds with a plain count of the history's events. */
async function expectEveryReport(history: History, query: ReportQuery, window: OracleWindow): Promise<void> {
  const { member, events, campaigns, campaignOf, links } = history;
  const compares = 'compare' in query;
  const workspace = await analytics.workspace(member, query);
  expectReport(workspace, events, window, compares);
  expectTop(workspace, events, window, history);
  expect(workspace.metrics.linkCount).toBe(campaignOf.size);

  for (const traffic of ['human', 'bot', 'all'] as const) {
    const linkId = links[0] as string;
    const report = await analytics.link(member, linkId, { ...query, traffic });
    expectReport(
      report,
      events.filter((event) => event.linkId === linkId),
      window,
      compares,
      traffic,
    );
  }
  for (const id of campaigns) {
    const recorded = events.filter((event) => event.campaignId === id);
    const report = await analytics.campaign(member, id, query);
    expectReport(report, recorded, window, compares);
    expectTop(report, recorded, window, history);

    const current = events.filter((event) => campaignOf.get(event.linkId) === id);
    const now = await analytics.campaign(member, id, { ...query, attribution: 'current' });
    expectReport(now, current, window, compares);
    expectTop(now, current, window, history);
    expect(now.metrics.linkCount).toBe([...campaignOf.values()].filter((campaign) => campaign === id).length);
  }
}

describe.each([1, 2, 3])('random history %i', (seed) => {
  let history: History;
  beforeAll(async () => {
    history = await aHistory(seed);
  });

  test.each(WINDOWS)('every report of %s equals a plain count of its events', async (_, query, window) => {
    await expectEveryReport(history, query, window);
  });

  test('every filtered report equals a plain count of the events that match its filters', async () => {
    const { member, events, campaigns, campaignOf, links } = history;
    const random = randomFrom(100 + seed);
    for (const [, query, window] of [...WINDOWS, ...WINDOWS]) {
      const compares = 'compare' in query;
      const filters = someFilters(history, random, 'group');
      const workspace = await analytics.workspace(member, { ...query, ...filters });
      expect(workspace.meta.filters).toEqual(filters);
      const seen = filtered(history, events, filters);
      expectReport(workspace, seen, window, compares, 'human', events);
      expectTop(workspace, seen, window, history);
      expect(workspace.metrics.linkCount).toBe(campaignOf.size);

      const [linkId = ''] = links;
      const ofLink = events.filter((event) => event.linkId === linkId);
      const linkFilters = someFilters(history, random, 'link');
      for (const traffic of ['human', 'bot', 'all'] as const) {
        const report = await analytics.link(member, linkId, { ...query, ...linkFilters, traffic });
        expectReport(report, filtered(history, ofLink, linkFilters), window, compares, traffic, ofLink);
      }
      for (const attribution of ['recorded', 'current'] as const) {
        const [id = ''] = campaigns;
        const all = events.filter((event) =>
          attribution === 'recorded' ? event.campaignId === id : campaignOf.get(event.linkId) === id,
        );
        const report = await analytics.campaign(member, id, { ...query, ...filters, attribution });
        expectReport(report, filtered(history, all, filters), window, compares, 'human', all);
        expectTop(report, filtered(history, all, filters), window, history);
      }
    }
  });

  test('the window one year before has its own dates, filtered or not', async () => {
    const { member, events } = history;
    const query: ReportQuery = { from: '2029-02-01', to: '2029-02-28', compare: 'year' };
    // 29 February is after the corresponding date of the last day.
    const before = { from: Date.UTC(2028, 1, 1), to: Date.UTC(2028, 1, 29) };
    const filters = { device: ['mobile'] };
    for (const [narrowed, left] of [
      [{}, events],
      [filters, filtered(history, events, filters)],
    ] as const) {
      const report = await analytics.workspace(member, { ...query, ...narrowed });
      const counts = oracleCounts(left, before);
      expect(report.previous).toMatchObject(counts);
      expect(report.change?.clicks.absolute).toBe(-(counts['clicks'] ?? 0));
      expect(report.meta.compare).toBe('year');
      expectFile(report);
    }
  });

  test('recent clicks of links and campaigns equal those of their reports for the last 30 days', async () => {
    const { member, links, campaigns } = history;
    const other = await fixtures.workspace();
    const foreign = await fixtures.link(other);
    const [deleted] = links.slice(1);
    const shown = links.filter((id) => id !== deleted);
    const found = await recent.find(member, { links: [...links, foreign], campaigns });
    expect(found.links.map(({ id }) => id)).toEqual(shown);
    expect(found.campaigns.map(({ id }) => id)).toEqual(campaigns);
    for (const { id, clicks, days } of [...found.links, ...found.campaigns]) {
      const query: ReportQuery = { period: '30d' };
      const report = await (campaigns.includes(id)
        ? analytics.campaign(member, id, query)
        : analytics.link(member, id, query));
      expect(days).toEqual(report.series.map(({ count }) => count));
      expect(clicks).toBe(report.metrics.clicks);
      expect([found.from, found.to]).toEqual([report.meta.from, report.meta.to]);
    }
  });

  test('the report of all time begins with the first event', async () => {
    const { member, events } = history;
    const first = Math.min(...events.map(({ at }) => at));
    const window = { from: Math.floor(first / DAY) * DAY, to: midnight };
    expectReport(await analytics.workspace(member, { period: 'all' }), events, window, false);
  });
});

test('the last 24 hours and those before them are counted where a clock that was ahead has folded their days', async () => {
  const history = await aHistory(6);
  await foldDays(database.pool, NOW + 10 * DAY);
  for (const [, query, window] of WINDOWS) await expectEveryReport(history, query, window);
});

test('the last 24 hours are compared with the same 24 hours one year before', async () => {
  const history = await aHistory(7);
  const { member, events, campaigns, campaignOf, links } = history;
  const now = Date.UTC(2029, 2, 1, 13, 37);
  await foldDays(database.pool, now);
  const later = analyticsOn(source, new SetClock(now));
  // They begin on 28 February.
  const before = { from: Date.UTC(2028, 1, 28, 14), to: Date.UTC(2028, 1, 29, 14) };
  const query: ReportQuery = { period: '24h', compare: 'year' };
  const [[linkId = ''], [id = '']] = [links, campaigns];
  const of = (is: (event: ClickEvent) => boolean) => oracleCounts(events.filter(is), before);
  const reports: [Report, Record<string, number>][] = [
    [await later.workspace(member, query), of(() => true)],
    [await later.link(member, linkId, query), of((event) => event.linkId === linkId)],
    [await later.campaign(member, id, query), of((event) => event.campaignId === id)],
    [
      await later.campaign(member, id, { ...query, attribution: 'current' }),
      of((event) => campaignOf.get(event.linkId) === id),
    ],
  ];
  for (const [report, counts] of reports) {
    expect(report.previous).toMatchObject(counts);
    expect(report.metrics.requests).toBe(0);
    expectFile(report);
  }
});

test('a report that needs events is rejected where retention has dropped part of its window, and says what is kept', async () => {
  const history = await aHistory(5);
  const { member, events, campaigns } = history;
  await foldDays(database.pool, NOW);
  const client = await database.pool.connect();
  try {
    await dropBefore(client, NOW - 10 * DAY);
    const [dropped] = await database.query<{ day: string }>('SELECT dropped_before::text AS day FROM click_retention');
    const keptFrom = Date.parse(dropped?.day ?? '');
    const kept = events.filter(({ at }) => at >= keptFrom);
    const first = Math.min(...kept.map(({ at }) => at));
    const earliestEventAt = new Date(first).toISOString();
    const refused = { code: 'events_dropped', details: { earliestEventAt } };
    const lost: ReportQuery[] = [
      { period: '90d' },
      { period: 'all' },
      // The window is retained, but not the one that it is compared with.
      { period: '30d', compare: 'previous' },
      { period: '7d', compare: 'year' },
    ];
    for (const query of lost) {
      await expect(analytics.workspace(member, { ...query, country: ['DE'] })).rejects.toMatchObject(refused);
      expect((await analytics.workspace(member, query)).meta.filters).toBeUndefined();
    }
    const window = { from: midnight - 7 * DAY, to: midnight };
    const filters = { device: ['mobile', 'desktop'] };
    const report = await analytics.workspace(member, { compare: 'previous', ...filters });
    expectReport(report, filtered(history, events, filters), window, true, 'human', events);
    // Links that have changed campaigns are counted from events, too.
    await expect(
      analytics.campaign(member, campaigns[0] ?? '', { period: '12m', attribution: 'current' }),
    ).rejects.toMatchObject({ code: 'events_dropped' });
    // So are the same 24 hours of another year, which are not stored by the hour.
    const later = analyticsOn(source, new SetClock(Date.UTC(2029, 0, 20)));
    const dayLost: ReportQuery = { period: '24h', compare: 'year' };
    expect((await later.workspace(member, { period: '24h', compare: 'previous' })).metrics.requests).toBe(0);
    await expect(later.workspace(member, dayLost)).rejects.toMatchObject({ code: 'events_dropped' });
    // A subject without a dropped event is not affected.
    const young = { workspaceId: await fixtures.workspace() } as Member;
    const linkId = await fixtures.link(young.workspaceId);
    expect((await analytics.link(young, linkId, { period: '12m', os: ['iOS'] })).metrics.requests).toBe(0);
    expect((await later.link(young, linkId, dayLost)).previous?.requests).toBe(0);
  } finally {
    client.release();
    await database.query('DELETE FROM click_retention');
  }
});

test('a client that disconnects ends the query, and its connection serves the next one', async () => {
  const { member, events } = await aHistory(6, { events: 50 });
  const gone = new AbortController();
  const locker = await database.pool.connect();
  try {
    await locker.query('BEGIN');
    await locker.query('LOCK TABLE click_events IN ACCESS EXCLUSIVE MODE');
    const report = analytics.workspace(member, { country: ['DE'] }, gone.signal);
    const ended = expect(report).rejects.toMatchObject({ name: 'AbortError' });
    await untilSomebodyWaits(database);
    gone.abort();
    await ended;
  } finally {
    await locker.query('ROLLBACK');
    locker.release();
  }
  await expect(analytics.workspace(member, { country: ['DE'] }, gone.signal)).rejects.toThrow();
  const all = await analytics.workspace(member, { period: '90d', device: ['desktop', 'mobile', 'tablet', 'other'] });
  expect(all.metrics.requests).toBe(events.length);
});

test('recent clicks of nothing are refused', async () => {
  await expect(recent.find({ workspaceId: crypto.randomUUID() }, {})).rejects.toMatchObject({
    code: 'validation_failed',
    details: { errors: [{ field: 'links', rule: 'required' }] },
  });
});

describe('filters', () => {
  let member: Member;
  let linkId: string;
  beforeAll(async () => {
    const workspaceId = await fixtures.workspace();
    member = { workspaceId, workspace: { id: workspaceId } } as Member;
    linkId = await fixtures.link(workspaceId);
    await fixtures.save([
      {
        ...randomEvent(randomFrom(1), { workspaceId, linkId, campaignId: null, at: NOW }),
        ...({ outcome: 'redirect_success', botClass: null, referrerHost: 'xn--mnchen-3ya.example' } as const),
      },
    ]);
  });

  test.each([
    ['country', 'ZZ'],
    ['referrer', 'nobody.example'],
    ['source', 'nobody'],
    ['medium', 'other'],
    ['tag', 'nobody'],
    ['link', '01890000-0000-7000-8000-000000000001'],
  ])('%s %j, which no event has, gives zero counts', async (name, value) => {
    const report = await analytics.workspace(member, { period: '24h', [name]: [value] });
    expect(report.metrics).toMatchObject({
      clicks: 0,
      requests: 0,
      uniqueVisitors: 0,
      lifetimeClicks: 1,
      linkCount: 1,
    });
    expect(report.series.length).toBe(24);
    expect(report.meta.filters).toEqual({ [name]: [value] });
  });

  test.each(['münchen.example', 'xn--mnchen-3ya.example', 'WWW.München.example'])(
    'a host is found as people write it: %s',
    async (referrer) => {
      expect((await analytics.link(member, linkId, { referrer: [referrer] })).metrics.clicks).toBe(1);
    },
  );

  test('the file has a row for each filter value, a link by its slug', async () => {
    const report = await analytics.workspace(member, { country: ['DE', 'ZZ'], link: [linkId] });
    const slugs = await analytics.slugs(member, [linkId]);
    const rows = [...analyticsCsv(report, slugs)]
      .filter((line) => line.startsWith('filter,'))
      .map((line) => line.trim());
    expect(rows.map((row) => row.split(',').filter((_, index, all) => index < 2 || index === all.length - 1))).toEqual([
      ['filter', 'country', 'DE'],
      ['filter', 'country', 'ZZ'],
      ['filter', 'link', slugs.get(linkId)],
    ]);
  });
});

describe('a campaign whose current links', () => {
  const int = (random: () => number, below: number): number => Math.floor(random() * below);

  /** Three links that were created in a campaign, with clicks of seventy days. */
  async function aCampaign(seed: number): Promise<History & { random: () => number; id: string }> {
    const random = randomFrom(seed);
    const workspaceId = await fixtures.workspace();
    const id = await fixtures.campaign(workspaceId);
    const links: string[] = [];
    for (let index = 0; index < 3; index += 1) links.push(await fixtures.link(workspaceId));
    await database.query('UPDATE links SET campaign_id = $2 WHERE id = ANY ($1)', [links, id]);
    const member = { workspaceId, workspace: { id: workspaceId } } as Member;
    const campaignOf = new Map<string, string | null>(links.map((link) => [link, id]));
    const history = { member, events: [], links, campaigns: [id], campaignOf, random, id };
    for (const linkId of links) await click(history, { linkId, campaignId: id, from: SPAN_DAYS, to: 0 });
    return history;
  }

  /** Stores a hundred events of a link, between `from` and `to` days ago. */
  async function click(
    { member: { workspaceId }, events, random }: History & { random: () => number },
    { linkId, campaignId, from, to }: { linkId: string; campaignId: string | null; from: number; to: number },
  ): Promise<void> {
    const made = Array.from({ length: 100 }, () => {
      const at = NOW - Math.floor((to + random() * (from - to)) * DAY);
      return randomEvent(random, { workspaceId, linkId, campaignId, at });
    });
    await fixtures.save(made);
    events.push(...made);
  }

  async function movedDays({ member: { workspaceId }, id }: { member: Member; id: string }): Promise<string[]> {
    const [numbers] = await database.query<{ workspaceNo: number; no: number }>(
      'SELECT w.no AS "workspaceNo", c.no FROM campaigns c JOIN workspaces w ON w.id = c.workspace_id WHERE c.id = $1',
      [id],
    );
    const { workspaceNo = 0, no = 0 } = numbers ?? {};
    const spans = await new RollupsRepository().movedDays(
      source.manager,
      { id: workspaceId, no: workspaceNo },
      { id, no },
    );
    return spans.map(({ first, last }) => `${date(first * DAY)} ${date(last * DAY)}`);
  }

  async function expectCurrent(history: History & { id: string }): Promise<void> {
    const current = history.events.filter((event) => history.campaignOf.get(event.linkId) === history.id);
    for (const [, query, window] of WINDOWS) {
      const report = await analytics.campaign(history.member, history.id, { ...query, attribution: 'current' });
      expectReport(report, current, window, 'compare' in query);
      expectTop(report, current, window, history);
    }
  }

  test('never had another campaign is read from its own roll-ups', async () => {
    const history = await aCampaign(61);
    expect(await movedDays(history)).toEqual([]);
    await expectCurrent(history);
    await foldDays(database.pool, NOW);
    await expectCurrent(history);
  });

  test.each([
    ['include one with earlier events outside it', 62],
    ['lack a deleted one with events in it', 63],
    ['do both, with clicks of both on one day', 64],
  ])('%s is counted from the events on the days of those events', async (_, seed) => {
    const history = await aCampaign(seed);
    const { member, links, campaignOf, id, random } = history;
    const spans: string[] = [];
    const [from, to] = [30 + int(random, 5), 20];
    const spanOf = (linkId: string, campaignId: string | null): string => {
      const days = history.events.filter((event) => event.linkId === linkId && event.campaignId === campaignId);
      const at = days.map((event) => event.at);
      return `${date(Math.min(...at))} ${date(Math.max(...at))}`;
    };
    if (seed !== 63) {
      const came = await fixtures.link(member.workspaceId);
      links.push(came);
      await click(history, { linkId: came, campaignId: null, from, to });
      await click(history, { linkId: came, campaignId: id, from: to + 0.5, to: 0 });
      await database.query('UPDATE links SET campaign_id = $2 WHERE id = $1', [came, id]);
      campaignOf.set(came, id);
      spans.push(spanOf(came, null));
    }
    if (seed !== 62) {
      const left = await fixtures.link(member.workspaceId);
      links.push(left);
      await click(history, { linkId: left, campaignId: id, from: 12, to: 1 });
      await database.query('UPDATE links SET campaign_id = $2, deleted_at = now() WHERE id = $1', [left, id]);
      spans.push(spanOf(left, id));
    }
    expect(await movedDays(history)).toEqual(spans);
    await expectCurrent(history);
    await foldDays(database.pool, NOW);
    await expectCurrent(history);
    // A late event reopens a day with moved links, and one without.
    const [linkId = ''] = links;
    for (const day of [5, 25, 50]) await click(history, { linkId, campaignId: id, from: day, to: day - 1 });
    await expectCurrent(history);
    await database.query('UPDATE links SET deleted_at = NULL WHERE id = ANY ($1)', [links]);
    for (const link of links) campaignOf.set(link, id);
    await expectCurrent(history);
  });
});

test('top links are found even if they are not at the beginning of a stored list', async () => {
  const history = await aHistory(9, { links: 400, events: 6000 });
  const { member, events, campaigns, campaignOf } = history;
  await foldDays(database.pool, NOW);
  const id = campaigns[0] as string;
  const moved = [...campaignOf.keys()].filter((_, index) => index % 4 !== 0);
  for (const link of moved) campaignOf.set(link, id);
  await database.query('UPDATE links SET campaign_id = $2 WHERE id = ANY ($1)', [moved, id]);
  const expectAll = async (): Promise<void> => {
    const current = events.filter((event) => campaignOf.get(event.linkId) === id);
    const recorded = events.filter((event) => event.campaignId === id);
    for (const [, query, window] of WINDOWS) {
      expectTop(await analytics.workspace(member, query), events, window, history);
      expectTop(await analytics.campaign(member, id, { ...query, attribution: 'current' }), current, window, history);
      expectTop(await analytics.campaign(member, id, query), recorded, window, history);
    }
  };
  await expectAll();
  // Deleted links are replaced by the next ones: first a few more are read, then all.
  for (const count of [3, 30]) {
    const { topLinks } = await analytics.workspace(member, { period: 'all' });
    const first = history.links.indexOf(topLinks[0]?.id ?? '');
    const most = new Set([...topLinks.map((link) => link.id), ...history.links.slice(first)].slice(0, count));
    await database.query('UPDATE links SET deleted_at = now() WHERE id = ANY ($1)', [[...most]]);
    for (const link of most) campaignOf.delete(link);
    await expectAll();
  }
});

test('top links of a campaign that its links were always in are determined from their own rows', async () => {
  const workspaceId = await fixtures.workspace();
  const id = await fixtures.campaign(workspaceId);
  const links = await fixtures.links(workspaceId, 400);
  const member = { workspaceId, workspace: { id: workspaceId } } as Member;
  const clickEach = (clicked: readonly string[], campaignId: string | null, at: number) =>
    fixtures.save(
      clicked.map((linkId) => ({
        ...randomEvent(randomFrom(7), { workspaceId, linkId, campaignId, at }),
        outcome: 'redirect_success' as const,
        botClass: null,
      })),
    );
  const reads = vi.spyOn(RollupsRepository.prototype, 'read');
  const topOf = async (): Promise<[string, number][]> => {
    reads.mockClear();
    const { topLinks } = await analytics.campaign(member, id, { period: '30d' });
    return topLinks.map((link) => [link.id, link.clicks]);
  };
  const wholeLists = () => reads.mock.calls.filter(([, , , linkBytes]) => linkBytes > LINK_BYTES);
  const first = links.slice(0, 10);
  // Two days whose list names a hundred links each, and one on which one of the top ten is not in the part that is read.
  await clickEach([...links, ...first, ...first, ...first], id, NOW - 5 * DAY);
  const others = links.filter((link) => link !== first[9]);
  await clickEach([...others, ...others.slice(0, 200), first[9] ?? ''], id, NOW - 4 * DAY);
  await foldDays(database.pool, NOW);
  expect(await topOf()).toEqual([...first.slice(0, 9).map((link) => [link, 6]), [first[9], 5]]);
  expect(wholeLists()).toEqual([]);
  // The link's own rows include clicks outside the campaign.
  await clickEach([first[9] ?? ''], null, NOW - 3 * DAY);
  expect(await topOf()).toEqual([...first.slice(0, 9).map((link) => [link, 6]), [first[9], 5]]);
  expect(wholeLists()).not.toEqual([]);
  reads.mockRestore();
});

test('top links of an hour with thousands of links include additions that are not merged yet', async () => {
  const workspaceId = await fixtures.workspace();
  const links = await fixtures.links(workspaceId, 3_000);
  const member = { workspaceId, workspace: { id: workspaceId } } as Member;
  const events: ClickEvent[] = [];
  const click = async (clicked: readonly string[]): Promise<void> => {
    const batch = clicked.map((linkId) => ({
      ...randomEvent(randomFrom(5), { workspaceId, linkId, campaignId: null, at: NOW }),
      outcome: 'redirect_success' as const,
      botClass: null,
    }));
    await fixtures.save(batch);
    events.push(...batch);
  };
  await click([...links, ...links.slice(0, 20)]);
  // One that was far from the top, and one that was among the top links.
  await click([links[2_000], links[2_000], links[2_000], links[7]].map((link) => link ?? ''));
  const [hour] = await database.query<{ recent: Buffer | null }>(
    'SELECT recent_links AS recent FROM click_hours WHERE workspace_no = (SELECT no FROM workspaces WHERE id = $1) AND kind = 0',
    [workspaceId],
  );
  expect(hour?.recent).not.toBeNull();
  const report = await analytics.workspace(member, { period: '24h' });
  expect(report.topLinks.slice(0, 2).map(({ id, clicks }) => [id, clicks])).toEqual([
    [links[2_000], 4],
    [links[7], 3],
  ]);
  expect(report.metrics.clicks).toBe(events.length);
});
