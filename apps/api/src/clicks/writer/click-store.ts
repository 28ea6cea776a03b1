import type { ClickEvent } from '@signpost/domain';
import type pg from 'pg';
import { BatchVisitors } from '../visitors/batch-visitors.js';
import { listClicks } from '../event/click-codec.js';
import { codeWords, TRAFFIC_CLASS, trafficClass, type CodedEvent } from '../event/click-codes.js';
import type { ClickList } from '../event/click-list.js';
import { CodedClicks, type CodedEvents, type CodedTarget } from '../event/coded-clicks.js';
import { findHours, mergeHours, saveHours } from '../rollup/click-hours.js';
import {
  findScopes,
  referrerNumbers,
  utmKey,
  utmNumbers,
  utmText,
  type ClickLink,
  type ClickScopes,
} from '../event/click-dictionaries.js';
import { addCounters, addTotals, clicksByLink } from '../event/click-lifetime.js';
import { writeRaw } from '../rollup/click-rows.js';
import { addVisitors, reopenDays } from '../visitors/click-visitors.js';
import { giveWay } from './core-turns.js';
import { addLinkCampaigns, LinkCampaigns } from '../rollup/link-campaigns.js';
import { lockRollups } from '../rollup/rollup-lock.js';
import { HourRollups } from '../rollup/rollup.js';
import { dayOf } from '../rollup/scope.js';

/** What became of a batch. */
export interface StoredClicks {
  readonly stored: number;
  /** Events of links or workspaces that no longer exist: nothing is left that could count them. */
  readonly dropped: number;
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
    return this.storeList(client, listClicks(events));
  }

  /**
   * The same for events as a journal holds them.
   * @param meanwhile called at most once, to be done in turns while the database is busy.
   */
  async storeList(client: pg.ClientBase, clicks: ClickList, meanwhile?: () => Promise<void>): Promise<StoredClicks> {
    if (clicks.length === 0) return { stored: 0, dropped: 0 };
    const scopes = await findScopes(client, clicks.targets);
    const links = clicks.targets.map(({ linkId, workspaceId }) => {
      giveWay();
      const link = scopes.links.get(linkId);
      return link?.workspaceId === workspaceId ? link : null;
    });
    const known = placesOfKnown(clicks, links);
    const coded = await encode(client, clicks, known, links, scopes.campaigns);
    const visits = new Map<number, number>();
    for (let index = 0; index < coded.length; index += 1) {
      giveWay();
      const event = coded.at(index);
      if (event === undefined || coded.isCountedAt(index) || trafficClass(event) !== TRAFFIC_CLASS.click) continue;
      visits.set(event.linkNo, (visits.get(event.linkNo) ?? 0) + 1);
    }
    await this.storeCoded(client, coded, visits, meanwhile);
    return { stored: known.length, dropped: clicks.length - known.length };
  }

  /**
   * The same for events whose words are numbers already.
   * @param visits to add to the used visits, by link number; without them every click is one.
   * @param meanwhile called once, to be done in turns while the database is busy.
   */
  async storeCoded(
    client: pg.ClientBase,
    coded: CodedEvents,
    visits?: ReadonlyMap<number, number>,
    meanwhile: () => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    const daysOf = daysByWorkspace(coded);
    await lockRollups(client, daysOf.keys());
    // Before the raw rows go in: they would find their own visitors there.
    for (const [workspaceNo, days] of daysOf) await reopenDays(client, workspaceNo, [...days]);
    const visitors = new BatchVisitors(coded.length);
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
}

/** Places of the events whose links exist. */
function placesOfKnown(clicks: ClickList, links: readonly (ClickLink | null)[]): Int32Array {
  const places = new Int32Array(clicks.length);
  let count = 0;
  for (let place = 0; place < clicks.length; place += 1) {
    giveWay();
    if ((links[clicks.targetAt(place)] ?? null) === null) continue;
    places[count] = place;
    count += 1;
  }
  return places.subarray(0, count);
}

/** Those events in numbers: what they lead to and what is said of them is looked up once for all that say it. */
async function encode(
  client: pg.ClientBase,
  clicks: ClickList,
  known: Int32Array,
  links: readonly (ClickLink | null)[],
  campaigns: ClickScopes['campaigns'],
): Promise<CodedClicks> {
  const referrers = await referrerNumbers(client, workspacesByHost(clicks, known, links));
  const utms = new Map<string, { workspaceNo: number; utm: ClickEvent['utm'] }>();
  const utmKeys = clicks.targets.map(({ utm }, target) => {
    giveWay();
    const workspaceNo = links[target]?.workspaceNo;
    const key = workspaceNo === undefined ? null : utmKey(workspaceNo, utmText(utm));
    if (workspaceNo !== undefined && key !== null) utms.set(key, { workspaceNo, utm });
    return key;
  });
  const utmSets = await utmNumbers(client, utms);
  const targets = clicks.targets.map(({ campaignId }, target): CodedTarget | null => {
    giveWay();
    const link = links[target] ?? null;
    if (link === null) return null;
    const key = utmKeys[target] ?? null;
    return {
      workspaceNo: link.workspaceNo,
      linkNo: link.no,
      campaignNo: campaignId === null ? 0 : (campaigns.get(campaignId) ?? 0),
      utmNo: key === null ? 0 : (utmSets.get(key) ?? 0),
    };
  });
  const words = clicks.words.map((said) => codeWords(said, referrers.get(said.referrerHost) ?? 0));
  return new CodedClicks(clicks, known, targets, words);
}

/** By referrer host of the known events: a workspace that one of them is of. */
function workspacesByHost(
  clicks: ClickList,
  known: Int32Array,
  links: readonly (ClickLink | null)[],
): Map<string, number> {
  const workspaceOf = new Int32Array(clicks.words.length);
  for (const place of known) {
    giveWay();
    workspaceOf[clicks.wordsAt(place)] = links[clicks.targetAt(place)]?.workspaceNo ?? 0;
  }
  const hosts = new Map<string, number>();
  clicks.words.forEach(({ referrerHost }, words) => {
    const workspaceNo = workspaceOf[words] ?? 0;
    if (workspaceNo !== 0) hosts.set(referrerHost, workspaceNo);
  });
  return hosts;
}

const SLICE_EVENTS = 1000;

async function inSlices(events: CodedEvents, work: (event: CodedEvent) => void): Promise<void> {
  for (let at = 0; at < events.length; at += 1) {
    const event = events.at(at);
    if (event !== undefined) work(event);
    if ((at + 1) % SLICE_EVENTS === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

function daysByWorkspace(events: CodedEvents): Map<number, Set<number>> {
  const days = new Map<number, Set<number>>();
  for (let index = 0; index < events.length; index += 1) {
    giveWay();
    const event = events.at(index);
    if (event === undefined) continue;
    const known = days.get(event.workspaceNo);
    if (known === undefined) days.set(event.workspaceNo, new Set([dayOf(event.at)]));
    else known.add(dayOf(event.at));
  }
  return days;
}
