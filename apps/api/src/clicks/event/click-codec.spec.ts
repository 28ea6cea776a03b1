import { BOT_CLASSES, BROWSERS, DEVICES, OPERATING_SYSTEMS, OUTCOMES, type ClickEvent } from '@signpost/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ClickDecoder, encodeClick } from './click-codec.js';
import { eventOf, recordedClick } from './recorded-click.js';

const EVENT: ClickEvent = {
  at: 1_795_000_000_123,
  workspaceId: '01890000-0000-7000-8000-000000000001',
  linkId: '01890000-0000-7000-8000-000000000002',
  campaignId: '01890000-0000-7000-8000-000000000003',
  utm: { source: 's', medium: 'm', campaign: 'c', term: 't', content: 'o' },
  outcome: 'redirect_success',
  referrerHost: 'news.example.com',
  country: 'DE',
  device: 'mobile',
  browser: 'Firefox',
  os: 'Android',
  botClass: null,
  visitor: '00000000000000ff',
  counted: true,
};
/** Codes are positions in append-only lists, which {@link encodeClick} must never renumber. */
const LINE =
  '1795000000123\t01890000-0000-7000-8000-000000000001\t01890000-0000-7000-8000-000000000002\t' +
  `01890000-0000-7000-8000-000000000003\ts\tm\tc\tt\to\t${OUTCOMES.indexOf('redirect_success')}\tnews.example.com\tDE\t` +
  `${DEVICES.indexOf('mobile')}\t${BROWSERS.indexOf('Firefox')}\t${OPERATING_SYSTEMS.indexOf('Android')}\t\t` +
  '00000000000000ff\t1\n';

function decoded(text: string): { events: ClickEvent[]; unreadable: string[] } {
  const decoder = new ClickDecoder();
  decoder.decode(Buffer.from(text));
  return { events: decoder.clicks.map(eventOf), unreadable: decoder.unreadable };
}

/** The line with some fields replaced. */
const line = (fields: Record<number, string>): string =>
  LINE.slice(0, -1)
    .split('\t')
    .map((field, index) => fields[index] ?? field)
    .join('\t');

test('an event is a line of tab-separated fields, in this order', () => {
  expect(encodeClick(EVENT)).toBe(LINE);
  expect(decoded(LINE)).toEqual({ events: [EVENT], unreadable: [] });
});

test('an empty line is nothing, and the last line needs no end', () => {
  expect(decoded(`\n${LINE}\n\n${LINE.trimEnd()}`)).toEqual({ events: [EVENT, EVENT], unreadable: [] });
});

test('encoding and decoding returns the same event', () => {
  const word = fc.option(
    fc.string({ minLength: 1 }).map((text) => text.toWellFormed()),
    { nil: null },
  );
  const event = fc.record({
    ...Object.fromEntries(Object.entries(EVENT).map(([name, value]) => [name, fc.constant(value)])),
    at: fc.integer({ min: 0, max: 253_402_300_799_999 }),
    campaignId: fc.constantFrom(null, EVENT.campaignId),
    utm: fc.record({ source: word, medium: word, campaign: word, term: word, content: word }),
    outcome: fc.constantFrom(...OUTCOMES),
    referrerHost: fc.constantFrom('direct', 'a.example', 'odd\\n\thost\n'),
    country: fc.constantFrom(null, 'DE'),
    device: fc.constantFrom(...DEVICES),
    browser: fc.constantFrom(...BROWSERS),
    os: fc.constantFrom(...OPERATING_SYSTEMS),
    botClass: fc.constantFrom(null, ...BOT_CLASSES),
    visitor: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((number) => number.toString(16).padStart(16, '0')),
    counted: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(event), (events) => {
      const sent = events as unknown as ClickEvent[];
      expect(decoded(sent.map((one) => encodeClick(one)).join(''))).toEqual({ events: sent, unreadable: [] });
    }),
  );
});

test.each(['tab\tinside', 'line\nend', 'back\\slash', '\\t', '\\n', '\\\\t', '\t\n\\'])(
  'text with structure: %j',
  (text) => {
    const event = { ...EVENT, utm: { ...EVENT.utm, source: text } };
    expect(encodeClick(event).split('\n')).toHaveLength(2);
    expect(decoded(encodeClick(event)).events).toEqual([event]);
  },
);

test('an empty text is decoded as none', () => {
  const utm = { source: '', medium: null, campaign: '', term: null, content: '' };
  const none = { source: null, medium: null, campaign: null, term: null, content: null };
  expect(decoded(encodeClick({ ...EVENT, utm, referrerHost: '', country: '' })).events).toEqual([
    { ...EVENT, utm: none, referrerHost: 'direct', country: null },
  ]);
});

test('values that several events share are decoded once', () => {
  const [a, b, c] = ['00000000000000a1', '00000000000000a2', '00000000000000a3'] as const;
  const lines = [line({ 16: a }), line({ 16: b }), line({ 4: 'other', 16: c })];
  const [first, second, third] = decoded(lines.join('\n')).events;
  expect(second).toEqual({ ...EVENT, visitor: b });
  expect(second?.utm).toBe(first?.utm);
  expect(third).toEqual({ ...EVENT, utm: { ...EVENT.utm, source: 'other' }, visitor: c });
});

describe('lines of another version', () => {
  test.each([
    ['UK', 'GB'],
    ['ZZ', null],
    ['DEU', null],
  ])('the country %s, which this version does not write, is %j', (written, country) => {
    expect(decoded(line({ 11: written }))).toEqual({ events: [{ ...EVENT, country }], unreadable: [] });
  });

  test('further fields are ignored', () => {
    expect(decoded(`${LINE.slice(0, -1)}\tmore\tand more\n`)).toEqual({ events: [EVENT], unreadable: [] });
  });

  test('a line of the first version is decoded unchanged', () => {
    // The exact bytes of the first version.
    const first =
      '1795000000123\t01890000-0000-7000-8000-000000000001\t01890000-0000-7000-8000-000000000002\t' +
      '01890000-0000-7000-8000-000000000003\ts\tm\tc\tt\to\t0\tnews.example.com\tDE\t2\t3\t2\t\t00000000000000ff\t1\n';
    expect(decoded(first)).toEqual({ events: [EVENT], unreadable: [] });
  });
});

test('an event converted for storage and back is the same event', () => {
  expect(eventOf(recordedClick(EVENT))).toEqual(EVENT);
});

test.each([
  ['a time that is no number', line({ 0: 'now' })],
  ['a time with a fraction', line({ 0: '1.5' })],
  ['no time', line({ 0: '' })],
  ['a time in another notation', line({ 0: '1e3' })],
  ['a time before 1970', line({ 0: '-5' })],
  ['a time that is no date', line({ 0: '9007199254740991' })],
  ['a workspace that is no id', line({ 1: 'acme' })],
  ['no link', line({ 2: '' })],
  ['a campaign that is no id', line({ 3: 'spring' })],
  ['a mark of another version', line({ 17: '2' })],
  ['no mark', line({ 17: '' })],
  // An unknown code of a later version must not be read as another value.
  ['an outcome that is not known', line({ 9: '99' })],
  ['a device that is not known', line({ 12: '99' })],
  ['a browser that is not known', line({ 13: '99' })],
  ['a system that is not known', line({ 14: '99' })],
  ['a class of bots that is not known', line({ 15: '99' })],
  ['a code that is no number', line({ 12: '' })],
  ['a visitor that is no number', line({ 16: '00000000000000fg' })],
  ['a visitor of more than 64 bits', line({ 16: '10000000000000000' })],
  ['no visitor', line({ 16: '' })],
  ['too few fields', LINE.slice(0, LINE.lastIndexOf('\t'))],
  ['arbitrary text', 'rubbish'],
])('%s: the line is reported as unreadable, and the others are decoded', (_, bad) => {
  expect(decoded(`${LINE}${bad}\n${LINE}`)).toEqual({ events: [EVENT, EVENT], unreadable: [bad] });
  expect(decoded(`${LINE}${bad}`)).toEqual({ events: [EVENT], unreadable: [bad] });
});
