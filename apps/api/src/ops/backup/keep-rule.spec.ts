import { expect, test } from 'vitest';
import { parseKeepRule } from '../../platform/config/index.js';
import { timesToKeep } from './keep-rule.js';

const at = (text: string): number => Date.parse(`${text}Z`);
const kept = (rule: string, times: string[]): string[] => {
  const parsed = parseKeepRule(rule);
  if (parsed === null) throw new Error(`${rule} is no rule`);
  const keep = timesToKeep(times.map(at), parsed);
  return times.filter((time) => keep.has(at(time)));
};

test.each([
  [
    'the newest of each of the last days that have one, however long ago',
    'daily:2',
    ['2026-11-26T02:00', '2026-11-26T01:00', '2026-11-20T23:59', '2026-11-20T00:00', '2026-11-01T12:00'],
    ['2026-11-26T02:00', '2026-11-20T23:59'],
  ],
  [
    'weeks begin on Monday, also over the end of a year',
    'weekly:2',
    ['2027-01-04T00:00', '2027-01-03T23:59', '2026-12-28T00:00', '2026-12-27T23:59'],
    ['2027-01-04T00:00', '2027-01-03T23:59'],
  ],
  [
    'months in UTC',
    'monthly:2',
    ['2026-03-01T00:00', '2026-02-28T23:59', '2026-02-01T00:00', '2026-01-31T23:59'],
    ['2026-03-01T00:00', '2026-02-28T23:59'],
  ],
  [
    'the rules add up',
    'daily:1,monthly:2',
    ['2026-11-26T02:00', '2026-11-25T02:00', '2026-10-31T02:00', '2026-10-30T02:00'],
    ['2026-11-26T02:00', '2026-10-31T02:00'],
  ],
  ['fewer than there are to keep', 'daily:7,weekly:4,monthly:6', ['2026-11-26T02:00'], ['2026-11-26T02:00']],
])('%s', (_, rule, times, wanted) => {
  expect(kept(rule, times)).toEqual(wanted);
});

test.each(['', 'daily', 'daily:x', 'hourly:3', 'daily:1,daily:2', 'daily:0', 'daily:-1', 'daily:7;weekly:4'])(
  '%j is no rule',
  (text) => {
    expect(parseKeepRule(text)).toBeNull();
  },
);
