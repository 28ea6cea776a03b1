import { describe, expect, test } from 'vitest';
import { passwordScore } from './password-score/index.js';
import { isRefused, passwordVerdict } from './password-verdict.js';

const EMAIL = 'mira.stone@example.com';
const check = (password: string, email = EMAIL) => passwordVerdict(password, email, passwordScore(password, email));

describe('guessable passwords are refused', () => {
  test.each([
    ['elevenchars', 'short'],
    ['x'.repeat(201), 'long'],
    [`my ${EMAIL.toUpperCase()} secret`, 'address'],
    ['Xq9!zRw-MIRA.stone@example.com', 'address'],
    ['password1234', 'weak'],
    ['Password123!', 'weak'],
    ['qwertyuiop12', 'weak'],
    ['aaaaaaaaaaaaaaaa', 'weak'],
    ['123456789012', 'weak'],
    ['abcabcabcabc', 'weak'],
    ['stone2stone2', 'weak'],
    ['P@ssw0rd1234', 'weak'],
    ['p@ssw0rd'.repeat(25), 'weak'],
  ] as const)('%s is %s', (password, verdict) => {
    expect(check(password)).toBe(verdict);
  });

  test('the product’s name and parts of the address are words to guess with', () => {
    expect(isRefused(check('signpost2026'))).toBe(true);
    const score = (email: string) => passwordScore('quxlibrandt77', email);
    expect(score('quxlibrandt@example.com')).toBeLessThan(score('somebody@example.com'));
    expect(score(' QuxLibrandt@Example.com ')).toBe(score('quxlibrandt@example.com'));
  });
});

describe('good ones are not, whatever they are made of', () => {
  test.each([
    'correct-horse-battery-staple',
    'violet tractor monsoon lamp',
    'lantern orbit velvet',
    'Zx9!kfQ2pLw8',
    'пароль из многих слов',
    'a7#Kd9a7#Kd9qL2&vTz8!',
  ])('%s', (password) => {
    expect(isRefused(check(password))).toBe(false);
  });
});

test.each([
  [0, 'weak'],
  [1, 'weak'],
  [2, 'almost'],
  [3, 'good'],
  [4, 'strong'],
] as const)('zxcvbn’s score %d is %s', (score, verdict) => {
  expect(passwordVerdict('twelve chars', '', score)).toBe(verdict);
});

test.each([
  [11, 'short'],
  [12, 'strong'],
  [200, 'strong'],
  [201, 'long'],
] as const)('%d characters of two UTF-16 units are %s', (length, verdict) => {
  expect(passwordVerdict('🔑'.repeat(length), '', 4)).toBe(verdict);
});

test('of a long, expensive text only the beginning is checked', () => {
  const text = '4@4@a1!i|l7$s5'.repeat(14);
  expect(passwordScore(text, EMAIL)).toBe(passwordScore(text.slice(0, 40), EMAIL));
});

test('a text with many possible readings costs little more than any other', () => {
  const ordinary = [
    'correct horse battery staple, and more words than that',
    'the quick brown fox jumps over the lazy dog',
  ];
  const odd = ['4@4@a1!i|l7$s5', '4@8({[<369&#!1|0$5+7%2/', '1|!il', '1234567890', '01-01-2001', '@4a', 'e3'];
  const long = odd.map((pattern) => pattern.repeat(60).slice(0, 200));
  // It is 1.4 times as much, and without the bound of readings 13 times.
  expect(leastCpu(long) / long.length).toBeLessThan((5 * leastCpu(ordinary)) / ordinary.length);
});

/** CPU time of this thread in microseconds for checking some texts, the least of five rounds; other test files have their own. */
function leastCpu(texts: readonly string[]): number {
  const rounds = Array.from({ length: 5 }, () => {
    const before = process.threadCpuUsage();
    for (const text of texts) passwordScore(text, EMAIL);
    const { user, system } = process.threadCpuUsage(before);
    return user + system;
  });
  return Math.min(...rounds);
}

test.each([
  ['almost', true],
  ['good', false],
  ['strong', false],
] as const)('%s is refused: %s', (verdict, refused) => {
  expect(isRefused(verdict)).toBe(refused);
});
