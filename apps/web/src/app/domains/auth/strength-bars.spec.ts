import { isRefused } from '@signpost/domain';
import { barsOf } from './strength-bars';

it('the bars turn green exactly where a password is accepted', () => {
  for (const verdict of ['short', 'long', 'address', 'weak', 'almost', 'good', 'strong'] as const) {
    expect(barsOf(verdict) >= 3).toBe(!isRefused(verdict));
  }
});
