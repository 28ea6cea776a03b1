/** Name and definition of a metric: the single source for JSON, CSV and the dashboard. */
export interface MetricText {
  readonly label: string;
  readonly definition: string;
}

export const METRIC_TEXTS = {
  clicks: {
    label: 'Clicks',
    definition: 'Visits by people that were redirected to the link’s own or targeted destination, within the range.',
  },
  uniqueVisitors: {
    label: 'Unique visitors',
    definition:
      'Different visitors among the clicks of each UTC day, added up over the days of the range: a visitor who comes on two days counts twice.',
  },
  botRequests: {
    label: 'Bot requests',
    definition:
      'Requests by bots, link previews and other automatic callers, and what browsers load ahead of a click, whatever their outcome.',
  },
  blocked: {
    label: 'Blocked',
    definition: 'Visits by people to a link that was paused, expired, used up or not yet open, and led nowhere.',
  },
  fallbacks: {
    label: 'Fallbacks',
    definition:
      'Visits by people that were redirected to a fallback: before opening, after expiry or after the visit cap.',
  },
  passwordFailures: {
    label: 'Password failures',
    definition: 'Wrong passwords entered by people for a protected link.',
  },
  requests: {
    label: 'Requests',
    definition: 'Clicks, bot requests, blocked visits, fallbacks and password failures together.',
  },
  lifetimeClicks: {
    label: 'Lifetime clicks',
    definition:
      'Clicks since the beginning, whatever the range. A campaign’s follow the chosen attribution; a workspace’s include deleted links.',
  },
  usedVisits: {
    label: 'Used visits',
    definition: 'Visits consumed since the beginning, with and without a visit cap.',
  },
  remainingVisits: { label: 'Remaining visits', definition: 'Visits left under the visit cap; empty without a cap.' },
  maximumVisits: { label: 'Visit cap', definition: 'Most visits that the link redirects; empty without a cap.' },
  linkCount: { label: 'Links', definition: 'Links now in the campaign or workspace, without deleted ones.' },
} as const satisfies Record<string, MetricText>;
export type MetricName = keyof typeof METRIC_TEXTS;
