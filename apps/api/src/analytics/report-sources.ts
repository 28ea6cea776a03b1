import { Injectable } from '@nestjs/common';
import type { TimeWindow } from '@signpost/domain';
import type { EntityManager } from 'typeorm';
import { SCOPE_KIND, type ScopeKind } from '../clicks/index.js';
import { JointDays } from './joint-days.js';
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
  constructor(
    private readonly rollups: RollupsRepository,
    private readonly joint: JointDays,
  ) {}

  /** A link, a campaign as recorded, or a workspace: counted by itself while events were stored. */
  recorded(workspaceNo: number, kind: ScopeKind, scopeNo: number): ReportSource {
    const scope = { workspaceNo, kind, scopeNos: [scopeNo] };
    return {
      scope,
      read: (db, window, linkBytes) => this.rollups.read(db, scope, window, linkBytes),
      visitors: (_, window, rows) => Promise.resolve(sumVisitors(rows, window)),
      earliest: (db) => this.rollups.earliest(db, scope),
    };
  }

  /** Several links together, whatever campaign their events were recorded with. */
  links(workspaceNo: number, linkNos: readonly number[]): ReportSource {
    const scope = { workspaceNo, kind: SCOPE_KIND.link, scopeNos: linkNos };
    return {
      scope,
      read: (db, window) => this.joint.read(db, workspaceNo, linkNos, window),
      visitors: (db, window, rows) => this.visitorsOfLinks(db, workspaceNo, linkNos, window, rows),
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
    const { folded } = await this.rollups.foldedDays(db, workspaceNo, window);
    const counted = rows.filter((row) => folded.has(row.day));
    let sum = sumVisitors(counted, window);
    for (const { day, visitors } of await this.rollups.openVisitors(db, workspaceNo, linkNos, window)) {
      if (!folded.has(day)) sum += visitors;
    }
    return sum;
  }
}
