import { describe, expect, test } from 'vitest';
import { parseText, textProblem, trimToNull } from './text.js';

const value = (text: string | null): object => ({ ok: true, value: text });
const refused = (reason: string): object => ({ ok: false, reason });

describe('parseText', () => {
  test.each([
    ['text', 'plain', value('text')],
    ['  text\n', 'plain', value('text')],
    ['', 'plain', value(null)],
    [' \t\n', 'plain', value(null)],
    ['ünï 👩', 'plain', value('ünï 👩')],
    ['a\nb', 'plain', refused('control_character')],
    ['a\tb', 'plain', refused('control_character')],
    ['a\u0000b', 'plain', refused('control_character')],
    ['a\u007f', 'plain', refused('control_character')],
    ['a\u0085b', 'plain', refused('control_character')],
    ['a\r\nb\tc', 'multiline', value('a\r\nb\tc')],
    ['a\u0000b', 'multiline', refused('control_character')],
    ['a\u000bb', 'multiline', refused('control_character')],
    ['a\u001bb', 'multiline', refused('control_character')],
    ['a\u009fb', 'multiline', refused('control_character')],
    ['a\ud800', 'plain', refused('malformed')],
    ['\udc00a', 'multiline', refused('malformed')],
    ['1234567890', 'plain', value('1234567890')],
    [' 1234567890 ', 'plain', value('1234567890')],
    ['12345678901', 'plain', refused('too_long')],
  ] as const)('%j as %s', (input, kind, expected) => {
    expect(parseText(input, 10, kind)).toEqual(expected);
  });
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
  [null, null],
  [undefined, undefined],
  [5, 5],
])('trimToNull(%j) is %j', (input, expected) => {
  expect(trimToNull(input)).toBe(expected);
});
