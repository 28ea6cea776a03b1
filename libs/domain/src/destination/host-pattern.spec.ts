import { expect, test } from 'vitest';
import { matchesHost, parseHost, parseHostPattern } from './host-pattern.js';

test.each([
  ['Example.com', 'example.com'],
  [' *.example.com ', '*.example.com'],
  ['münchen.example', 'xn--mnchen-3ya.example'],
  ['localhost', null],
  ['*', null],
  ['*.com', null],
  ['https://example.com', null],
  ['example.com/x', null],
  ['example.com:8443', null],
  ['a*.example.com', null],
  ['.example.com', null],
  ['*..example.com', null],
  ['a..example.com', null],
  ['example.com.', 'example.com'],
  ['192.0.2.1', '192.0.2.1'],
  ['', null],
  ['exa<mple.com', null],
  ['192.0.2.1.5', null],
])('%s', (text, pattern) => {
  expect(parseHostPattern(text)).toBe(pattern);
});

test('a pattern with a star covers the names below, not the name itself', () => {
  expect(matchesHost('a.b.example.com', ['*.example.com'])).toBe(true);
  expect(matchesHost('example.com', ['*.example.com'])).toBe(false);
  expect(matchesHost('example.com', ['*.example.com', 'example.com'])).toBe(true);
  expect(matchesHost('notexample.com', ['*.example.com'])).toBe(false);
});

test('a host covers itself alone', () => {
  expect(matchesHost('example.com', ['example.com'])).toBe(true);
  expect(matchesHost('notexample.com', ['example.com'])).toBe(false);
  expect(matchesHost('a.example.com', ['example.com'])).toBe(false);
  expect(matchesHost('example.com', [])).toBe(false);
});

test('a single host must not be a wildcard pattern', () => {
  expect(['Example.com', '*.example.com', 'example', 'https://example.com'].map(parseHost)).toEqual([
    'example.com',
    null,
    null,
    null,
  ]);
});
