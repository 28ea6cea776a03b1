import type { ClickEvent } from '@signpost/domain';
import type pg from 'pg';
import { BatchVisitors } from '../visitors/batch-visitors.js';
import { codeWords, TRAFFIC_CLASS, trafficClass, type CodedEvent, type CodedWords } from '../event/click-codes.js';
import { recordedClick, type RecordedClick, type Target, type Words } from '../event/recorded-click.js';
import { addToHours } from '../rollup/click-hours.js';
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
import { addLinkCampaigns, LinkCampaigns } from '../rollup/link-campaigns.js';
import { lockRollups } from '../rollup/rollup-lock.js';
import { HourRollups } from '../rollup/rollup.js';
import { dayOf } from '../rollup/scope.js';

/** Result of storing a batch. */
export interface StoredClicks {
  readonly stored: number;
  /** Number of events whose link or workspace no longer exists, so that they are not counted anywhere. */
  readonly dropped: number;
}

/** Stores batches of click events together with all data that reports read. */
export class ClickStore {
  /**
   * Stores the events together with roll-ups, visitor lists, lifetime clicks and, for events that are not `counted`, used
   * visits, all in the caller's transaction (READ COMMITTED). Call it once per transaction, directly before the commit:
   * concurrent writers take their locks in the order of this method.
   *
   * Events may be in any order and of any age. Those of a deleted link are stored; those of an erased link or workspace are
   * dropped; those of a campaign that no longer exists are stored without it.
   */
  store(client: pg.ClientBase, events: readonly ClickEvent[]): Promise<StoredClicks> {
    return this.storeRecorded(client, events.map(recordedClick));
  }

  /** {@link store} for events in the form in which a journal is read. */
  async storeRecorded(client: pg.ClientBase, clicks: readonly RecordedClick[]): Promise<StoredClicks> {
    if (clicks.length === 0) return { stored: 0, dropped: 0 };
    const known = await findKnown(client, clicks);
    const coded = await encode(client, known);
    const visits = new Map<number, number>();
    coded.forEach((event, index) => {
      if (known.clicks[index]?.counted === true || trafficClass(event) !== TRAFFIC_CLASS.click) return;
      visits.set(event.linkNo, (visits.get(event.linkNo) ?? 0) + 1);
    });
    await this.storeCoded(client, coded, visits);
    return { stored: coded.length, dropped: clicks.length - coded.length };
  }

  /**
   * {@link store} for events that are already encoded as numbers.
   * @param visits added to the used visits, by link number; without it, every click counts as a used visit.
   */
  async storeCoded(
    client: pg.ClientBase,
    events: readonly CodedEvent[],
    visits?: ReadonlyMap<number, number>,
  ): Promise<void> {
    const daysOf = daysByWorkspace(events);
    await lockRollups(client, daysOf.keys());
    // Before the raw rows are written, because a reopened day is restored from all its raw rows.
    for (const [workspaceNo, days] of daysOf) await reopenDays(client, workspaceNo, [...days]);
    await writeRaw(client, events);
    const visitors = new BatchVisitors();
    const hours = new HourRollups();
    const campaigns = new LinkCampaigns();
    for (const event of events) {
      visitors.add(event);
      hours.add(event);
      campaigns.add(event);
    }

    // The batch is far smaller than the tables, so keys are looked up in indexes and no table is scanned for a join.
    await client.query(
      `SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off; SET LOCAL enable_seqscan = off;
       SET LOCAL enable_bitmapscan = off`,
    );
    const rollups = hours.all;
    const lifetime = clicksByLink(rollups);
    await addLinkCampaigns(client, campaigns);
    await addTotals(client, rollups);
    await addToHours(client, rollups, await addVisitors(client, visitors));
    await addCounters(client, lifetime, visits ?? lifetime);
  }
}

/** The events of a batch whose links exist, with the numbers of links and campaigns. */
interface KnownClicks {
  readonly clicks: readonly RecordedClick[];
  readonly links: ReadonlyMap<Target, ClickLink>;
  readonly campaigns: ClickScopes['campaigns'];
}

async function findKnown(client: pg.ClientBase, clicks: readonly RecordedClick[]): Promise<KnownClicks> {
  const targets = [...new Set(clicks.map(({ target }) => target))];
  const scopes = await findScopes(client, targets);
  const links = new Map<Target, ClickLink>();
  for (const target of targets) {
    const link = scopes.links.get(target.linkId);
    if (link?.workspaceId === target.workspaceId) links.set(target, link);
  }
  return { clicks: clicks.filter(({ target }) => links.has(target)), links, campaigns: scopes.campaigns };
}

/** Replaces ids and words by numbers, looked up once for all events that share a target or a set of words. */
async function encode(client: pg.ClientBase, { clicks, links, campaigns }: KnownClicks): Promise<CodedEvent[]> {
  const workspaceOf = new Map<Words, number>();
  for (const { target, words } of clicks) workspaceOf.set(words, links.get(target)?.workspaceNo ?? 0);
  const hosts = new Map([...workspaceOf].map(([{ referrerHost }, workspaceNo]) => [referrerHost, workspaceNo]));
  const referrers = await referrerNumbers(client, hosts);
  const words = new Map<Words, CodedWords>();
  for (const raw of workspaceOf.keys()) words.set(raw, codeWords(raw, referrers.get(raw.referrerHost) ?? 0));
  const targets = await codeTargets(client, links, campaigns);
  return clicks.flatMap(({ at, target, words: raw, visitor }) => {
    const codedTarget = targets.get(target);
    const coded = words.get(raw);
    if (codedTarget === undefined || coded === undefined) return [];
    // Field by field, because copying by spread costs several times as much per event.
    return {
      at,
      workspaceNo: codedTarget.workspaceNo,
      linkNo: codedTarget.linkNo,
      campaignNo: codedTarget.campaignNo,
      utmNo: codedTarget.utmNo,
      referrerNo: coded.referrerNo,
      country: coded.country,
      outcome: coded.outcome,
      device: coded.device,
      browser: coded.browser,
      os: coded.os,
      bot: coded.bot,
      visitor: BigInt.asIntN(64, BigInt(`0x${visitor}`)),
    };
  });
}

type CodedTarget = Pick<CodedEvent, 'workspaceNo' | 'linkNo' | 'campaignNo' | 'utmNo'>;

async function codeTargets(
  client: pg.ClientBase,
  links: KnownClicks['links'],
  campaigns: ClickScopes['campaigns'],
): Promise<Map<Target, CodedTarget>> {
  const utms = new Map<string, { workspaceNo: number; utm: ClickEvent['utm'] }>();
  const keys = new Map<Target, string>();
  for (const [target, { workspaceNo }] of links) {
    const key = utmKey(workspaceNo, utmText(target.utm));
    if (key === null) continue;
    keys.set(target, key);
    utms.set(key, { workspaceNo, utm: target.utm });
  }
  const numbers = await utmNumbers(client, utms);
  const targets = new Map<Target, CodedTarget>();
  for (const [target, { no, workspaceNo }] of links) {
    targets.set(target, {
      workspaceNo,
      linkNo: no,
      campaignNo: target.campaignId === null ? 0 : (campaigns.get(target.campaignId) ?? 0),
      utmNo: numbers.get(keys.get(target) ?? '') ?? 0,
    });
  }
  return targets;
}

function daysByWorkspace(events: readonly CodedEvent[]): Map<number, Set<number>> {
  const days = new Map<number, Set<number>>();
  for (const { workspaceNo, at } of events) {
    const known = days.get(workspaceNo);
    if (known === undefined) days.set(workspaceNo, new Set([dayOf(at)]));
    else known.add(dayOf(at));
  }
  return days;
}
