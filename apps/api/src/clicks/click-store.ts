import type { ClickEvent } from '@signpost/domain';
import type pg from 'pg';
import { BatchVisitors } from './batch-visitors.js';
import { ClickBatch } from './click-batch.js';
import { codeEvent, TRAFFIC_CLASS, trafficClass, type CodedEvent } from './click-codes.js';
import { findHours, mergeHours, saveHours } from './click-hours.js';
import {
  findScopes,
  referrerNumbers,
  utmKey,
  utmNumbers,
  utmText,
  type ClickLink,
  type ClickScopes,
} from './click-dictionaries.js';
import { addCounters, addTotals, clicksByLink } from './click-lifetime.js';
import { writeRaw } from './click-rows.js';
import { addVisitors, reopenDays } from './click-visitors.js';
import { giveWay } from './core-turns.js';
import { addLinkCampaigns, LinkCampaigns } from './link-campaigns.js';
import { lockRollups } from './rollup-lock.js';
import { HourRollups } from './rollup.js';
import { dayOf } from './scope.js';

/** What became of a batch. */
export interface StoredClicks {
  readonly stored: number;
  /** Events of links or workspaces that no longer exist: nothing is left that could count them. */
  readonly dropped: number;
}

/** An event whose link exists. */
interface KnownEvent {
  readonly event: ClickEvent;
  readonly link: ClickLink;
  /** See {@link utmKey}. */
  utm: string | null;
}

/** Stores batches of click events with everything that reports read of them. */
export class ClickStore {
  /**
   * Stores the events, and with them roll-ups, visitor sets, lifetime clicks and, for events that are not `counted`,
   * used visits: all of it or nothing, in the caller's transaction (READ COMMITTED). Call it once per transaction, as
   * the last thing before the commit: several writers take their locks in the order of this method.
   *
   * Events may come in any order and be of any age. Those of a deleted link are stored; those of an erased link or
   * workspace are dropped; a campaign that no longer exists is forgotten.
   */
  store(client: pg.ClientBase, events: readonly ClickEvent[]): Promise<StoredClicks> {
    return this.storeBatch(client, new ClickBatch(events));
  }

  /**
   * The same for a batch that was made before.
   * @param meanwhile called at most once, to be done in turns while the database is busy.
   */
  async storeBatch(client: pg.ClientBase, batch: ClickBatch, meanwhile?: () => Promise<void>): Promise<StoredClicks> {
    const { events } = batch;
    if (events.length === 0) return { stored: 0, dropped: 0 };
    const scopes = await findScopes(client, batch);
    const known: KnownEvent[] = [];
    for (const event of events) {
      const link = scopes.links.get(event.linkId);
      if (link?.workspaceId === event.workspaceId) known.push({ event, link, utm: null });
      giveWay();
    }
    const coded = await this.encode(client, known, scopes.campaigns);
    const visits = new Map<number, number>();
    coded.forEach((event, index) => {
      giveWay();
      if (known[index]?.event.counted === true || trafficClass(event) !== TRAFFIC_CLASS.click) return;
      visits.set(event.linkNo, (visits.get(event.linkNo) ?? 0) + 1);
    });
    await this.storeCoded(client, coded, visits, meanwhile);
    return { stored: known.length, dropped: events.length - known.length };
  }

  /**
   * The same for events whose words are numbers already.
   * @param visits to add to the used visits, by link number; without them every click is one.
   * @param meanwhile called once, to be done in turns while the database is busy.
   */
  async storeCoded(
    client: pg.ClientBase,
    coded: readonly CodedEvent[],
    visits?: ReadonlyMap<number, number>,
    meanwhile: () => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    await lockRollups(
      client,
      coded.map((event) => event.workspaceNo),
    );
    // Before the raw rows go in: they would find their own visitors there.
    for (const [workspaceNo, days] of daysByWorkspace(coded)) await reopenDays(client, workspaceNo, days);
    const visitors = new BatchVisitors();
    const batch = new HourRollups();
    const campaigns = new LinkCampaigns();
    // A slice at a time, between which rows go out: the database is never kept waiting.
    const counting = inSlices(coded, (event) => {
      visitors.add(event);
      batch.add(event);
      campaigns.add(event);
      giveWay();
    });
    await Promise.all([writeRaw(client, coded), counting]);

    // The batch is far smaller than the tables it meets: look up each key, never read a table to join it.
    await client.query(
      `SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off; SET LOCAL enable_seqscan = off;
       SET LOCAL enable_bitmapscan = off`,
    );
    const reading = meanwhile();
    // It is awaited below, which is too late for an error of now.
    reading.catch(() => undefined);
    try {
      const rollups = batch.all;
      const lifetime = clicksByLink(rollups);
      await addLinkCampaigns(client, campaigns);
      await addTotals(client, rollups);
      // Adding visitors keeps the database busy for the longest: whatever needs no answer of it is done beside that.
      const stored = await findHours(client, rollups);
      const [shifts, merged] = await Promise.all([addVisitors(client, visitors), mergeHours(rollups, stored)]);
      await saveHours(client, merged, shifts);
      await addCounters(client, lifetime, visits ?? lifetime);
    } finally {
      // Also where the database has refused: what reads ahead must have ended before somebody reads anew.
      await reading;
    }
  }

  /** The events in numbers. */
  private async encode(
    client: pg.ClientBase,
    events: readonly KnownEvent[],
    campaigns: ClickScopes['campaigns'],
  ): Promise<CodedEvent[]> {
    const texts = new Map<ClickEvent['utm'], string | null>();
    const utms = new Map<string, { workspaceNo: number; utm: ClickEvent['utm'] }>();
    const hosts = new Map<string, number>();
    for (const known of events) {
      const { utm, referrerHost } = known.event;
      const { workspaceNo } = known.link;
      hosts.set(referrerHost, workspaceNo);
      giveWay();
      let text = texts.get(utm);
      if (text === undefined) texts.set(utm, (text = utmText(utm)));
      const key = utmKey(workspaceNo, text);
      known.utm = key;
      if (key !== null && !utms.has(key)) utms.set(key, { workspaceNo, utm });
    }
    const referrers = await referrerNumbers(client, hosts);
    const utmSets = await utmNumbers(client, utms);
    return events.map(({ event, link, utm }) => {
      giveWay();
      return codeEvent(event, {
        workspaceNo: link.workspaceNo,
        linkNo: link.no,
        campaignNo: event.campaignId === null ? 0 : (campaigns.get(event.campaignId) ?? 0),
        utmNo: utm === null ? 0 : (utmSets.get(utm) ?? 0),
        referrerNo: referrers.get(event.referrerHost) ?? 0,
      });
    });
  }
}

const SLICE_EVENTS = 1000;

async function inSlices(events: readonly CodedEvent[], work: (event: CodedEvent) => void): Promise<void> {
  for (let at = 0; at < events.length; at += SLICE_EVENTS) {
    events.slice(at, at + SLICE_EVENTS).forEach(work);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function daysByWorkspace(events: readonly CodedEvent[]): Map<number, number[]> {
  const days = new Map<number, Set<number>>();
  for (const { workspaceNo, at } of events) {
    const known = days.get(workspaceNo);
    if (known === undefined) days.set(workspaceNo, new Set([dayOf(at)]));
    else known.add(dayOf(at));
  }
  return new Map([...days].map(([workspaceNo, known]) => [workspaceNo, [...known]]));
}
