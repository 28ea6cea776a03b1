import { Injectable } from '@nestjs/common';
import type { TimeWindow } from '@signpost/domain';
import type { EntityManager } from 'typeorm';
import { countedTwice, SCOPE_KIND, type ScopeKind } from '../clicks/index.js';
import { RollupsRepository, type ReportScope, type RollupRow } from './rollups.repository.js';
import { isCovered, sumVisitors } from './window-counts.js';

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
    return this.source({ workspaceNo, kind: SCOPE_KIND.link, scopeNos: linkNos }, (db, window, rows) =>
      this.visitorsOfLinks(db, workspaceNo, linkNos, window, rows),
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
    rows: readonly RollupRow[],
  ): Promise<number> {
    const folded = await this.rollups.foldedDays(db, workspaceNo, window);
    const counted = rows.filter((row) => folded.has(row.day) && isCovered(row, window));
    let sum = sumVisitors(counted, window);
    if (linkNos.length > 1 && counted.length > 0) {
      const members = new Set(linkNos);
      const days = new Set(counted.map(({ day }) => day));
      for (const row of await this.rollups.sharedVisitors(db, workspaceNo, linkNos, window)) {
        if (days.has(row.day)) sum -= countedTwice(row, members);
      }
    }
    for (const { day, visitors } of await this.rollups.openVisitors(db, workspaceNo, linkNos, window)) {
      if (!folded.has(day)) sum += visitors;
    }
    return sum;
  }
}
