import { barsOf, isAccepted, verdictOf } from './password-verdict';
import { scoreOf } from './password-judge';

const EMAIL = 'ana.lima@example.com';
const judge = (password: string, email = EMAIL) => verdictOf(password, email, scoreOf(password, email));

describe('a new password', () => {
  it.each([
    ['elevenchars', 'short'],
    ['x'.repeat(201), 'long'],
    [`my ${EMAIL.toUpperCase()} secret`, 'address'],
    ['aaaaaaaaaaaa', 'weak'],
    ['password1234', 'weak'],
    ['violet tractor monsoon lamp', 'strong'],
  ])('%s is %s', (password, verdict) => {
    expect(judge(password)).toBe(verdict);
  });

  it('counts the parts of the address as known words', () => {
    const score = (email: string) => scoreOf('quxlibrandt77', email);
    expect(score('quxlibrandt@example.com')).toBeLessThan(score('somebody@example.com'));
  });

  it('is accepted exactly where the bars turn green', () => {
    for (const verdict of ['short', 'long', 'address', 'weak', 'almost', 'good', 'strong'] as const) {
      expect(isAccepted(verdict)).toBe(barsOf(verdict) >= 3);
    }
  });

  it.each([
    [0, 'weak'],
    [1, 'weak'],
    [2, 'almost'],
    [3, 'good'],
    [4, 'strong'],
  ])('with zxcvbn score %d is %s', (score, verdict) => {
    expect(verdictOf('twelve chars', '', score)).toBe(verdict);
  });
});
