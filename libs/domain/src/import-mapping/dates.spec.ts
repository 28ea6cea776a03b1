import { expect, test } from 'vitest';
import { dateFacts, readDate, type DateForm } from './dates.js';

const read = (cell: string, form: DateForm = 'day_first', zone = 'Europe/Berlin') =>
  readDate(cell, { form, zone }, 'end');

test.each([
  ['31/12/2026', '2026-12-31T22:59:59Z'],
  ['31.12.2026', '2026-12-31T22:59:59Z'],
  ['31.12.2026 23:59', '2026-12-31T22:59:00Z'],
  ['2026-12-31', '2026-12-31T22:59:59Z'],
  ['2026/12/31', '2026-12-31T22:59:59Z'],
  ['2026-12-31 23:59:59', '2026-12-31T22:59:59Z'],
  ['2026-06-30 23:59:59', '2026-06-30T21:59:59Z'],
  ['2026-12-31T23:59:59Z', '2026-12-31T23:59:59Z'],
  ['2026-12-31T23:59:59.000000Z', '2026-12-31T23:59:59Z'],
  ['2026-12-31T23:59:59+0100', '2026-12-31T22:59:59Z'],
  ['2026-12-31 23:59:59 UTC', '2026-12-31T23:59:59Z'],
  ['12/31/2026 11:59 PM', '2026-12-31T22:59:00Z'],
  ['12/31/2026 12:00 AM', '2026-12-30T23:00:00Z'],
  ['Dec 31, 2026', '2026-12-31T22:59:59Z'],
  ['31 December 2026', '2026-12-31T22:59:59Z'],
  ['Thu, 31 Dec 2026 23:59:59 GMT', '2026-12-31T23:59:59Z'],
  ['2026-12-31 23:59:59.123+00', '2026-12-31T23:59:59Z'],
  ['2026-12-31T23:59:59+01', '2026-12-31T22:59:59Z'],
  ['31-Dec-2026', '2026-12-31T22:59:59Z'],
  ['31.12.26', '2026-12-31T22:59:59Z'],
  ['31.12.98 23:59', '1998-12-31T22:59:00Z'],
  ['31. Dezember 2026', '2026-12-31T22:59:59Z'],
  ['1 août 2026', '2026-08-01T21:59:59Z'],
  ['1 juin 2026', '2026-06-01T21:59:59Z'],
  ['1 juil. 2026', '2026-07-01T21:59:59Z'],
  ['31 de diciembre de 2026', '2026-12-31T22:59:59Z'],
  ['Thu Dec 31 2026 23:59:59 GMT+0100 (Central European Standard Time)', '2026-12-31T22:59:59Z'],
  ['20261231', '2026-12-31T22:59:59Z'],
  ['46387', '2026-12-31T22:59:59Z'],
  ['46387.5', '2026-12-31T11:00:00Z'],
  ['1798761599', '2026-12-31T23:59:59Z'],
  ['1798761599000', '2026-12-31T23:59:59Z'],
  ['never', null],
  ['-', null],
  ['0', null],
  ['NULL', null],
  ['N/A', null],
  ['\\N', null],
  ['0000-00-00', null],
  ['31/02/2026', undefined],
  ['2026-13-01', undefined],
  ['20260231', undefined],
  ['25:00', undefined],
  ['soon', undefined],
  ['26/12/31', undefined],
  ['31 Foo 2026', undefined],
])('%s', (cell, instant) => {
  expect(read(cell)).toBe(instant);
});

test('ambiguous dates are read in the chosen order of day and month', () => {
  expect(read('03/04/2026', 'day_first', 'UTC')).toBe('2026-04-03T23:59:59Z');
  expect(read('03/04/2026', 'month_first', 'UTC')).toBe('2026-03-04T23:59:59Z');
});

test.each([
  // Skipped: the instant that it would be had the clocks not been set forward.
  ['2026-03-29 02:30', 'Europe/Berlin', 'end', '2026-03-29T01:30:00Z'],
  ['2026-03-08 02:30', 'America/New_York', 'end', '2026-03-08T07:30:00Z'],
  ['2026-10-04 02:15', 'Australia/Lord_Howe', 'start', '2026-10-03T15:45:00Z'],
  // Twice there: the first time.
  ['2026-10-25 02:30', 'Europe/Berlin', 'end', '2026-10-25T00:30:00Z'],
  ['2026-11-01 01:30', 'America/New_York', 'end', '2026-11-01T05:30:00Z'],
  ['2026-04-05 01:45', 'Australia/Lord_Howe', 'end', '2026-04-04T14:45:00Z'],
  // Just before and after.
  ['2026-03-29 01:59:59', 'Europe/Berlin', 'end', '2026-03-29T00:59:59Z'],
  ['2026-03-29 03:00', 'Europe/Berlin', 'end', '2026-03-29T01:00:00Z'],
  ['2026-11-01 00:59:59', 'America/New_York', 'end', '2026-11-01T04:59:59Z'],
  ['2026-11-01 02:00', 'America/New_York', 'end', '2026-11-01T07:00:00Z'],
  ['2026-10-04 02:30', 'Australia/Lord_Howe', 'end', '2026-10-03T15:30:00Z'],
  // A day begins at one where midnight is skipped, and ends with its second hour from eleven to midnight.
  ['2026-09-06', 'America/Santiago', 'start', '2026-09-06T04:00:00Z'],
  ['2026-04-04', 'America/Santiago', 'end', '2026-04-05T03:59:59Z'],
  ['2026-04-24', 'Africa/Cairo', 'start', '2026-04-23T22:00:00Z'],
  ['2026-03-08', 'America/New_York', 'end', '2026-03-09T03:59:59Z'],
  ['2026-01-31', 'Asia/Kathmandu', 'end', '2026-01-31T18:14:59Z'],
  ['2026-12-31', 'Pacific/Kiritimati', 'start', '2026-12-30T10:00:00Z'],
  ['2028-02-29', 'Pacific/Apia', 'end', '2028-02-29T10:59:59Z'],
  ['2026-03-22', 'Africa/Casablanca', 'end', '2026-03-22T22:59:59Z'],
] as const)('%s in %s, as the %s of a day, is %s', (cell, zone, edge, instant) => {
  expect(readDate(cell, { form: 'iso', zone }, edge)).toBe(instant);
});

test('an unknown zone is no instant', () => {
  expect(read('2026-12-31', 'iso', 'Atlantis/Capital')).toBeUndefined();
});

test.each([
  [['03/04/2026', '05/06/2026'], { form: 'day_first', isFormOpen: true, needsZone: true }],
  [['03/14/2026', '05/06/2026'], { form: 'month_first', isFormOpen: false, needsZone: true }],
  [['31.12.2026', '01.02.2026'], { form: 'day_first', isFormOpen: false, needsZone: true }],
  [['14/03/2026'], { form: 'day_first', isFormOpen: false, needsZone: true }],
  [['2026-01-01T00:00:00Z', 'never', ''], { form: 'iso', isFormOpen: false, needsZone: false }],
  [['1798761599'], { form: 'epoch_seconds', isFormOpen: false, needsZone: false }],
  [['20261231', '1798761599'], { form: 'epoch_seconds', isFormOpen: false, needsZone: true }],
  [['46387'], { form: 'excel_serial', isFormOpen: false, needsZone: true }],
])('what %j say together', (cells, facts) => {
  expect(dateFacts(cells)).toEqual(facts);
});
