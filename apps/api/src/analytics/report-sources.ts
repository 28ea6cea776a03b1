import { Injectable } from '@nestjs/common';
import type { TimeWindow } from '@signpost/domain';
import type { EntityManager } from 'typeorm';
import { DAY_MS, dayOf, SCOPE_KIND, type ScopeKind } from '../clicks/index.js';
import { jointVisitors } from './joint-visitors.js';
import { RollupsRepository, type ReportScope, type RollupRow } from './rollups.repository.js';
import { sumVisitors } from './window-counts.js';

/** Where a report's numbers come from. Everything reads within the caller's transaction, so that it agrees. */
export interface ReportSource {
  readonly scope: ReportScope;
  read(db: EntityManager, window: TimeWindow, linkBytes: number): Promise<RollupRow[]>;
  /** Sum over the window's days of the day's distinct visitors. `rows` are those of the window. */
  visitors(db: EntityManager, window: TimeWindow, rows: readonly RollupRow[]): Promise<number>;
  /** The first event ever counted, in Unix milliseconds. */
  earliest(db: EntityManager): Promise<number | null>;
}

@Injectable()
export class ReportSources {
  constructor(private readonly rollups: RollupsRepository) {}

  /** A link, a campaign as recorded, or a workspace: counted by itself while events were stored. */
  recorded(workspaceNo: number, kind: ScopeKind, scopeNo: number): ReportSource {
    return this.source({ workspaceNo, kind, scopeNos: [scopeNo] }, (_, window, rows) =>
      Promise.resolve(sumVisitors(rows, window)),
    );
  }

  /** Several links together, whatever campaign their events were recorded with. */
  links(workspaceNo: number, linkNos: readonly number[]): ReportSource {
    return this.source({ workspaceNo, kind: SCOPE_KIND.link, scopeNos: linkNos }, (db, window) =>
      this.visitorsOfLinks(db, workspaceNo, linkNos, window),
    );
  }

  private source(scope: ReportScope, visitors: ReportSource['visitors']): ReportSource {
    return {
      scope,
      visitors,
      read: (db, window, linkBytes) => this.rollups.read(db, scope, window, linkBytes),
      earliest: (db) => this.rollups.earliest(db, scope),
    };
  }

  private async visitorsOfLinks(
    db: EntityManager,
    workspaceNo: number,
    linkNos: readonly number[],
    window: TimeWindow,
  ): Promise<number> {
    // Folded days are whole: those that the window covers whole.
    const whole = { from: Math.ceil(window.from / DAY_MS), to: dayOf(window.to) - 1 };
    const byDay = jointVisitors(await this.rollups.foldedSets(db, workspaceNo, linkNos, whole));
    // A day in both was opened again by a late event; the list then has everybody, unless retention took the events.
    for (const { day, visitors } of await this.rollups.openVisitors(db, workspaceNo, linkNos, window)) {
      byDay.set(day, Math.max(visitors, byDay.get(day) ?? 0));
    }
    let sum = 0;
    for (const visitors of byDay.values()) sum += visitors;
    return sum;
  }
}
