/** Which report it is: decides its numbers and switches. */
export type ReportKind = 'link' | 'campaign' | 'workspace';

/** The numbers at the head of each report. */
export const HEADLINES: Readonly<Record<ReportKind, readonly string[]>> = {
  link: ['clicks', 'uniqueVisitors', 'botRequests', 'blocked'],
  campaign: ['clicks', 'uniqueVisitors', 'botRequests', 'lifetimeClicks'],
  workspace: ['clicks', 'uniqueVisitors', 'botRequests', 'lifetimeClicks'],
};

/** The breakdowns of a report, those that share a card together. */
export function cardsOf(kind: ReportKind): readonly (readonly string[])[] {
  return [
    kind === 'campaign' ? ['source', 'medium', 'referrer'] : ['referrer'],
    ['country'],
    ['device', 'browser', 'os'],
    ['outcome', 'botClass'],
  ];
}
