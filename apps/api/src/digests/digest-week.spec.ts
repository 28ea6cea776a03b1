import { expect, test } from 'vitest';
import { digestWeek } from './digest-week.js';

const BEFORE_LAST = { monday: '2026-12-21', sunday: '2026-12-27' };
const LAST = { monday: '2026-12-28', sunday: '2027-01-03' };

test.each([
  ['Sunday to its last millisecond', '2027-01-03T23:59:59.999Z', BEFORE_LAST],
  ['Monday night, where one week is over and its digest is not due', '2027-01-04T00:00:00.000Z', null],
  ['Monday before six', '2027-01-04T05:59:59.999Z', null],
  ['Monday at six', '2027-01-04T06:00:00.000Z', LAST],
  ['Thursday, for a server that was down', '2027-01-07T12:00:00.000Z', LAST],
  ['the Sunday after', '2027-01-10T23:59:59.999Z', LAST],
])('%s', (_, now, week) => {
  expect(digestWeek(Date.parse(now))).toEqual(week);
});
