import type { CampaignBreakdowns } from '@signpost/contracts';

/** Kind of report, which decides its numbers and switches. */
export type ReportKind = 'link' | 'campaign' | 'workspace';

/** The headline numbers of each report. */
export const HEADLINES: Readonly<Record<ReportKind, readonly string[]>> = {
  link: ['clicks', 'uniqueVisitors', 'botRequests', 'blocked'],
  campaign: ['clicks', 'uniqueVisitors', 'botRequests', 'lifetimeClicks'],
  workspace: ['clicks', 'uniqueVisitors', 'botRequests', 'lifetimeClicks'],
};

type Card = 'origin' | 'place' | 'device' | 'outcome';

/** The card of each breakdown, in the order of its tabs. The type requires every breakdown. */
const CARD_OF: Readonly<Record<keyof CampaignBreakdowns, Card>> = {
  source: 'origin',
  medium: 'origin',
  referrer: 'origin',
  country: 'place',
  device: 'device',
  browser: 'device',
  os: 'device',
  outcome: 'outcome',
  botClass: 'outcome',
};
const CARDS: readonly Card[] = ['origin', 'place', 'device', 'outcome'];
/** Breakdowns that only reports of campaigns have. */
const OF_CAMPAIGNS: ReadonlySet<string> = new Set(['source', 'medium']);

/** The breakdowns of a report, grouped by card. */
export function cardsOf(kind: ReportKind): readonly (readonly string[])[] {
  const shown = Object.entries(CARD_OF).filter(([name]) => kind === 'campaign' || !OF_CAMPAIGNS.has(name));
  return CARDS.map((card) => shown.filter(([, of]) => of === card).map(([name]) => name));
}
