import {
  BOT_CLASSES,
  BROWSERS,
  countClass,
  DEVICES,
  OPERATING_SYSTEMS,
  OUTCOMES,
  type BotClass,
  type Outcome,
} from '@signpost/domain';
import type { Words } from './recorded-click.js';

/** A stored event: every text value replaced by its number. 0 stands for none, unknown or `direct`. */
export interface CodedEvent {
  /** Unix milliseconds. */
  readonly at: number;
  readonly workspaceNo: number;
  readonly linkNo: number;
  readonly campaignNo: number;
  readonly utmNo: number;
  readonly referrerNo: number;
  readonly country: number;
  readonly outcome: number;
  readonly device: number;
  readonly browser: number;
  readonly os: number;
  /** 0 is a person. */
  readonly bot: number;
  /** 64 bits, signed. */
  readonly visitor: bigint;
}

/** Words and their numbers in the journal and in the database, which are positions in an append-only list. */
class Vocabulary<Word extends string> {
  private readonly codes: Readonly<Record<Word, number>>;

  constructor(private readonly words: readonly Word[]) {
    this.codes = Object.fromEntries(words.map((word, code) => [word, code])) as Record<Word, number>;
  }

  code(word: Word): number {
    return this.codes[word];
  }

  /** The word of a code; undefined for a code that a later version has added. */
  word(code: number): Word | undefined {
    return this.words[code];
  }

  /** The word of a code as written in the journal, in decimal digits; undefined for anything else. */
  read(code: string | undefined): Word | undefined {
    return code === undefined || !/^\d+$/.test(code) ? undefined : this.words[Number(code)];
  }
}

/** Every word list that is stored by code. */
export const VOCABULARY = {
  outcome: new Vocabulary(OUTCOMES),
  device: new Vocabulary(DEVICES),
  browser: new Vocabulary(BROWSERS),
  os: new Vocabulary(OPERATING_SYSTEMS),
  botClass: new Vocabulary(BOT_CLASSES),
} as const;

/** Traffic that a report can select: clicks, bot requests, and other requests of people. */
export const TRAFFIC_CLASS = { click: 0, bot: 1, other: 2 } as const;
/** Number of a traffic class, as it is stored. */
export type TrafficClass = (typeof TRAFFIC_CLASS)[keyof typeof TRAFFIC_CLASS];
/** Number of traffic classes. */
export const TRAFFIC_CLASSES = 3;

/** Traffic class of a person's request with this outcome. */
export function trafficOfOutcome(outcome: Outcome): TrafficClass {
  switch (countClass({ outcome, botClass: null })) {
    case 'clicks':
      return TRAFFIC_CLASS.click;
    case 'botRequests':
      return TRAFFIC_CLASS.bot;
    case 'blocked':
    case 'fallbacks':
    case 'passwordFailures':
      return TRAFFIC_CLASS.other;
  }
}

/** Traffic class by outcome code, for people. */
const PEOPLE: readonly TrafficClass[] = OUTCOMES.map(trafficOfOutcome);

/** @throws RangeError for an outcome of a person that this version does not know, because its traffic class is unknown. */
export function trafficClass(event: Pick<CodedEvent, 'bot' | 'outcome'>): TrafficClass {
  if (event.bot !== 0) return TRAFFIC_CLASS.bot;
  const traffic = PEOPLE[event.outcome];
  if (traffic === undefined) throw new RangeError(`outcome ${event.outcome} is of a later version of Signpost`);
  return traffic;
}

/** The properties of a visit, as numbers. */
export type CodedWords = Pick<CodedEvent, 'referrerNo' | 'country' | 'outcome' | 'device' | 'browser' | 'os' | 'bot'>;

/** Replaces the words of a visit by their numbers. */
export function codeWords(words: Words, referrerNo: number): CodedWords {
  return {
    referrerNo,
    country: countryCode(words.country),
    outcome: VOCABULARY.outcome.code(words.outcome),
    device: VOCABULARY.device.code(words.device),
    browser: VOCABULARY.browser.code(words.browser),
    os: VOCABULARY.os.code(words.os),
    bot: botCode(words.botClass),
  };
}

/** 0 for a person. */
export function botCode(botClass: BotClass | null): number {
  return botClass === null ? 0 : VOCABULARY.botClass.code(botClass) + 1;
}

/** The bot class of a code above 0; undefined for a class that a later version has added. */
export function botClassOf(code: number): BotClass | undefined {
  return VOCABULARY.botClass.word(code - 1);
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
