import { PERIODS } from '@signpost/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bucketIndexOf,
  bucketOf,
  bucketsOf,
  instantYearAfter,
  parseRange,
  percentChange,
  type RangeQuery,
  type ReportRange,
} from './period.js';

const ms = (text: string): number => Date.parse(text);
const NOW = ms('2026-11-21T03:17:42.500Z');

const rangeOf = (query: RangeQuery, now = NOW, earliest: number | null = null): ReportRange => {
  const parsed = parseRange(query, now, earliest);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed.range;
};
const fieldsOf = (query: RangeQuery): string[] => {
  const parsed = parseRange(query, NOW, null);
  return parsed.ok ? [] : parsed.errors.map((error) => error.field);
};
const iso = (at: number): string => new Date(at).toISOString();

describe('periods', () => {
  test.each([
    ['24h', '2026-11-21T03:17:42.500Z', '2026-11-20T04:00:00.000Z', '2026-11-21T04:00:00.000Z', 'hour', 24],
    ['24h', '2026-11-21T03:00:00.000Z', '2026-11-20T04:00:00.000Z', '2026-11-21T04:00:00.000Z', 'hour', 24],
    ['24h', '2026-11-21T03:59:59.999Z', '2026-11-20T04:00:00.000Z', '2026-11-21T04:00:00.000Z', 'hour', 24],
    ['7d', '2026-11-21T00:00:00.000Z', '2026-11-15T00:00:00.000Z', '2026-11-22T00:00:00.000Z', 'day', 7],
    ['7d', '2026-11-21T23:59:59.999Z', '2026-11-15T00:00:00.000Z', '2026-11-22T00:00:00.000Z', 'day', 7],
    ['30d', '2026-03-01T12:00:00.000Z', '2026-01-31T00:00:00.000Z', '2026-03-02T00:00:00.000Z', 'day', 30],
    ['90d', '2026-11-21T12:00:00.000Z', '2026-08-24T00:00:00.000Z', '2026-11-22T00:00:00.000Z', 'day', 90],
    ['12m', '2026-11-21T12:00:00.000Z', '2025-11-22T00:00:00.000Z', '2026-11-22T00:00:00.000Z', 'day', 365],
    ['12m', '2026-12-31T12:00:00.000Z', '2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z', 'day', 365],
    ['12m', '2028-02-28T12:00:00.000Z', '2027-03-01T00:00:00.000Z', '2028-02-29T00:00:00.000Z', 'day', 365],
    ['12m', '2028-02-29T12:00:00.000Z', '2027-03-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z', 'day', 366],
    ['12m', '2029-02-28T12:00:00.000Z', '2028-03-01T00:00:00.000Z', '2029-03-01T00:00:00.000Z', 'day', 365],
  ])('%s at %s', (period, now, from, to, unit, buckets) => {
    const range = rangeOf({ period }, ms(now));
    expect({ from: iso(range.from), to: iso(range.to), unit: range.unit }).toEqual({ from, to, unit });
    expect(range).toMatchObject({ period, previous: null });
    expect(bucketsOf(range)).toHaveLength(buckets);
  });

  test('seven days when nothing is said', () => {
    expect(rangeOf({})).toEqual(rangeOf({ period: '7d' }));
  });

  test.each([
    ['no event yet', null, '2026-11-21T00:00:00.000Z', 'hour'],
    ['an event today', '2026-11-21T02:00:00.000Z', '2026-11-21T00:00:00.000Z', 'hour'],
    ['an event yesterday', '2026-11-20T23:59:59.999Z', '2026-11-20T00:00:00.000Z', 'hour'],
    ['an event two days ago', '2026-11-19T00:00:00.000Z', '2026-11-19T00:00:00.000Z', 'day'],
    ['an event years ago', '2020-02-29T12:00:00.000Z', '2020-02-29T00:00:00.000Z', 'day'],
    ['an event of a clock that runs ahead', '2026-11-23T00:00:00.000Z', '2026-11-21T00:00:00.000Z', 'hour'],
  ])('all with %s', (_, earliest, from, unit) => {
    const range = rangeOf({ period: 'all' }, NOW, earliest === null ? null : ms(earliest));
    expect([iso(range.from), iso(range.to), range.unit]).toEqual([from, '2026-11-22T00:00:00.000Z', unit]);
  });
});

describe('dates', () => {
  test.each([
    ['one day', '2026-11-21', '2026-11-21', '2026-11-22T00:00:00.000Z', 'hour', 24],
    ['two days', '2026-11-20', '2026-11-21', '2026-11-22T00:00:00.000Z', 'hour', 48],
    ['three days', '2026-11-19', '2026-11-21', '2026-11-22T00:00:00.000Z', 'day', 3],
    ['over a leap day', '2024-02-28', '2024-03-01', '2024-03-02T00:00:00.000Z', 'day', 3],
    ['over no leap day', '2026-02-28', '2026-03-01', '2026-03-02T00:00:00.000Z', 'hour', 48],
    ['731 days', '2024-01-01', '2025-12-31', '2026-01-01T00:00:00.000Z', 'day', 731],
    ['ending in the future', '2026-11-21', '2026-12-31', '2027-01-01T00:00:00.000Z', 'day', 41],
    ['the first that can be', '1970-01-01', '1970-01-01', '1970-01-02T00:00:00.000Z', 'hour', 24],
    ['the last that can be', '9998-12-31', '9998-12-31', '9999-01-01T00:00:00.000Z', 'hour', 24],
  ])('%s', (_, from, to, end, unit, buckets) => {
    const range = rangeOf({ from, to });
    expect([iso(range.from), iso(range.to), range.unit]).toEqual([`${from}T00:00:00.000Z`, end, unit]);
    expect(range.period).toBeNull();
    expect(bucketsOf(range)).toHaveLength(buckets);
  });

  test.each<[string, RangeQuery, string[]]>([
    ['both forms', { period: '7d', from: '2026-01-01', to: '2026-01-02' }, ['period']],
    ['a period with one date', { period: '7d', from: '2026-01-01' }, ['period', 'to']],
    ['only from', { from: '2026-01-01' }, ['to']],
    ['only to', { to: '2026-01-01' }, ['from']],
    ['to before from', { from: '2026-01-02', to: '2026-01-01' }, ['to']],
    ['more than 731 days, far ahead', { from: '2026-11-21', to: '2030-01-01' }, ['to']],
    ['732 days', { from: '2024-01-01', to: '2026-01-01' }, ['to']],
    ['31 April', { from: '2026-04-31', to: '2026-05-01' }, ['from']],
    ['29 February of an ordinary year', { from: '2026-02-01', to: '2026-02-29' }, ['to']],
    ['month 13', { from: '2026-13-01', to: '2026-13-02' }, ['from', 'to']],
    ['an instant', { from: '2026-01-01T00:00:00Z', to: '2026-01-02' }, ['from']],
    ['no padding', { from: '2026-1-1', to: '2026-01-02' }, ['from']],
    ['the year before the first', { from: '1969-12-31', to: '1970-01-01' }, ['from']],
    ['year 0', { from: '0000-01-01', to: '0000-01-02' }, ['from', 'to']],
    ['year 9999', { from: '9999-12-31', to: '9999-12-31' }, ['from', 'to']],
    ['empty', { from: '', to: '2026-01-02' }, ['from']],
    ['a repeated key', { from: ['2026-01-01', '2026-01-02'], to: '2026-01-02' }, ['from']],
    ['an unknown period', { period: '8d' }, ['period']],
    ['an empty period', { period: '' }, ['period']],
    ['a repeated period', { period: ['7d', '7d'] }, ['period']],
    ['an unknown comparison', { compare: 'next' }, ['compare']],
    ['an empty comparison', { compare: '' }, ['compare']],
    ['a comparison for all time', { period: 'all', compare: 'previous' }, ['compare']],
    ['all time with a year before', { period: 'all', compare: 'year' }, ['compare']],
    ['two comparisons', { compare: ['previous', 'year'] }, ['compare']],
    ['several mistakes at once', { period: 'x', compare: 'y' }, ['compare', 'period']],
  ])('%s is refused', (_, query, fields) => {
    expect(fieldsOf(query)).toEqual(fields);
  });
});

test.each<[RangeQuery, string]>([
  [{ compare: 'next' }, 'Use one of previous, year.'],
  [{ period: 'all', compare: 'previous' }, 'All time has no previous period to compare with.'],
  [{ period: '8d' }, 'Use one of 24h, 7d, 30d, 90d, 12m, all.'],
  [{ period: '7d', from: '2026-01-01', to: '2026-01-02' }, 'Give either a period or from and to.'],
  [{ from: '2026-01-01' }, 'A range needs both from and to.'],
  [{ from: '2026-01-02', to: '2026-01-01' }, 'The last day is before the first.'],
  [{ from: '2024-01-01', to: '2026-01-01' }, 'A range has at most 731 days.'],
  [{ from: '2026-04-31', to: '2026-05-01' }, 'Enter a date such as 2026-11-21.'],
])('%j: %s', (query, message) => {
  const parsed = parseRange(query, NOW, null);
  expect(parsed.ok ? [] : parsed.errors.map((error) => error.message)).toEqual([message]);
});

describe('the previous window', () => {
  test.each<[RangeQuery, string, string]>([
    [{ period: '24h' }, '2026-11-19T04:00:00.000Z', '2026-11-20T04:00:00.000Z'],
    [{ period: '7d' }, '2026-11-08T00:00:00.000Z', '2026-11-15T00:00:00.000Z'],
    [{ from: '2026-11-21', to: '2026-11-21' }, '2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'],
    [{ period: '12m' }, '2024-11-22T00:00:00.000Z', '2025-11-22T00:00:00.000Z'],
  ])('%j', (query, from, to) => {
    expect(rangeOf({ ...query, compare: 'previous' }).previous).toEqual({ from: ms(from), to: ms(to) });
  });
});

describe('the same window a year before', () => {
  test.each<[string, RangeQuery, string, string, string]>([
    ['seven days', { period: '7d' }, '2026-11-21T12:00Z', '2025-11-15', '2025-11-22'],
    ['a whole year', { from: '2026-01-01', to: '2026-12-31' }, '2026-11-21T12:00Z', '2025-01-01', '2026-01-01'],
    [
      'February of a leap year',
      { from: '2028-02-01', to: '2028-02-29' },
      '2028-03-01T12:00Z',
      '2027-02-01',
      '2027-03-01',
    ],
    ['the leap day alone', { from: '2028-02-29', to: '2028-02-29' }, '2028-03-01T12:00Z', '2027-02-28', '2027-03-01'],
    [
      'February after a leap year',
      { from: '2029-02-01', to: '2029-02-28' },
      '2029-03-01T12:00Z',
      '2028-02-01',
      '2028-02-29',
    ],
    [
      'over a leap day that only the year before has',
      { from: '2029-02-01', to: '2029-03-31' },
      '2029-04-01T12:00Z',
      '2028-02-01',
      '2028-04-01',
    ],
    ['24 hours', { period: '24h' }, '2026-11-21T03:17Z', '2025-11-20T04:00Z', '2025-11-21T04:00Z'],
    ['24 hours into a leap day', { period: '24h' }, '2028-02-29T03:17Z', '2027-02-28T04:00Z', '2027-03-01T04:00Z'],
    ['before 1970', { from: '1970-01-01', to: '1970-01-02' }, '2026-11-21T12:00Z', '1969-01-01', '1969-01-03'],
  ])('%s', (_, query, now, from, to) => {
    const range = rangeOf({ ...query, compare: 'year' }, ms(now));
    expect(range.comparison).toBe('year');
    expect(range.previous && [iso(range.previous.from), iso(range.previous.to)]).toEqual([iso(ms(from)), iso(ms(to))]);
  });
});

describe('buckets', () => {
  test('hours are instants, days are dates', () => {
    const hours = rangeOf({ period: '24h' });
    expect(bucketsOf(hours).slice(-2)).toEqual(['2026-11-21T02:00:00.000Z', '2026-11-21T03:00:00.000Z']);
    expect(bucketOf(hours, NOW)).toBe('2026-11-21T03:00:00.000Z');
    const days = rangeOf({ from: '2024-02-28', to: '2024-03-01' });
    expect(bucketsOf(days)).toEqual(['2024-02-28', '2024-02-29', '2024-03-01']);
    expect(bucketOf(days, ms('2024-02-29T23:59:59.999Z'))).toBe('2024-02-29');
  });

  test('every instant of the window falls into exactly one of its buckets, every other into none', () => {
    const query = fc.oneof(
      fc.constantFrom(...PERIODS).map((period): RangeQuery => ({ period })),
      fc
        .tuple(fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: 0, max: 730 }))
        .map(([day, days]): RangeQuery => ({
          from: iso(day * 86_400_000).slice(0, 10),
          to: iso((day + days) * 86_400_000).slice(0, 10),
        })),
    );
    const now = fc.integer({ min: ms('2000-01-01'), max: ms('2100-01-01') });
    fc.assert(
      fc.property(
        query,
        now,
        fc.nat(400),
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        (q, at, age, part) => {
          const range = rangeOf(q, at, at - age * 86_400_000);
          const buckets = bucketsOf(range);
          expect(new Set(buckets).size).toBe(buckets.length);
          expect(buckets.toSorted()).toEqual(buckets);
          expect(range.from).toBeLessThan(range.to);
          expect(buckets.length * (range.unit === 'hour' ? 3_600_000 : 86_400_000)).toBe(range.to - range.from);
          const instant = range.from + Math.min(Math.floor(part * (range.to - range.from)), range.to - range.from - 1);
          expect(buckets[bucketIndexOf(range, instant)]).toBe(bucketOf(range, instant));
          expect([bucketIndexOf(range, range.from), bucketIndexOf(range, range.to - 1)]).toEqual([
            0,
            buckets.length - 1,
          ]);
          expect([bucketIndexOf(range, range.from - 1), bucketIndexOf(range, range.to)]).toEqual([-1, -1]);
          if (q.period !== undefined) expect(bucketIndexOf(range, at)).toBeGreaterThanOrEqual(0);
        },
      ),
      { numRuns: 500 },
    );
  });
});

test.each([
  [15, 10, 50],
  [10, 15, -33.3],
  [0, 7, -100],
  [7, 0, null],
  [0, 0, null],
  [2, 3, -33.3],
  [1001, 1000, 0.1],
])('from %i after %i: %s percent', (current, previous, expected) => {
  expect(percentChange(current, previous)).toBe(expected);
});

test.each([
  ['2026-11-26T15:00:00.001Z', '2027-11-26T15:00:00.001Z'],
  ['2027-03-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
  ['2028-02-29T12:00:00.000Z', '2029-02-28T12:00:00.000Z'],
])('a year after %s is %s', (at, after) => {
  expect(new Date(instantYearAfter(Date.parse(at))).toISOString()).toBe(after);
});
