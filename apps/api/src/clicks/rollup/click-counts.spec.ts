import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TRAFFIC_CLASSES } from '../event/click-codes.js';
import { ClickCounts, DIMENSION, eachStored } from './click-counts.js';

/** Number of groups of all dimensions, and of three that a later version may add. */
const GROUPS = (Math.max(...Object.values(DIMENSION)) + 4) * TRAFFIC_CLASSES;

type Entry = readonly [group: number, code: number, count: number];

/** Few enough distinct entries that some histories stay below the limit of the list, and others exceed it. */
const entry: fc.Arbitrary<Entry> = fc.tuple(
  fc.nat({ max: GROUPS - 1 }),
  fc.oneof(fc.nat({ max: 3 }), fc.constantFrom(127, 128, 2 ** 31 - 1)),
  fc.integer({ min: 1, max: 300 }),
);
const history = fc.array(entry, { maxLength: 40 });

function countsOf(entries: readonly Entry[]): ClickCounts {
  const counts = new ClickCounts();
  for (const [group, code, count] of entries) counts.addStored(group, code, count);
  return counts;
}

/** The stored form of some entries: sums by group and code, sorted by both. */
function sumsOf(entries: readonly Entry[]): Entry[] {
  const sums = new Map<string, Entry>();
  for (const [group, code, count] of entries) {
    const key = `${group}/${code}`;
    sums.set(key, [group, code, (sums.get(key)?.[2] ?? 0) + count]);
  }
  return [...sums.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

function storedIn(bytes: Uint8Array): Entry[] {
  const entries: Entry[] = [];
  eachStored(bytes, (group, code, count) => entries.push([group, code, count]));
  return entries;
}

test('few or many entries are summed and stored in order', () => {
  fc.assert(
    fc.property(history, (entries) => {
      expect(storedIn(countsOf(entries).pack())).toEqual(sumsOf(entries));
    }),
    { numRuns: 2000 },
  );
});

test('merging stored counts equals adding their entries, byte for byte, for known and unknown dimensions', () => {
  fc.assert(
    fc.property(history, history, (stored, added) => {
      const counts = countsOf(added);
      counts.merge(countsOf(stored).pack());
      expect(counts.pack()).toEqual(countsOf([...stored, ...added]).pack());
    }),
    { numRuns: 2000 },
  );
});

test('stored counts of dimensions that are not wanted are skipped', () => {
  fc.assert(
    fc.property(history, (entries) => {
      const counts = new ClickCounts();
      counts.addUpTo(countsOf(entries).pack(), DIMENSION.country);
      const wanted = entries.filter(([group]) => group < (DIMENSION.country + 1) * TRAFFIC_CLASSES);
      expect(storedIn(counts.pack())).toEqual(sumsOf(wanted));
    }),
  );
});

test('the values of a dimension sum to all events of their traffic class, even where the value 0 is not stored', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), (events) => {
      const counts = new ClickCounts();
      const nothing = { at: 0, workspaceNo: 1, linkNo: 1, campaignNo: 0, utmNo: 0, visitor: 0n, outcome: 0, bot: 0 };
      for (let n = 0; n < events; n += 1) {
        // Every third event has neither a referrer nor a country; the number of referrers grows with the number of events.
        const isKnown = n % 3 !== 0;
        const words = { referrerNo: isKnown ? n : 0, country: isKnown ? 1 : 0, device: 1, browser: 1, os: 1 };
        counts.add({ ...nothing, ...words });
      }
      expect(counts.total(0)).toBe(events);
      const unknown = Math.ceil(events / 3);
      const countries = counts.values(DIMENSION.country, 0);
      expect([countries.get(0), countries.get(1) ?? 0]).toEqual([unknown, events - unknown]);
      const referrers = counts.values(DIMENSION.referrer, 0);
      expect(referrers.get(0)).toBe(unknown);
      expect([...referrers.values()].reduce((sum, count) => sum + count)).toBe(events);
      expect(referrers.size).toBe(events - unknown + 1);
      expect(counts.total(1)).toBe(0);
    }),
  );
});

test('dimensions are numbered from 0 without gaps or duplicates', () => {
  expect(Object.values(DIMENSION).toSorted((a, b) => a - b)).toEqual(Object.keys(DIMENSION).map((_, index) => index));
});
