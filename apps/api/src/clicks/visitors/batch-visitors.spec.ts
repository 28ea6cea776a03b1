import { DAY_MS } from '@signpost/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BatchVisitors } from './batch-visitors.js';
import type { CodedEvent } from '../event/click-codes.js';
import { HOURS, scopesOf } from '../rollup/scope.js';
import { VisitorNumbers } from './visitor-numbers.js';

const CLICK: CodedEvent = {
  ...{ at: 0, workspaceNo: 1, linkNo: 1, campaignNo: 0, utmNo: 0, referrerNo: 0, visitor: 0n },
  ...{ country: 0, outcome: 0, device: 0, browser: 0, os: 0, bot: 0 },
};

/** Few enough to come back, and some that differ in one half or in their sign only. */
const someVisitor = fc.oneof(
  fc.bigInt({ min: -3n, max: 3n }),
  fc.constantFrom(2n ** 63n - 1n, -(2n ** 63n), 2n ** 32n, 2n ** 32n + 1n, -(2n ** 32n)),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
);

test('visitors are numbered in the order of their coming, and known again', () => {
  fc.assert(
    fc.property(fc.array(someVisitor, { maxLength: 200 }), (visitors) => {
      const numbers = new VisitorNumbers();
      const expected = [...new Set(visitors)];
      for (const visitor of visitors) expect(numbers.add(visitor)).toBe(expected.indexOf(visitor));
      expect(numbers.size).toBe(expected.length);
      for (const visitor of [...expected, 77n]) expect(numbers.find(visitor)).toBe(expected.indexOf(visitor));
      const { visitors: sorted, rankOf } = numbers.ranked();
      expect([...sorted]).toEqual(expected.toSorted((a, b) => (a < b ? -1 : 1)));
      expect(expected.map((_, number) => sorted[rankOf[number] ?? -1])).toEqual(expected);
    }),
  );
});

test('more visitors than there was room for keep their numbers', () => {
  const numbers = new VisitorNumbers();
  const many = Array.from({ length: 5_000 }, (_, index) => BigInt.asIntN(64, BigInt(index) * 0x9e3779b97f4a7c15n));
  expect(many.map((visitor) => numbers.add(visitor))).toEqual(many.map((_, index) => index));
  expect(many.map((visitor) => numbers.find(visitor))).toEqual(many.map((_, index) => index));
});

test('each visitor of a scope and day is one row, with the hours of the first and the last click', () => {
  const event = fc.record({
    at: fc.nat({ max: 3 * DAY_MS - 1 }),
    workspaceNo: fc.integer({ min: 1, max: 2 }),
    linkNo: fc.integer({ min: 1, max: 3 }),
    campaignNo: fc.integer({ min: 0, max: 2 }),
    visitor: someVisitor,
    // One in four is no click: a bot, or blocked.
    bot: fc.constantFrom(0, 0, 0, 1),
    outcome: fc.constantFrom(0, 0, 0, 2),
  });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (some) => {
      // Links and campaigns are numbered across all workspaces.
      const events = some.map((one) => ({
        ...CLICK,
        ...one,
        linkNo: one.linkNo + 10 * one.workspaceNo,
        campaignNo: one.campaignNo === 0 ? 0 : one.campaignNo + 10 * one.workspaceNo,
      }));
      const batch = new BatchVisitors(events.length);
      for (const one of events) batch.add(one);
      const rows = batch.rows();

      const expected = new Map<string, number[]>();
      for (const one of events.filter(({ bot, outcome }) => bot === 0 && outcome === 0)) {
        const day = Math.floor(one.at / DAY_MS);
        for (const { workspaceNo, kind, scopeNo } of scopesOf(one)) {
          const key = [workspaceNo, day, kind, scopeNo, one.visitor].join('/');
          expected.set(key, [...(expected.get(key) ?? []), Math.floor(one.at / (DAY_MS / HOURS)) % HOURS]);
        }
      }
      const found = Array.from({ length: rows.length }, (_, row) => {
        const { workspaceNo, day, kind, scopeNo } = rows.scopes[rows.scope[row] ?? -1] ?? { workspaceNo: -1 };
        expect(rows.rowOf(rows.scope[row] ?? -1, rows.visitor(row))).toBe(row);
        const workspaceRow = rows.inWorkspace[row] ?? -1;
        expect(rows.visitor(workspaceRow)).toBe(rows.visitor(row));
        expect(rows.scopes[rows.scope[workspaceRow] ?? -1]).toEqual({ workspaceNo, day, kind: 0, scopeNo: 0 });
        return { key: [workspaceNo, day, kind, scopeNo, rows.visitor(row)], hours: [rows.first[row], rows.last[row]] };
      });
      expect(Object.fromEntries(found.map(({ key, hours }) => [key.join('/'), hours]))).toEqual(
        Object.fromEntries([...expected].map(([key, hours]) => [key, [Math.min(...hours), Math.max(...hours)]])),
      );
      const inOrder = found.map(({ key }) => key).toSorted(byKey);
      expect(found.map(({ key }) => key)).toEqual(inOrder);
      rows.scopes.forEach((_, scope) => expect(rows.rowOf(scope, 123_456_789n)).toBe(-1));
    }),
  );
});

/** As the primary key orders them. */
function byKey(a: readonly unknown[], b: readonly unknown[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return Number(BigInt(a[at] as number) - BigInt(b[at] as number)) || 0;
}
