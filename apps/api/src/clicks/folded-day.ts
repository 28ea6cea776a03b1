import type pg from 'pg';
import { trafficClass, TRAFFIC_CLASS, type CodedEvent } from './click-codes.js';
import { Rollup } from './rollup.js';
import { compareScopes, SCOPE_KIND, scopeKey, scopesOf, type Scope } from './scope.js';
import { VarintWriter } from './varint.js';

/** A whole day of one scope. */
export interface FoldedDay {
  readonly rollup: Rollup;
  readonly visitors: Set<bigint>;
}

/** Rolls up all events of one UTC day at once, in the order of the primary key. */
export function rollUpDay(events: Iterable<CodedEvent>): FoldedDay[] {
  const days = new Map<string, FoldedDay>();
  for (const event of events) {
    const isClick = trafficClass(event) === TRAFFIC_CLASS.click;
    for (const scope of scopesOf(event)) {
      const day = dayOfScope(days, scope);
      day.rollup.addByHour(event);
      if (isClick) day.visitors.add(event.visitor);
    }
  }
  return [...days.values()].sort(({ rollup: a }, { rollup: b }) => compareScopes(a.scope, b.scope));
}

function dayOfScope(days: Map<string, FoldedDay>, scope: Scope): FoldedDay {
  const key = scopeKey(scope);
  let day = days.get(key);
  if (day === undefined) days.set(key, (day = { rollup: new Rollup(scope), visitors: new Set() }));
  return day;
}

const SAVE = `
  INSERT INTO click_days (workspace_no, kind, scope_no, day, visitors, first_ms, counts, links, visitor_set)
  SELECT $1, kind, scope_no, $2, visitors, first_ms, counts, links, visitor_set
  FROM unnest($3::smallint[], $4::int[], $5::int[], $6::int[], $7::bytea[], $8::bytea[], $9::bytea[])
    AS t (kind, scope_no, visitors, first_ms, counts, links, visitor_set)`;

/**
 * Writes a day (`YYYY-MM-DD`) of a workspace as folding would leave it. The caller holds the workspace's lock, and has
 * removed what stood there.
 */
export async function writeFoldedDay(
  client: pg.ClientBase,
  workspaceNo: number,
  day: string,
  days: readonly FoldedDay[],
): Promise<void> {
  const writer = new VarintWriter();
  const packed = days.map(({ rollup }) => rollup.pack(writer));
  await client.query(SAVE, [
    workspaceNo,
    day,
    days.map(({ rollup }) => rollup.scope.kind),
    days.map(({ rollup }) => rollup.scope.scopeNo),
    days.map(({ visitors }) => visitors.size),
    packed.map((row) => row.firstMs),
    packed.map((row) => row.counts),
    packed.map((row) => row.links),
    days.map(({ rollup, visitors }) => (rollup.scope.kind === SCOPE_KIND.link ? packVisitors(visitors) : null)),
  ]);
  await client.query(
    `INSERT INTO click_folded_days (workspace_no, day) VALUES ($1, $2)
     ON CONFLICT (workspace_no, day) DO UPDATE SET folded_at = DEFAULT`,
    [workspaceNo, day],
  );
}

/** 8 bytes each, in rising order, as folding packs them; null when there are none. */
function packVisitors(visitors: ReadonlySet<bigint>): Buffer | null {
  if (visitors.size === 0) return null;
  const sorted = BigInt64Array.from(visitors).sort();
  const bytes = Buffer.allocUnsafe(sorted.length * 8);
  sorted.forEach((visitor, index) => bytes.writeBigInt64BE(visitor, index * 8));
  return bytes;
}
