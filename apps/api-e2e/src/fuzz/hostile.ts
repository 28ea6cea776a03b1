import type { Random } from './random.js';

/** Texts that have broken services before. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e',
  '\r\nSet-Cookie: a=b',
  "'; DROP TABLE links; --",
  '%',
  '_',
  '%00',
  '../../etc/passwd',
  '..%2f..%2f',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  '-1',
  '1e309',
  '9007199254740993',
  '999999999999999999999999999999',
  '0x10',
  '2026-13-45',
  '2026-02-30',
  '0000-00-00',
  'true',
  '[]',
  '{}',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  'http://127.0.0.1/',
  'http://[::1]/',
  'http://0x7f.1/',
  'https://exa mple.com/',
  'https://user:pass@example.com/',
  'https://example.com:99999/',
  `https://example.com/${'a'.repeat(2100)}`,
  'https://example.com/%zz',
  'https://ex\u00e4mple.com/\u2713',
  'a'.repeat(65),
  'a'.repeat(10_000),
  '\u{1f4a9}'.repeat(100),
  '=1+1',
  '${7*7}',
  '{{7*7}}',
  '%s%n%x',
  '\\',
  '\\x00',
  'İ',
  'ß',
  'ﬀ',
];

/** Any JSON value, deep or wide or of the wrong type. */
export function hostileValue(random: Random, depth = 0): unknown {
  switch (random.below(depth > 3 ? 8 : 12)) {
    case 0:
      return null;
    case 1:
      return random.chance(0.5);
    case 2:
      return random.pick([0, -1, 1, 1.5, 1e21, -1e21, 2 ** 53, 253_402_300_800_000, 2_147_483_648, 0.1]);
    case 3:
    case 4:
    case 5:
    case 6:
    case 7:
      return random.pick(HOSTILE_TEXTS);
    case 8:
      return Array.from({ length: random.pick([0, 1, 3, 30]) }, () => hostileValue(random, depth + 1));
    case 9:
      return { [random.pick(HOSTILE_TEXTS)]: hostileValue(random, depth + 1) };
    case 10:
      return deep(random.pick([5, 100, 2000]));
    default:
      return JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}}}');
  }
}

function deep(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = { a: value };
  return value;
}
