import { BROWSERS, DAY_MS, DEVICES, OPERATING_SYSTEMS, OUTCOMES, type Outcome } from '@signpost/domain';
import { countryCode, type CodedEvent } from '../clicks/index.js';
import { longTail, weightedPicker } from './random.js';

/** The properties of a link that its traffic needs. */
export interface SeededLink {
  readonly workspaceNo: number;
  readonly linkNo: number;
  readonly campaignNo: number;
  readonly utmNo: number;
}

const BOT_SHARE = 0.18;
/** Number of visitors per human event of a day. */
const VISITORS_PER_EVENT = 0.62;
const WEEKEND = 0.62;
/** Factor by which the traffic of a day grows over the whole span. */
const GROWTH = 1.6;

/** Share of the day's traffic by UTC hour. */
const HOURS = [
  1.6, 1.2, 1, 0.9, 1, 1.4, 2.4, 3.8, 5.2, 6, 6.3, 6.2, 5.8, 6.2, 6.5, 6.3, 5.9, 5.4, 5, 4.8, 4.4, 3.8, 3, 2.2,
];

const COUNTRIES =
  'US DE GB FR IN NL CA BR ES IT AU PL SE CH AT JP MX BE DK NO FI IE PT CZ RO ZA SG KR TR ID AR UA GR HU NZ IL CL CO MY PH VN TH EG NG KE AE SA PK BD BG SK HR LT LV EE SI RS IS LU MT'.split(
    ' ',
  );

/** Combinations of device, browser and system, with their weights; as indexes of the stored lists. */
const PROFILES = (
  [
    [24, 'mobile', 'Safari', 'iOS'],
    [22, 'mobile', 'Chrome', 'Android'],
    [20, 'desktop', 'Chrome', 'Windows'],
    [9, 'desktop', 'Chrome', 'macOS'],
    [7, 'desktop', 'Safari', 'macOS'],
    [6, 'desktop', 'Edge', 'Windows'],
    [4, 'desktop', 'Firefox', 'Windows'],
    [2, 'desktop', 'Firefox', 'Linux'],
    [2, 'mobile', 'Samsung Internet', 'Android'],
    [2, 'tablet', 'Safari', 'iOS'],
    [1, 'desktop', 'Opera', 'Windows'],
    [0.6, 'desktop', 'Chrome', 'ChromeOS'],
    [0.4, 'other', 'Other', 'Other'],
  ] as const
).map(([weight, device, browser, os]) => ({
  weight,
  device: DEVICES.indexOf(device),
  browser: BROWSERS.indexOf(browser),
  os: OPERATING_SYSTEMS.indexOf(os),
}));

/** Search, previews, AI crawlers, monitors, mail scanners, automation, prefetch, others. */
const BOT_WEIGHTS = [22, 26, 16, 9, 14, 8, 3, 2];
const BOT_OUTCOME = OUTCOMES.indexOf('bot_request');

const HUMAN_OUTCOMES: readonly [Outcome, number][] = [
  ['redirect_success', 940],
  ['expired_block', 16],
  ['expired_redirect', 12],
  ['limit_block', 8],
  ['limit_redirect', 6],
  ['disabled_block', 6],
  ['scheduled_block', 5],
  ['scheduled_redirect', 3],
  ['password_failed', 4],
];

/** Which events are generated: how many, over which days, links and referrers. */
export interface TrafficPlan {
  readonly events: number;
  readonly days: number;
  /** Unix milliseconds; the last day is the one that contains it, and no event is later. */
  readonly now: number;
  readonly links: readonly SeededLink[];
  /** Numbers of referrers, the most frequent first; 0 is `direct`. */
  readonly referrers: readonly number[];
}

/** Number of events on each day, oldest first; their sum is exactly the plan's. */
export function eventsPerDay(plan: Pick<TrafficPlan, 'events' | 'days' | 'now'>): { day: number; events: number }[] {
  const today = Math.floor(plan.now / DAY_MS);
  const weights = Array.from({ length: plan.days }, (_, index) => {
    const day = today - plan.days + 1 + index;
    const weekday = new Date(day * DAY_MS).getUTCDay();
    const growth = 1 + ((GROWTH - 1) * index) / plan.days;
    const elapsed = day === today ? (plan.now - today * DAY_MS) / DAY_MS : 1;
    return { day, weight: growth * (weekday === 0 || weekday === 6 ? WEEKEND : 1) * elapsed };
  });
  const total = weights.reduce((sum, { weight }) => sum + weight, 0);
  let planned = 0;
  let upTo = 0;
  return weights.map(({ day, weight }) => {
    upTo += weight;
    const until = Math.round((plan.events * upTo) / total);
    const events = until - planned;
    planned = until;
    return { day, events };
  });
}

/** Creates the events of a day: long-tailed links, a daily rhythm, bots, returning visitors. */
export class Traffic {
  private readonly link: () => number;
  private readonly referrer: () => number;
  private readonly country: () => number;
  private readonly profile: () => number;
  private readonly bot: () => number;
  private readonly outcome: () => number;
  private readonly hour: () => number;
  private readonly countries = COUNTRIES.map(countryCode);
  private readonly outcomes = HUMAN_OUTCOMES.map(([outcome]) => OUTCOMES.indexOf(outcome));

  constructor(
    private readonly plan: TrafficPlan,
    private readonly random: () => number,
  ) {
    const { referrers } = plan;
    this.link = weightedPicker(longTail(plan.links.length), random);
    // Nearly half of the events have no referrer.
    this.referrer = weightedPicker([5, ...longTail(referrers.length)], random);
    this.country = weightedPicker(longTail(COUNTRIES.length), random);
    this.profile = weightedPicker(
      PROFILES.map(({ weight }) => weight),
      random,
    );
    this.bot = weightedPicker(BOT_WEIGHTS, random);
    this.outcome = weightedPicker(
      HUMAN_OUTCOMES.map(([, weight]) => weight),
      random,
    );
    this.hour = weightedPicker(HOURS, random);
  }

  /** `count` events of a day (counted from 1970-01-01), in random order. */
  day(day: number, count: number): CodedEvent[] {
    const pool = Math.max(1, Math.floor(count * VISITORS_PER_EVENT));
    return Array.from({ length: count }, () => this.event(day, pool));
  }

  private event(day: number, pool: number): CodedEvent {
    const { random } = this;
    const link = this.plan.links[this.link()] ?? { workspaceNo: 0, linkNo: 0, campaignNo: 0, utmNo: 0 };
    const isBot = random() < BOT_SHARE;
    const profile = isBot ? undefined : PROFILES[this.profile()];
    const referrer = isBot ? 0 : this.referrer();
    return {
      at: this.instant(day),
      workspaceNo: link.workspaceNo,
      linkNo: link.linkNo,
      campaignNo: link.campaignNo,
      utmNo: link.utmNo,
      referrerNo: referrer === 0 ? 0 : (this.plan.referrers[referrer - 1] ?? 0),
      // The country of a few addresses is unknown.
      country: random() < 0.012 ? 0 : (this.countries[this.country()] ?? 0),
      outcome: isBot ? BOT_OUTCOME : (this.outcomes[this.outcome()] ?? 0),
      device: profile?.device ?? 0,
      browser: profile?.browser ?? 0,
      os: profile?.os ?? 0,
      bot: isBot ? this.bot() + 1 : 0,
      visitor: visitorOf(day, Math.floor(random() * pool)),
    };
  }

  /** A random time of the day according to its rhythm; on the last day before now. */
  private instant(day: number): number {
    const start = day * DAY_MS;
    const end = Math.min(DAY_MS, this.plan.now - start);
    for (;;) {
      const at = Math.floor(((this.hour() + this.random()) / 24) * DAY_MS);
      if (at < end) return start + at;
      // Early in the day nearly every hour is still in the future.
      if (end < DAY_MS / 8) return start + Math.floor(this.random() * end);
    }
  }
}

/** 64 bits that differ between days, as the hash with a new salt would. */
function visitorOf(day: number, index: number): bigint {
  const low = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(day, 0x85ebca6b);
  const high = Math.imul(low ^ (low >>> 15), 0x2c1b3c6d) ^ index;
  return (BigInt(high) << 32n) | BigInt(low >>> 0);
}
