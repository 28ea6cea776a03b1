import { describe, expect, test } from 'vitest';
import { linkStatus, remainingVisits } from './link-status.js';

const link = {
  isQuarantined: false,
  isEnabled: true,
  startsAt: null,
  expiresAt: null,
  maximumVisits: null,
  usedVisits: 0,
};
const everything = {
  isQuarantined: true,
  isEnabled: false,
  startsAt: 2000,
  expiresAt: 500,
  maximumVisits: 1,
  usedVisits: 1,
};

describe('linkStatus at 1000, each state winning over those below', () => {
  test.each([
    ['quarantined', everything],
    ['disabled', { ...everything, isQuarantined: false }],
    ['expired', { ...everything, isQuarantined: false, isEnabled: true }],
    ['limit_reached', { ...everything, isQuarantined: false, isEnabled: true, expiresAt: null }],
    ['scheduled', { ...everything, isQuarantined: false, isEnabled: true, expiresAt: null, maximumVisits: 2 }],
    [
      'active',
      { ...everything, isQuarantined: false, isEnabled: true, expiresAt: null, maximumVisits: 2, startsAt: null },
    ],
  ])('%s', (expected, state) => {
    expect(linkStatus(state, 1000)).toBe(expected);
  });

  test.each([
    ['expires in a millisecond', { expiresAt: 1001 }, 'active'],
    ['expires this very instant', { expiresAt: 1000 }, 'expired'],
    ['opens this very instant', { startsAt: 1000 }, 'active'],
    ['opens in a millisecond', { startsAt: 1001 }, 'scheduled'],
    ['one visit left', { maximumVisits: 5, usedVisits: 4 }, 'active'],
    ['no visit left', { maximumVisits: 5, usedVisits: 5 }, 'limit_reached'],
    ['cap lowered below the visits', { maximumVisits: 5, usedVisits: 9 }, 'limit_reached'],
    ['visits without a cap', { usedVisits: 9 }, 'active'],
  ])('%s', (_, change, expected) => {
    expect(linkStatus({ ...link, ...change }, 1000)).toBe(expected);
  });
});

test.each([
  [null, 7, null],
  [5, 0, 5],
  [5, 5, 0],
  [5, 9, 0],
])('cap %s with %i visits leaves %s', (maximumVisits, usedVisits, expected) => {
  expect(remainingVisits({ maximumVisits, usedVisits })).toBe(expected);
});
