import { BOT_CLASSES, BROWSERS, DEVICES, OPERATING_SYSTEMS, OUTCOMES, type ClickEvent } from '@signpost/domain';

/*
 * One event as a line of the journal: fields separated by tabs, words as their append-only codes. Later versions may
 * append fields; a journal left by an earlier version is read as it is.
 */

const OUTCOME_CODE = codes(OUTCOMES);
const DEVICE_CODE = codes(DEVICES);
const BROWSER_CODE = codes(BROWSERS);
const SYSTEM_CODE = codes(OPERATING_SYSTEMS);
const BOT_CODE = codes(BOT_CLASSES);

const FIELDS = 18;
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

/** Events of a frame's payload. Lines that are no event are left out: `onUnreadable` is told of each. */
export function decodeClicks(payload: Buffer, events: ClickEvent[], onUnreadable: (line: string) => void): void {
  const lines = payload.toString('utf8').split('\n');
  for (const line of lines) {
    if (line === '') continue;
    const event = decodeClick(line);
    if (event === null) onUnreadable(line);
    else events.push(event);
  }
}

function decodeClick(line: string): ClickEvent | null {
  const field = line.split('\t');
  const at = Number(field[0]);
  const outcome = OUTCOMES[Number(field[9])];
  const workspaceId = field[1];
  const linkId = field[2];
  if (field.length < FIELDS || !Number.isSafeInteger(at) || outcome === undefined) return null;
  if (workspaceId === undefined || linkId === undefined) return null;
  const bot = field[15];
  return {
    at,
    workspaceId,
    linkId,
    campaignId: field[3] || null,
    utm: {
      source: untext(field[4]),
      medium: untext(field[5]),
      campaign: untext(field[6]),
      term: untext(field[7]),
      content: untext(field[8]),
    },
    outcome,
    referrerHost: untext(field[10]) ?? 'direct',
    country: field[11] || null,
    device: DEVICES[Number(field[12])] ?? 'other',
    browser: BROWSERS[Number(field[13])] ?? 'Other',
    os: OPERATING_SYSTEMS[Number(field[14])] ?? 'Other',
    botClass: bot === undefined || bot === '' ? null : (BOT_CLASSES[Number(bot)] ?? 'other'),
    visitor: field[16] ?? '',
    counted: field[17] === '1',
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
