import { BOT_CLASSES, BROWSERS, DEVICES, OPERATING_SYSTEMS, OUTCOMES, type ClickEvent } from '@signpost/domain';
import { ClickList, type Target, type Words } from './click-list.js';
import { giveWay } from '../writer/core-turns.js';

/*
 * One event as a line of the journal: fields separated by tabs, words as their append-only codes. Later versions may
 * append fields; a journal left by an earlier version is read as it is.
 */

const OUTCOME_CODE = codes(OUTCOMES);
const DEVICE_CODE = codes(DEVICES);
const BROWSER_CODE = codes(BROWSERS);
const SYSTEM_CODE = codes(OPERATING_SYSTEMS);
const BOT_CODE = codes(BOT_CLASSES);

/** After the time: what the visit leads to, what is said of it in words, the visitor, and whether it was counted. */
const TARGET_FIELDS = 8;
const WORD_FIELDS = 7;
const TAB = 9;
/** `1` */
const ONE = 49;
/** Words that no version of this program knows yet. */
const UNKNOWN = -1;
/** Exactly the characters that structure a line. */
const STRUCTURE = /[\t\n\\]/;

/** The line of an event, with its line end. */
export function encodeClick(event: ClickEvent): string {
  const { utm } = event;
  const bot = event.botClass === null ? '' : BOT_CODE[event.botClass];
  // prettier-ignore
  return `${event.at}\t${event.workspaceId}\t${event.linkId}\t${event.campaignId ?? ''}\t${
    text(utm.source)}\t${text(utm.medium)}\t${text(utm.campaign)}\t${text(utm.term)}\t${text(utm.content)}\t${
    OUTCOME_CODE[event.outcome]}\t${text(event.referrerHost)}\t${event.country ?? ''}\t${
    DEVICE_CODE[event.device]}\t${BROWSER_CODE[event.browser]}\t${SYSTEM_CODE[event.os]}\t${bot}\t${
    event.visitor}\t${event.counted ? 1 : 0}\n`;
}

/**
 * Reads lines into a list. Thousands of events say the same of their links and of their visitors: what was read once is
 * shared by the events that follow.
 */
export class ClickDecoder {
  /** What was read so far. */
  readonly clicks = new ClickList();
  private readonly targets = new Map<string, number>();
  private readonly words = new Map<string, number>();

  /** Adds the events of a frame's payload. Lines that are no event are left out: `onUnreadable` is told of each. */
  decode(payload: Buffer, onUnreadable: (line: string) => void): void {
    const text = payload.toString('utf8');
    for (let start = 0, end = 0; start < text.length; start = end + 1) {
      end = text.indexOf('\n', start);
      if (end === -1) end = text.length;
      if (end === start) continue;
      if (!this.decodeLine(text, start, end)) onUnreadable(text.slice(start, end));
      giveWay();
    }
  }

  /** Whether the line is an event. */
  private decodeLine(text: string, start: number, end: number): boolean {
    const target = behindTabs(text, start, 1);
    const words = behindTabs(text, target, TARGET_FIELDS);
    const visitor = behindTabs(text, words, WORD_FIELDS);
    const counted = behindTabs(text, visitor, 1);
    if (counted > end) return false;
    const at = Number(text.slice(start, target - 1));
    const said = this.wordsOf(text.slice(words, visitor - 1));
    if (said === UNKNOWN || !Number.isSafeInteger(at)) return false;
    const place = this.targetOf(text.slice(target, words - 1));
    return this.clicks.add(at, place, said, text.slice(visitor, counted - 1), isOne(text, counted, end));
  }

  private targetOf(fields: string): number {
    let place = this.targets.get(fields);
    if (place === undefined) {
      place = this.clicks.targets.push(decodeTarget(fields)) - 1;
      this.targets.set(fields, place);
    }
    return place;
  }

  private wordsOf(fields: string): number {
    let place = this.words.get(fields);
    if (place === undefined) {
      const words = decodeWords(fields);
      place = words === null ? UNKNOWN : this.clicks.words.push(words) - 1;
      this.words.set(fields, place);
    }
    return place;
  }
}

/** Events as a journal would hand them on. */
export function listClicks(events: readonly ClickEvent[]): ClickList {
  const decoder = new ClickDecoder();
  decoder.decode(Buffer.from(events.map((event) => encodeClick(event)).join('')), (line) => {
    throw new TypeError(`no event: ${line}`);
  });
  return decoder.clicks;
}

/** Where the field begins that stands so many fields behind the one at `from`; beyond the text when there is none. */
function behindTabs(text: string, from: number, fields: number): number {
  let at = from;
  for (let left = fields; left > 0; left -= 1) {
    at = text.indexOf('\t', at) + 1;
    if (at === 0) return text.length + 1;
  }
  return at;
}

/** Whether the field is `1`. Later versions may have appended fields behind it. */
function isOne(text: string, at: number, end: number): boolean {
  return text.charCodeAt(at) === ONE && (at + 1 === end || text.charCodeAt(at + 1) === TAB);
}

function decodeTarget(fields: string): Target {
  const [workspaceId = '', linkId = '', campaignId, source, medium, campaign, term, content] = fields.split('\t');
  return {
    workspaceId,
    linkId,
    campaignId: campaignId || null,
    utm: {
      source: untext(source),
      medium: untext(medium),
      campaign: untext(campaign),
      term: untext(term),
      content: untext(content),
    },
  };
}

function decodeWords(fields: string): Words | null {
  const [code, referrer, country, device, browser, os, bot] = fields.split('\t');
  const outcome = OUTCOMES[Number(code)];
  if (outcome === undefined) return null;
  return {
    outcome,
    referrerHost: untext(referrer) ?? 'direct',
    country: country || null,
    device: DEVICES[Number(device)] ?? 'other',
    browser: BROWSERS[Number(browser)] ?? 'Other',
    os: OPERATING_SYSTEMS[Number(os)] ?? 'Other',
    botClass: bot === undefined || bot === '' ? null : (BOT_CLASSES[Number(bot)] ?? 'other'),
  };
}

function text(value: string | null): string {
  if (value === null || value === '') return '';
  if (!STRUCTURE.test(value)) return value;
  return value.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n');
}

function untext(value: string | undefined): string | null {
  if (value === undefined || value === '') return null;
  if (!value.includes('\\')) return value;
  return value.replace(/\\([tn\\])/g, (_, mark: string) => (mark === 't' ? '\t' : mark === 'n' ? '\n' : '\\'));
}

function codes<Word extends string>(words: readonly Word[]): Record<Word, number> {
  return Object.fromEntries(words.map((word, code) => [word, code])) as Record<Word, number>;
}
