import { describe, expect, test } from 'vitest';
import { chooseDestination, parseCountry } from './targeting.js';

test.each([
  ['DE', 'DE'],
  ['de', 'DE'],
  ['dE', 'DE'],
  ['XX', null],
  ['xx', null],
  ['UK', 'GB'],
  ['uk', 'GB'],
  ['EL', 'GR'],
  ['GB', 'GB'],
  ['XK', 'XK'],
  ['AA', null],
  ['AB', 'AB'],
  ['QL', 'QL'],
  ['QM', null],
  ['QZ', null],
  ['XA', null],
  ['XJ', null],
  ['XL', null],
  ['XZ', null],
  ['ZZ', null],
  ['ZA', 'ZA'],
  ['T1', null],
  ['', null],
  ['D', null],
  ['DEU', null],
  ['D1', null],
  [' DE', null],
  ['ÄÖ', null],
  [null, null],
  [undefined, null],
])('country %j is %j', (input, expected) => {
  expect(parseCountry(input)).toBe(expected);
});

describe('chooseDestination', () => {
  const targeting = {
    country: { DE: 'https://de/' },
    os: { ios: 'https://ios/', linux: 'https://linux/', desktop: 'https://desk/' },
  };
  test.each([
    ['country beats system', 'DE', 'ios', 'https://de/', 'country'],
    ['another country falls to the system', 'FR', 'ios', 'https://ios/', 'os'],
    ['a specific system beats desktop', null, 'linux', 'https://linux/', 'os'],
    ['Windows is a desktop', null, 'windows', 'https://desk/', 'os'],
    ['macOS is a desktop', null, 'macos', 'https://desk/', 'os'],
    ['ChromeOS is a desktop', null, 'desktop', 'https://desk/', 'os'],
    ['Android is none', null, 'android', 'https://main/', 'default'],
    ['an unknown visitor', null, null, 'https://main/', 'default'],
  ] as const)('%s', (_, country, os, url, rule) => {
    expect(chooseDestination('https://main/', targeting, country, os)).toEqual({ url, rule });
  });

  test.each(['windows', 'macos', 'linux', 'desktop'] as const)(
    '%s uses the desktop target if it has none of its own',
    (os) => {
      const desktop = { os: { desktop: 'https://desk/' } };
      expect(chooseDestination('https://main/', desktop, null, os)).toEqual({ url: 'https://desk/', rule: 'os' });
    },
  );

  test.each([
    ['no targeting', null],
    ['empty targeting', {}],
    ['empty parts', { country: {}, os: {} }],
    ['only a country that does not match', { country: { FR: 'https://fr/' } }],
  ])('%s leads to the main destination', (_, none) => {
    expect(chooseDestination('https://main/', none, 'DE', 'linux')).toEqual({ url: 'https://main/', rule: 'default' });
  });

  test('names of inherited object properties match no target', () => {
    expect(chooseDestination('https://main/', { country: {} }, 'constructor', null).rule).toBe('default');
  });
});
