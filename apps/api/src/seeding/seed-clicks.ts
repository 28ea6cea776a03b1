import type pg from 'pg';
import { ClickStore, firstOpenDay, referrerNumbers, storeDay, type CodedEvent } from '../clicks/index.js';
import { inTransaction } from '../platform/database/transaction.js';
import { eventsPerDay, Traffic, type SeededLink } from './traffic.js';

/** Events of recent days, which remain in hours, are stored in batches, as the application does. */
const BATCH = 25_000;

const KNOWN_HOSTS =
  'google.com linkedin.com t.co facebook.com instagram.com youtube.com bing.com duckduckgo.com reddit.com news.ycombinator.com github.com medium.com substack.com whatsapp.com teams.microsoft.com mail.google.com outlook.live.com pinterest.com tiktok.com wikipedia.org'.split(
    ' ',
  );
const OTHER_HOSTS = 280;

/** Which clicks are generated. */
export interface ClickPlan {
  readonly workspaceNo: number;
  readonly events: number;
  readonly days: number;
  readonly now: number;
  readonly links: readonly SeededLink[];
  readonly random: () => number;
}

/** Creates and stores the plan's events, oldest day first. `progress` receives the number of events stored so far. */
export async function seedClicks(
  client: pg.ClientBase,
  plan: ClickPlan,
  progress: (stored: number) => void,
): Promise<void> {
  const hosts = [...KNOWN_HOSTS, ...Array.from({ length: OTHER_HOSTS }, (_, index) => `site-${index + 1}.example`)];
  const numbers = await inTransaction(client, () =>
    referrerNumbers(client, new Map(hosts.map((host) => [host, plan.workspaceNo]))),
  );
  const traffic = new Traffic({ ...plan, referrers: hosts.map((host) => numbers.get(host) ?? 0) }, plan.random);
  let stored = 0;
  for (const { day, events } of eventsPerDay(plan)) {
    if (events === 0) continue;
    const made = traffic.day(day, events);
    if (day < firstOpenDay(plan.now)) {
      await inTransaction(client, () => storeDay(client, plan.workspaceNo, day, made, plan.now));
    } else {
      await storeBatches(client, made);
    }
    stored += events;
    progress(stored);
  }
}

async function storeBatches(client: pg.ClientBase, made: readonly CodedEvent[]): Promise<void> {
  const store = new ClickStore();
  // In order of time, so that a batch changes an hour or two of each link instead of the whole day.
  const events = made.toSorted((a, b) => a.at - b.at);
  for (let at = 0; at < events.length; at += BATCH) {
    await inTransaction(client, () => store.storeCoded(client, events.slice(at, at + BATCH)));
  }
}
