import { expect, test } from 'vitest';
import { latestEnd } from './latest-end.js';

test.each([
  ['2026-11-26T15:00:00.001Z', '2027-11-26T15:00:00.001Z'],
  ['2027-03-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
  ['2028-02-29T12:00:00.000Z', '2029-02-28T12:00:00.000Z'],
])('a report that is shared on %s may be shown until %s', (now, end) => {
  expect(new Date(latestEnd(Date.parse(now))).toISOString()).toBe(end);
});
