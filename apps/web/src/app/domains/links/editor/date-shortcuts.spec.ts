import { endOf } from './date-shortcuts';

it.each([
  ['week', new Date(2026, 11, 28, 9), '2027-01-04T23:59'],
  ['month', new Date(2026, 0, 31, 9), '2026-02-28T23:59'],
  ['month', new Date(2026, 10, 26, 9), '2026-12-26T23:59'],
  ['year', new Date(2026, 10, 26, 9), '2026-12-31T23:59'],
] as const)('the end of a %s from %s on', (span, now, end) => {
  expect(endOf(span, now)).toBe(end);
});
