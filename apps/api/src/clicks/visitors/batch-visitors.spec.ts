import { DAY_MS } from '@signpost/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BatchVisitors } from './batch-visitors.js';
import type { CodedEvent } from '../event/click-codes.js';
import { HOURS, scopesOf } from '../rollup/scope.js';

const CLICK: CodedEvent = {
  ...{ at: 0, workspaceNo: 1, linkNo: 1, campaignNo: 0, utmNo: 0, referrerNo: 0, visitor: 0n },
  ...{ country: 0, outcome: 0, device: 0, browser: 0, os: 0, bot: 0 },
};

/** Few enough values to repeat, including some that differ only in one half or in the sign. */
const someVisitor = fc.oneof(
  fc.bigInt({ min: -3n, max: 3n }),
  fc.constantFrom(2n ** 63n - 1n, -(2n ** 63n), 2n ** 32n, 2n ** 32n + 1n, -(2n ** 32n)),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
);

test('each visitor of a scope and day is one row, with the hours of the first and the last click', () => {
  const event = fc.record({
    at: fc.nat({ max: 3 * DAY_MS - 1 }),
    workspaceNo: fc.integer({ min: 1, max: 2 }),
    linkNo: fc.integer({ min: 1, max: 3 }),
    campaignNo: fc.integer({ min: 0, max: 2 }),
    visitor: someVisitor,
    // One in four is not a click: a bot, or blocked.
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
      const batch = new BatchVisitors();
      for (const one of events) batch.add(one);

      const expected = new Map<string, number[]>();
      for (const one of events.filter(({ bot, outcome }) => bot === 0 && outcome === 0)) {
        const day = Math.floor(one.at / DAY_MS);
        for (const { workspaceNo, kind, scopeNo } of scopesOf(one)) {
          const key = [workspaceNo, day, kind, scopeNo, one.visitor].join('/');
          expected.set(key, [...(expected.get(key) ?? []), Math.floor(one.at / (DAY_MS / HOURS)) % HOURS]);
        }
      }
      const found = batch.all.flatMap(({ scope: { workspaceNo, day, kind, scopeNo }, visitors, ofWorkspace }) => {
        if (kind === 0) expect(ofWorkspace).toBeNull();
        else expect(ofWorkspace?.scope).toEqual({ workspaceNo, day, kind: 0, scopeNo: 0 });
        for (const visitor of visitors.keys()) expect(ofWorkspace?.visitors.has(visitor) ?? true).toBe(true);
        return [...visitors].map(([visitor, row]) => {
          expect(row.visitor).toBe(visitor);
          return { key: [workspaceNo, day, kind, scopeNo, visitor].join('/'), hours: [row.first, row.last] };
        });
      });
      expect(Object.fromEntries(found.map(({ key, hours }) => [key, hours]))).toEqual(
        Object.fromEntries([...expected].map(([key, hours]) => [key, [Math.min(...hours), Math.max(...hours)]])),
      );
      const order = batch.all.map(({ scope }) => [scope.workspaceNo, scope.day, scope.kind, scope.scopeNo]);
      expect(order).toEqual(order.toSorted((a, b) => (a.map(padded).join() < b.map(padded).join() ? -1 : 1)));
    }),
  );
});

const padded = (value: number): string => String(value).padStart(9, '0');
