/**
 * What is stored about a request (decisions 9). Never the IP address, the user-agent string or the visitor's query.
 *
 * The index of a word in each of these lists is the small integer stored in the click journal and the database. The
 * lists are therefore append-only: never reorder, remove or insert before the end.
 */

export const OUTCOMES = [
  'redirect_success',
  'bot_request',
  'disabled_block',
  'expired_block',
  'limit_block',
  'scheduled_block',
  'expired_redirect',
  'limit_redirect',
  'scheduled_redirect',
  'password_failed',
  'quarantine_block',
] as const;
/** What became of a request. */
export type Outcome = (typeof OUTCOMES)[number];

/** Kinds of devices, in the order of their stored numbers. */
export const DEVICES = ['other', 'desktop', 'mobile', 'tablet'] as const;
export type Device = (typeof DEVICES)[number];

/** Browsers, in the order of their stored numbers. */
export const BROWSERS = ['Other', 'Chrome', 'Safari', 'Firefox', 'Edge', 'Opera', 'Samsung Internet'] as const;
export type Browser = (typeof BROWSERS)[number];

/** Operating systems, in the order of their stored numbers. */
export const OPERATING_SYSTEMS = ['Other', 'iOS', 'Android', 'Windows', 'macOS', 'Linux', 'ChromeOS'] as const;
export type OperatingSystem = (typeof OPERATING_SYSTEMS)[number];

/** A person has no bot class: where one is stored, null means "no bot" and has its own code outside this list. */
export const BOT_CLASSES = [
  'search',
  'preview',
  'ai',
  'monitor',
  'mail_scanner',
  'automation',
  'prefetch',
  'other',
] as const;
/** Kind of a bot. */
export type BotClass = (typeof BOT_CLASSES)[number];

/** UTM values of the link and its campaign at the time of the click; the visitor's own are not stored. */
export interface UtmSnapshot {
  source: string | null;
  medium: string | null;
  campaign: string | null;
  term: string | null;
  content: string | null;
}

/** A request for a link, as it is stored. */
export interface ClickEvent {
  /** Unix milliseconds. */
  at: number;
  workspaceId: string;
  linkId: string;
  campaignId: string | null;
  utm: UtmSnapshot;
  outcome: Outcome;
  /** Host, or `direct`. */
  referrerHost: string;
  /** ISO 3166 alpha-2, upper case; null: unknown. */
  country: string | null;
  device: Device;
  browser: Browser;
  os: OperatingSystem;
  /** Null: a person. */
  botClass: BotClass | null;
  /** 64 bits of the keyed day hash as 16 hex digits. */
  visitor: string;
  /** Whether the visit has already been counted in `usedVisits`, as it is for links with a cap. */
  counted: boolean;
}

/** The five counts of a report; each event is counted in exactly one (decisions 9). */
export const COUNT_CLASSES = ['clicks', 'botRequests', 'blocked', 'fallbacks', 'passwordFailures'] as const;
/** One of the five counts of a report. */
export type CountClass = (typeof COUNT_CLASSES)[number];

const CLASS_OF_OUTCOME: Readonly<Record<Outcome, CountClass>> = {
  redirect_success: 'clicks',
  bot_request: 'botRequests',
  disabled_block: 'blocked',
  expired_block: 'blocked',
  limit_block: 'blocked',
  quarantine_block: 'blocked',
  scheduled_block: 'blocked',
  expired_redirect: 'fallbacks',
  limit_redirect: 'fallbacks',
  scheduled_redirect: 'fallbacks',
  password_failed: 'passwordFailures',
};

/** The one count that an event belongs to: any request of a bot is a bot request, whatever its outcome. */
export function countClass(event: Pick<ClickEvent, 'outcome' | 'botClass'>): CountClass {
  return event.botClass === null ? CLASS_OF_OUTCOME[event.outcome] : 'botRequests';
}
