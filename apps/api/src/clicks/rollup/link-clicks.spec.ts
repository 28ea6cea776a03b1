import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eachLinkClicks, encodeLinkClicks, mergeLinkClicks, wholeEntries } from './link-clicks.js';

const clicks = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 200 })), { maxLength: 60 })
  .map((entries) => new Map(entries));

function decoded(bytes: Uint8Array): [number, number][] {
  const entries: [number, number][] = [];
  eachLinkClicks(bytes, (link, count) => entries.push([link, count]));
  return entries;
}

test('entries are sorted by clicks, most first, then by link number', () => {
  const bytes = encodeLinkClicks(new Map([[7, 1], [300, 500], [2, 1]])); // prettier-ignore
  expect(decoded(bytes)).toEqual([
    [300, 500],
    [2, 1],
    [7, 1],
  ]);
});

test('merging equals encoding the sum, byte for byte', () => {
  fc.assert(
    fc.property(clicks, clicks, (stored, added) => {
      const sum = new Map(stored);
      for (const [link, count] of added) sum.set(link, (sum.get(link) ?? 0) + count);
      expect(mergeLinkClicks(encodeLinkClicks(stored), added)).toEqual(encodeLinkClicks(sum));
    }),
    { numRuns: 2000 },
  );
});

test('only complete entries of a slice are returned', () => {
  const bytes = encodeLinkClicks(new Map([[300, 500], [2, 400]])); // prettier-ignore
  expect(decoded(wholeEntries(bytes.subarray(0, bytes.length - 1)))).toEqual([[300, 500]]);
});
