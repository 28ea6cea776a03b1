import { expect, test } from 'vitest';
import {
  foldCase,
  isolatedName,
  hasInvisible,
  lengthOf,
  textProblem,
  trimmed,
  trimToNull,
  withoutAround,
} from './text.js';

test.each([
  ['text', 'plain', null],
  ['', 'plain', null],
  ['ünï 👩', 'plain', null],
  ['a\nb', 'plain', 'control_character'],
  ['a\tb', 'plain', 'control_character'],
  ['a\u0000b', 'plain', 'control_character'],
  ['a\u007f', 'plain', 'control_character'],
  ['a\u0085b', 'plain', 'control_character'],
  ['a\r\nb\tc', 'multiline', null],
  ['a\u0000b', 'multiline', 'control_character'],
  ['a\u000bb', 'multiline', 'control_character'],
  ['a\u001bb', 'multiline', 'control_character'],
  ['a\u009fb', 'multiline', 'control_character'],
  ['a\ud800', 'plain', 'malformed'],
  ['\udc00a', 'multiline', 'malformed'],
] as const)('%j as %s: %s', (input, kind, expected) => {
  expect(textProblem(input, kind)).toBe(expected);
});

test('a length is a number of characters, not of UTF-16 units', () => {
  expect(lengthOf('aé👩')).toBe(3);
});

test('text is a single line by default', () => {
  expect(textProblem('a\nb')).toBe('control_character');
});

test('every control character is a problem in plain text, and all but three in text of several lines', () => {
  const codes = [...Array(0xa0).keys()].filter((code) => code < 0x20 || code >= 0x7f);
  const harmless = (kind: 'plain' | 'multiline'): number[] =>
    codes.filter((code) => textProblem(`a${String.fromCharCode(code)}b`, kind) === null);
  expect(harmless('plain')).toEqual([]);
  expect(harmless('multiline')).toEqual([0x09, 0x0a, 0x0d]);
});

test.each([
  [' a ', 'a'],
  ['  ', null],
  ['', null],
  ['\u200b', null],
  [null, null],
  [undefined, undefined],
  [5, 5],
])('trimToNull(%j) is %j', (input, expected) => {
  expect(trimToNull(input)).toBe(expected);
});

test.each([
  ['zero-width space', '\u200b', ''],
  ['soft hyphen', ' \u00ad ', ''],
  ['Hangul filler', '\u3164', ''],
  ['direction marks', '\u202e\u2066', ''],
  ['a word between them', '\u200ba\u200b ', '\u200ba\u200b'],
  ['joined emoji', ' 👩\u200d💻 ', '👩\u200d💻'],
  ['control character', '\u0000', '\u0000'],
])('%s: what is left when trimmed', (_name, input, expected) => {
  expect(trimmed(input)).toBe(expected);
});

test.each([
  ['ann@example.com', false],
  ['käthe@example.com', false],
  ['\u200bann@example.com', true],
  ['\u202eann@example.com', true],
  ['an\u00adn@example.com', true],
])('%j has invisible characters: %s', (input, expected) => {
  expect(hasInvisible(input)).toBe(expected);
});

test.each([
  ['ΟΔΟΣ', 'οδος'],
  ['Straße', 'STRASSE'],
  ['é', 'E\u0301'],
  // Marks in another order: the same letter once composed, another one if it were raised first.
  ['\u03b1\u0345\u0301', '\u1fb4'],
  // A letter whose capital has no single character, beside that capital in parts.
  ['\u0390', '\u03aa\u0301'],
])('%s and %s are the same text in another case', (one, other) => {
  expect(foldCase(one)).toBe(foldCase(other));
});

test('accents stay accents', () => {
  expect(foldCase('é')).not.toBe(foldCase('e'));
});

test.each([
  ['Spring', 'Spring'],
  ['\u05d0\u05d1 (1)', '\u2068\u05d0\u05d1 (1)\u2069'],
  ['2026 \u0628', '\u2068' + '2026 \u0628\u2069'],
  ['a\u202ecod.exe', 'acod.exe'],
  ['\u2069\u202e\u05d0', '\u2068\u05d0\u2069'],
])('%j in a sentence is %j', (name, expected) => {
  expect(isolatedName(name)).toBe(expected);
});

test.each([
  ['xxaxx', 'a'],
  ['👩👩a👩', 'a'],
  ['xaxax', 'axa'],
  ['xx', ''],
  ['', ''],
  ['a\udc69', 'a\udc69'],
  [`a${'x'.repeat(1_000_000)}a`, `a${'x'.repeat(1_000_000)}a`],
])('characters are taken away at both ends, not inside, at once', (text, expected) => {
  expect(withoutAround(text, (character) => character === 'x' || character === '👩')).toBe(expected);
});
