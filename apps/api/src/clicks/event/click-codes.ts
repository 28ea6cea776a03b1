import { BOT_CLASSES, BROWSERS, countClass, DEVICES, OPERATING_SYSTEMS, OUTCOMES } from '@signpost/domain';
import type { BotClass } from '@signpost/domain';
import type { Words } from './click-list.js';

/** A stored event: every word replaced by its small number. 0 stands for none, unknown or `direct`. */
export interface CodedEvent {
  /** Unix milliseconds. */
  at: number;
  workspaceNo: number;
  linkNo: number;
  campaignNo: number;
  utmNo: number;
  referrerNo: number;
  country: number;
  outcome: number;
  device: number;
  browser: number;
  os: number;
  /** 0 is a person. */
  bot: number;
  /** 64 bits, signed. */
  visitor: bigint;
}

/** What a report may choose to count: the clicks, the requests of bots, and whatever else people asked for. */
export const TRAFFIC_CLASS = { click: 0, bot: 1, other: 2 } as const;
export type TrafficClass = (typeof TRAFFIC_CLASS)[keyof typeof TRAFFIC_CLASS];
export const TRAFFIC_CLASSES = 3;

/** Kind of traffic by outcome code, for people. */
const PEOPLE: readonly TrafficClass[] = OUTCOMES.map((outcome) => {
  const counted = countClass({ outcome, botClass: null });
  if (counted === 'clicks') return TRAFFIC_CLASS.click;
  return counted === 'botRequests' ? TRAFFIC_CLASS.bot : TRAFFIC_CLASS.other;
});

export function trafficClass(event: Pick<CodedEvent, 'bot' | 'outcome'>): TrafficClass {
  return event.bot === 0 ? (PEOPLE[event.outcome] ?? TRAFFIC_CLASS.other) : TRAFFIC_CLASS.bot;
}

const OUTCOME_CODES = codes(OUTCOMES);
const DEVICE_CODES = codes(DEVICES);
const BROWSER_CODES = codes(BROWSERS);
const OS_CODES = codes(OPERATING_SYSTEMS);
const BOT_CODES = codes(BOT_CLASSES);

/** What is said of a visit, in numbers. */
export type CodedWords = Pick<CodedEvent, 'referrerNo' | 'country' | 'outcome' | 'device' | 'browser' | 'os' | 'bot'>;

/** Words in numbers. */
export function codeWords(words: Words, referrerNo: number): CodedWords {
  return {
    referrerNo,
    country: countryCode(words.country),
    outcome: codeOf(OUTCOME_CODES, words.outcome),
    device: codeOf(DEVICE_CODES, words.device),
    browser: codeOf(BROWSER_CODES, words.browser),
    os: codeOf(OS_CODES, words.os),
    bot: words.botClass === null ? 0 : codeOf(BOT_CODES, words.botClass) + 1,
  };
}

export function botClassOf(code: number): BotClass {
  return BOT_CLASSES[code - 1] ?? 'other';
}

const A = 65;

/** AA is 1, ZZ is 676; anything but two capital letters is 0. */
export function countryCode(country: string | null): number {
  if (country === null || !/^[A-Z]{2}$/.test(country)) return 0;
  return (country.charCodeAt(0) - A) * 26 + (country.charCodeAt(1) - A) + 1;
}

/** The two letters of a code; null for 0. */
export function countryOf(code: number): string | null {
  if (code === 0) return null;
  return String.fromCharCode(A + Math.floor((code - 1) / 26), A + ((code - 1) % 26));
}

function codes(words: readonly string[]): ReadonlyMap<string, number> {
  return new Map(words.map((word, index) => [word, index]));
}

function codeOf(table: ReadonlyMap<string, number>, word: string): number {
  const code = table.get(word);
  if (code === undefined) throw new TypeError(`no stored code for ${word}`);
  return code;
}
