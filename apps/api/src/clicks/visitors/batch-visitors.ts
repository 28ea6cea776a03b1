import { TRAFFIC_CLASS, trafficClass, type CodedEvent } from '../event/click-codes.js';
import { compareScopes, dayOf, hourOf, SCOPE_KIND, scopeNumber, scopesOf, type Scope } from '../rollup/scope.js';

/** A scope on one UTC day, counted from 1970-01-01. */
export interface ScopeDay extends Scope {
  readonly day: number;
}

/** One visitor of a scope on one day: a row of `click_visitors`. */
export interface VisitorRow {
  readonly visitor: bigint;
  /** Hours of the first and of the last click. */
  first: number;
  last: number;
}

/** The visitors of a scope on one day. */
export interface DayVisitors {
  readonly scope: ScopeDay;
  readonly visitors: Map<bigint, VisitorRow>;
  /** The visitors of the scope's workspace on that day; null for a workspace itself. */
  readonly ofWorkspace: DayVisitors | null;
}

/** The visitors of a batch's clicks, once per scope and day. */
export class BatchVisitors {
  /** By day and scope. */
  private readonly days = new Map<number, Map<number, DayVisitors>>();

  add(event: CodedEvent): void {
    if (trafficClass(event) !== TRAFFIC_CLASS.click) return;
    const day = dayOf(event.at);
    const hour = hourOf(event.at);
    const { visitor } = event;
    for (const scope of scopesOf(event)) {
      const { visitors } = this.dayOf(scope, day);
      const row = visitors.get(visitor);
      if (row === undefined) visitors.set(visitor, { visitor, first: hour, last: hour });
      else widen(row, hour, hour);
    }
  }

  /** In the order of the primary key: workspace, day, kind, scope. */
  get all(): DayVisitors[] {
    return [...this.days.values()]
      .flatMap((scopes) => [...scopes.values()])
      .sort(({ scope: a }, { scope: b }) => a.workspaceNo - b.workspaceNo || a.day - b.day || compareScopes(a, b));
  }

  private dayOf(scope: Scope, day: number): DayVisitors {
    let scopes = this.days.get(day);
    if (scopes === undefined) this.days.set(day, (scopes = new Map<number, DayVisitors>()));
    const key = scopeNumber(scope);
    let found = scopes.get(key);
    if (found === undefined) {
      const ofWorkspace =
        scope.kind === SCOPE_KIND.workspace
          ? null
          : this.dayOf({ workspaceNo: scope.workspaceNo, kind: SCOPE_KIND.workspace, scopeNo: 0 }, day);
      found = { scope: { ...scope, day }, visitors: new Map(), ofWorkspace };
      scopes.set(key, found);
    }
    return found;
  }
}

/** Extends the hours of a row. */
export function widen(row: VisitorRow, first: number, last: number): void {
  row.first = Math.min(row.first, first);
  row.last = Math.max(row.last, last);
}
