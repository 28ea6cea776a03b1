import { randomFrom, type ClickEvent } from '@signpost/domain';
import { createTestDatabase, type TestDatabase } from '@signpost/testing';
import { DataSource } from 'typeorm';
import { expect, inject, test } from 'vitest';
import { ClickFixtures, randomEvent } from '../clicks/rollup/click-history.fixtures.js';
import { foldDays } from '../clicks/index.js';
import { ENTITIES } from '../entities.js';
import { LinkLists } from '../links/list/link-lists.fixtures.js';
import type { Member } from '../platform/access/index.js';
import { SetClock } from '../platform/time/set-clock.fixtures.js';
import { analyticsOn } from './analytics.fixtures.js';
import type { ReportQuery } from './report-query.js';

const DAY = 86_400_000;
const NOW = Date.UTC(2028, 2, 1, 13, 37, 11, 500);
const LINKS = 300;
const BATCHES = 20;
const BATCH = 400;
/** Below this number of pages, reading the system catalogue costs more than the statement. */
const WORTH_COMPARING = 500;
/** The newest version reads a small table of a few pages completely, where the oldest uses an index. */
const FEWEST = 50;
/**
 * Allowed ratio of the pages read to those on the newest version. Before version 17 an index is searched for each element of an
 * array, with two or three pages each, instead of being scanned once along its leaves; that cost is bounded by the number of
 * elements, unlike that of a full scan.
 */
const timesAllowed = (statement: string): number => (statement.includes('= ANY (') ? 25 : 2);

/** Stores clicks of ten days, folds them, and reads each kind of report and list. */
async function work(database: TestDatabase): Promise<void> {
  const fixtures = new ClickFixtures(database);
  const random = randomFrom(3);
  const workspaceId = await fixtures.workspace();
  const campaignId = await fixtures.campaign(workspaceId);
  const links = await fixtures.links(workspaceId, LINKS);
  await database.query('UPDATE links SET campaign_id = $1 WHERE workspace_id = $2', [campaignId, workspaceId]);
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const day = NOW - (BATCHES - batch) * (DAY / 2);
    const event = (): ClickEvent => {
      const linkId = links[Math.floor(random() * LINKS)] ?? '';
      return randomEvent(random, { workspaceId, linkId, campaignId, at: Math.floor(day + random() * (DAY / 2)) });
    };
    await fixtures.save(Array.from({ length: BATCH }, event));
    // As autovacuum does between batches of a running instance.
    if (batch === BATCHES / 2) await database.query('ANALYZE');
  }
  await foldDays(database.pool, NOW);
  const source = await new DataSource({ type: 'postgres', url: database.url, entities: ENTITIES }).initialize();
  const analytics = analyticsOn(source, new SetClock(NOW));
  const member = { workspaceId, workspace: { id: workspaceId } } as Member;
  const queries: ReportQuery[] = [{ period: '7d' }, { period: '30d' }, { period: '7d', country: ['DE'] }];
  for (const query of queries) {
    await analytics.workspace(member, query);
    await analytics.campaign(member, campaignId, query);
    await analytics.link(member, links[0] ?? '', query);
  }
  await source.destroy();
  const lists = await LinkLists.of(database);
  const scope = { workspaceId, userId: workspaceId, now: new Date(NOW), shortOrigin: 'https://short.example' };
  for (const filter of [{}, { status: 'active' as const }, { q: 'title' }, { campaignId }]) {
    await lists.find(scope, filter, ['-createdAt', 20, 0]);
  }
  await lists.close();
}

/** Pages accessed by each statement, on disk or in memory, by its text without differences between versions. */
async function pagesByStatement(database: TestDatabase): Promise<Map<string, number>> {
  await database.query('CREATE EXTENSION pg_stat_statements');
  await work(database);
  const rows = await database.query<{ query: string; pages: number }>(
    `SELECT query, sum(shared_blks_hit + shared_blks_read)::int AS pages FROM pg_stat_statements
     WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) GROUP BY query`,
  );
  const pages = new Map<string, number>();
  for (const { query, pages: more } of rows) {
    const text = query.replaceAll(/ \/\*, \.\.\. \*\/|\$\d+/g, '').replaceAll(/\s+/g, ' ');
    pages.set(text, (pages.get(text) ?? 0) + more);
  }
  return pages;
}

test('no statement of clicks, reports and lists reads many more pages on the oldest PostgreSQL than on the newest', async () => {
  const { oldest: oldestServer, newest: newestServer } = inject('comparedServers');
  const [onOldest, onNewest] = [
    await createTestDatabase({ server: oldestServer }),
    await createTestDatabase({ server: newestServer }),
  ];
  try {
    const [oldest, newest] = await Promise.all([pagesByStatement(onOldest), pagesByStatement(onNewest)]);
    const compared = [...oldest].filter(([text, pages]) => newest.has(text) && pages >= WORTH_COMPARING);
    const worse = compared.filter(
      ([text, pages]) => pages > timesAllowed(text) * Math.max(newest.get(text) ?? 0, FEWEST),
    );
    expect(worse.map(([text, pages]) => `${String(pages)} instead of ${String(newest.get(text))}: ${text}`)).toEqual(
      [],
    );
    expect(compared.length).toBeGreaterThan(5);
  } finally {
    await onOldest.drop();
    await onNewest.drop();
  }
});
