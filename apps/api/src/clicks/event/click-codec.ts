import { parseCountry, type ClickEvent } from '@signpost/domain';
import { VOCABULARY } from './click-codes.js';
import type { RecordedClick, Target, Words } from './recorded-click.js';

/*
 * One event as a line of the journal: fields separated by tabs, enumerated values as their append-only codes. Later versions
 * may append fields; lines of earlier versions stay readable.
 */

/** Fields after the time: eight of the target, seven of the visit, then the visitor and whether the visit is already counted. */
const TARGET_FIELDS = 8;
const WORD_FIELDS = 7;
/** A whole number of milliseconds. */
const TIME = /^\d{1,15}$/;
/** End of the year 9999: later times have no partition, and the latest ones no date at all. */
const LATEST = 253_402_300_799_999;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** 64 bits as hexadecimal digits. */
const VISITOR = /^[0-9a-f]{1,16}$/;
/** Whether the visit is already counted. Later versions may append fields after it. */
const COUNTED = /^([01])(?:\t|$)/;
/** The characters that structure a line. */
const STRUCTURE = /[\t\n\\]/;

/** Encodes an event as a line, including the line end. */
export function encodeClick(event: ClickEvent): string {
  const { utm } = event;
  const { outcome, device, browser, os, botClass } = VOCABULARY;
  const bot = event.botClass === null ? '' : botClass.code(event.botClass);
  // prettier-ignore
  return `${event.at}\t${event.workspaceId}\t${event.linkId}\t${event.campaignId ?? ''}\t${
    text(utm.source)}\t${text(utm.medium)}\t${text(utm.campaign)}\t${text(utm.term)}\t${text(utm.content)}\t${
    outcome.code(event.outcome)}\t${text(event.referrerHost)}\t${event.country ?? ''}\t${
    device.code(event.device)}\t${browser.code(event.browser)}\t${os.code(event.os)}\t${bot}\t${
    event.visitor}\t${event.counted ? 1 : 0}\n`;
}

/**
 * Decodes lines. Thousands of events share the fields of their link and of their visitors, which are decoded once and
 * shared as objects. An instance is used for one batch, so that its caches are bounded by the batch.
 */
export class ClickDecoder {
  /** Events decoded so far. */
  readonly clicks: RecordedClick[] = [];
  /** Lines that this version cannot decode: damaged, or with a code that a later version has added. */
  readonly unreadable: string[] = [];
  private readonly targets = new Map<string, Target | null>();
  private readonly words = new Map<string, Words | null>();

  /** Decodes the lines of a frame's payload. */
  decode(payload: Buffer): void {
    const lines = payload.toString('utf8');
    for (let start = 0, end = 0; start < lines.length; start = end + 1) {
      end = lines.indexOf('\n', start);
      if (end === -1) end = lines.length;
      if (end === start) continue;
      const click = this.decodeLine(lines, start, end);
      if (click === null) this.unreadable.push(lines.slice(start, end));
      else this.clicks.push(click);
    }
  }

  private decodeLine(lines: string, start: number, end: number): RecordedClick | null {
    const targetAt = behindTabs(lines, start, 1);
    const wordsAt = behindTabs(lines, targetAt, TARGET_FIELDS);
    const visitorAt = behindTabs(lines, wordsAt, WORD_FIELDS);
    const countedAt = behindTabs(lines, visitorAt, 1);
    if (countedAt > end) return null;
    const time = lines.slice(start, targetAt - 1);
    const words = this.wordsOf(lines.slice(wordsAt, visitorAt - 1));
    const visitor = lines.slice(visitorAt, countedAt - 1);
    const counted = COUNTED.exec(lines.slice(countedAt, end))?.[1];
    if (words === null || counted === undefined || !TIME.test(time) || !VISITOR.test(visitor)) return null;
    const at = Number(time);
    const target = this.targetOf(lines.slice(targetAt, wordsAt - 1));
    return target === null || at > LATEST ? null : { at, target, words, visitor, counted: counted === '1' };
  }

  private targetOf(fields: string): Target | null {
    let target = this.targets.get(fields);
    if (target === undefined) this.targets.set(fields, (target = decodeTarget(fields)));
    return target;
  }

  private wordsOf(fields: string): Words | null {
    let words = this.words.get(fields);
    if (words === undefined) this.words.set(fields, (words = decodeWords(fields)));
    return words;
  }
}

/** Index of the field that follows `fields` fields after the one at `from`; beyond the text when there is none. */
function behindTabs(lines: string, from: number, fields: number): number {
  let at = from;
  for (let left = fields; left > 0; left -= 1) {
    at = lines.indexOf('\t', at) + 1;
    if (at === 0) return lines.length + 1;
  }
  return at;
}

/** Null when an id is none: the database would refuse it together with everything else in the batch. */
function decodeTarget(fields: string): Target | null {
  const [workspaceId = '', linkId = '', inCampaign = '', source, medium, campaign, term, content] = fields.split('\t');
  const campaignId = inCampaign || null;
  if (![workspaceId, linkId, campaignId ?? linkId].every((id) => UUID.test(id))) return null;
  return {
    workspaceId,
    linkId,
    campaignId,
    utm: {
      source: untext(source),
      medium: untext(medium),
      campaign: untext(campaign),
      term: untext(term),
      content: untext(content),
    },
  };
}

/** Null when one of the codes is unknown. */
function decodeWords(fields: string): Words | null {
  const [outcomeCode, referrer, country, deviceCode, browserCode, osCode, botCode] = fields.split('\t');
  const outcome = VOCABULARY.outcome.read(outcomeCode);
  const device = VOCABULARY.device.read(deviceCode);
  const browser = VOCABULARY.browser.read(browserCode);
  const os = VOCABULARY.os.read(osCode);
  const botClass = botCode === '' ? null : VOCABULARY.botClass.read(botCode);
  if (outcome === undefined || device === undefined || browser === undefined || os === undefined) return null;
  if (botClass === undefined) return null;
  return {
    outcome,
    referrerHost: untext(referrer) ?? 'direct',
    country: parseCountry(country),
    device,
    browser,
    os,
    botClass,
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
