import { COUNT_CLASSES, type ClickEvent } from '@signpost/domain';

/**
 * Counts a report from the list of all events as simply as possible and without the product's own counting code, as an
 * independent expected result.
 */
export interface OracleWindow {
  readonly from: number;
  readonly to: number;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const within = (events: readonly ClickEvent[], { from, to }: OracleWindow): ClickEvent[] =>
  events.filter(({ at }) => at >= from && at < to);

const isBot = (event: ClickEvent): boolean => event.botClass !== null;
const isClick = (event: ClickEvent): boolean => !isBot(event) && event.outcome === 'redirect_success';

export function oracleCounts(events: readonly ClickEvent[], window: OracleWindow): Record<string, number> {
  const inside = within(events, window);
  const counts: Record<string, number> = Object.fromEntries(COUNT_CLASSES.map((name) => [name, 0]));
  for (const event of inside) {
    const name = isBot(event)
      ? 'botRequests'
      : event.outcome === 'redirect_success'
        ? 'clicks'
        : event.outcome.endsWith('_block')
          ? 'blocked'
          : event.outcome.endsWith('_redirect')
            ? 'fallbacks'
            : 'passwordFailures';
    counts[name] = (counts[name] ?? 0) + 1;
  }
  const visitors = new Set(inside.filter(isClick).map(({ at, visitor }) => `${Math.floor(at / DAY)}/${visitor}`));
  return { ...counts, requests: inside.length, uniqueVisitors: visitors.size };
}

const chosen = (events: readonly ClickEvent[], traffic: 'human' | 'bot' | 'all'): ClickEvent[] =>
  traffic === 'all' ? [...events] : events.filter(traffic === 'bot' ? isBot : isClick);

export function oracleSeries(
  events: readonly ClickEvent[],
  window: OracleWindow,
  traffic: 'human' | 'bot' | 'all',
): { bucket: string; count: number }[] {
  const inside = chosen(within(events, window), traffic);
  const hourly = window.to - window.from <= 2 * DAY;
  const step = hourly ? HOUR : DAY;
  const series = [];
  for (let start = window.from; start < window.to; start += step) {
    const iso = new Date(start).toISOString();
    series.push({
      bucket: hourly ? iso : iso.slice(0, 10),
      count: inside.filter(({ at }) => at >= start && at < start + step).length,
    });
  }
  return series;
}

export function oracleBreakdowns(
  events: readonly ClickEvent[],
  window: OracleWindow,
  traffic: 'human' | 'bot' | 'all',
): Record<string, { label: string; count: number }[]> {
  const every = within(events, window);
  const inside = chosen(every, traffic);
  return {
    referrer: tally(inside.map((event) => event.referrerHost)),
    country: tally(inside.map((event) => event.country ?? 'unknown')),
    device: tally(inside.map((event) => event.device)),
    browser: tally(inside.map((event) => event.browser)),
    os: tally(inside.map((event) => event.os)),
    outcome: tally(every.map((event) => event.outcome)),
    botClass: tally(every.filter(isBot).map((event) => event.botClass ?? '')),
    source: tally(inside.map((event) => event.utm.source ?? 'unknown')),
    medium: tally(inside.map((event) => event.utm.medium ?? 'unknown')),
  };
}

export function oracleTopLinks(events: readonly ClickEvent[], window: OracleWindow): Map<string, number> {
  const clicks = new Map<string, number>();
  for (const { linkId } of within(events, window).filter(isClick)) clicks.set(linkId, (clicks.get(linkId) ?? 0) + 1);
  return clicks;
}

/** Fifty labels, all others as `other`. */
function tally(labels: readonly string[]): { label: string; count: number }[] {
  const counts: Record<string, number> = {};
  for (const label of labels) counts[label] = (counts[label] ?? 0) + 1;
  const sorted = Object.keys(counts)
    .sort()
    .sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0));
  const shown = sorted.slice(0, 50);
  const rest = sorted.slice(50).reduce((sum, label) => sum + (counts[label] ?? 0), 0);
  const result = shown.map((label) => ({ label, count: counts[label] ?? 0 }));
  if (rest === 0) return result;
  const same = result.find(({ label }) => label === 'other');
  return [...result.filter((entry) => entry !== same), { label: 'other', count: rest + (same?.count ?? 0) }];
}
