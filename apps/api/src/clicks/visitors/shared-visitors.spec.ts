import { describe, expect, test } from 'vitest';
import { randomFrom } from '@signpost/domain';
import { countedTwice, SharedVisitors, sharedRowsOf } from './shared-visitors.js';

/** Different visitors of some links together, counted from what is stored. */
function together(visitors: ReadonlyMap<number, ReadonlySet<bigint>>, linkNos: readonly number[]): number {
  const shared = new SharedVisitors();
  shared.addAll([...visitors].sort(([a], [b]) => a - b));
  const members = new Set(linkNos);
  const read = new Set(sharedRowsOf(linkNos));
  let sum = linkNos.reduce((total, linkNo) => total + (visitors.get(linkNo)?.size ?? 0), 0);
  for (const row of shared.pack()) if (read.has(row.linkNo)) sum -= countedTwice(row, members);
  return sum;
}

describe('visitors whom links share', () => {
  test('are one visitor of both, and of either', () => {
    const visitors = new Map([
      [3, new Set([1n, 2n])],
      [7, new Set([2n, 9n])],
    ]);
    expect(together(visitors, [3, 7])).toBe(3);
    expect(together(visitors, [3])).toBe(2);
    expect(together(visitors, [7])).toBe(2);
  });

  test('are counted once in any set of links, also those who visit many', () => {
    const random = randomFrom(6);
    const links = Array.from({ length: 40 }, (_, index) => 100 + index * 7);
    const visitors = new Map(links.map((linkNo) => [linkNo, new Set<bigint>()]));
    for (let visitor = -60; visitor < 60; visitor += 1) {
      // Some visit one link, some two, some nearly all.
      const share = random() ** 4;
      for (const linkNo of links) if (random() < share) visitors.get(linkNo)?.add(BigInt(visitor));
    }
    for (let round = 0; round < 50; round += 1) {
      const size = random();
      const some = links.filter(() => random() < size);
      const expected = new Set(some.flatMap((linkNo) => [...(visitors.get(linkNo) ?? [])])).size;
      expect(together(visitors, some)).toBe(expected);
    }
  });

  test('who visit many links take no more room than their links', () => {
    const shared = new SharedVisitors();
    shared.add(Array.from({ length: 1000 }, (_, index) => index + 1));
    expect(shared.pack().map(({ visitors }) => visitors.length)).toEqual([1003]);
  });
});
