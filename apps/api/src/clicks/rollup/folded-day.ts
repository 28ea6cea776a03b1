import { DAY_MS } from '@signpost/domain';
import type pg from 'pg';
import { copyRows } from '../pg/binary-copy.js';
import { trafficClass, TRAFFIC_CLASS, type CodedEvent } from '../event/click-codes.js';
import { Rollup } from './rollup.js';
import { compareScopes, scopeNumber, scopesOf, type Scope } from './scope.js';
import { VarintWriter } from '../event/varint.js';

/** The roll-up and the visitors of one scope on one whole day. */
export interface FoldedDay {
  readonly rollup: Rollup;
  readonly visitors: Set<bigint>;
}

/** Rolls up all events of one UTC day, in the order of the primary key. */
export function rollUpDay(events: Iterable<CodedEvent>): FoldedDay[] {
  const days = new Map<number, FoldedDay>();
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

function dayOfScope(days: Map<number, FoldedDay>, scope: Scope): FoldedDay {
  const key = scopeNumber(scope);
  let day = days.get(key);
  if (day === undefined) days.set(key, (day = { rollup: new Rollup(scope), visitors: new Set() }));
  return day;
}

const TARGET = 'click_days (workspace_no, kind, scope_no, day, visitors, first_ms, counts, links)';
const FIELDS = 8;

/**
 * Writes a day (`YYYY-MM-DD`) of a workspace in the form that folding produces. The caller holds the workspace's lock and has
 * deleted the day's rows.
 */
export async function writeFoldedDay(
  client: pg.ClientBase,
  workspaceNo: number,
  day: string,
  days: readonly FoldedDay[],
): Promise<void> {
  const writer = new VarintWriter();
  const date = Date.parse(day) / DAY_MS;
  await copyRows(client, TARGET, days, (out, { rollup, visitors }) => {
    const packed = rollup.pack(writer);
    out.begin(FIELDS);
    out.int4(workspaceNo);
    out.int2(rollup.scope.kind);
    out.int4(rollup.scope.scopeNo);
    out.date(date);
    out.int4(visitors.size);
    out.int4(packed.firstMs);
    out.bytea(packed.counts);
    out.bytea(packed.links);
  });
  await client.query('INSERT INTO click_folded_days (workspace_no, day) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    workspaceNo,
    day,
  ]);
}
