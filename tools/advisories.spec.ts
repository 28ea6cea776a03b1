import { expect, test } from 'vitest';
import { unacceptedAdvisories } from './advisories.mjs';

const advisory = (id: string, name: string) => ({
  source: 1,
  name,
  severity: 'high',
  title: 'Something bad',
  url: `https://github.com/advisories/${id}`,
});
/** As `npm audit --json` has it: a package and what it is affected by, itself or through another. */
const REPORT = {
  vulnerabilities: {
    inner: { via: [advisory('GHSA-aaaa', 'inner'), advisory('GHSA-bbbb', 'inner')] },
    outer: { via: ['inner'] },
  },
};
const listed = (id: string, changes = {}) => ({ id, why: 'Not reachable from here.', until: '2027-01-01', ...changes });
const TODAY = '2026-11-21';

test('every unlisted advisory is reported, once', () => {
  expect(unacceptedAdvisories(REPORT, [listed('GHSA-bbbb')], TODAY)).toEqual(['GHSA-aaaa (high) inner: Something bad']);
});

test('a listed advisory passes until its date', () => {
  expect(unacceptedAdvisories(REPORT, [listed('GHSA-aaaa'), listed('GHSA-bbbb', { until: TODAY })], TODAY)).toEqual([]);
  expect(
    unacceptedAdvisories(REPORT, [listed('GHSA-aaaa'), listed('GHSA-bbbb', { until: '2026-11-20' })], TODAY),
  ).toEqual(['GHSA-bbbb was listed until 2026-11-20']);
});

test('an unused or incomplete list entry is reported', () => {
  expect(unacceptedAdvisories({ vulnerabilities: {} }, [listed('GHSA-cccc')], TODAY)).toEqual([
    'GHSA-cccc is listed and no longer found: take it off',
  ]);
  const bare = [listed('GHSA-aaaa', { why: ' ' }), listed('GHSA-bbbb', { until: undefined })];
  expect(unacceptedAdvisories(REPORT, bare, TODAY)).toEqual([
    'GHSA-aaaa is listed without a reason',
    'GHSA-bbbb was listed until undefined',
  ]);
});

test('nothing found, nothing listed: nothing to tell', () => {
  expect(unacceptedAdvisories({ vulnerabilities: {} }, [], TODAY)).toEqual([]);
});
