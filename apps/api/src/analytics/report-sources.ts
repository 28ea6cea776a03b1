import { Injectable } from '@nestjs/common';
import { DAY_MS, type TimeWindow } from '@signpost/domain';
import type { EntityManager } from 'typeorm';
import { SCOPE_KIND, type ScopeKind } from '../clicks/index.js';
import { JointDays } from './joint-days.js';
import { RollupsRepository, type DaySpan, type ReportScope, type RollupRow } from './rollups.repository.js';
import type { CampaignSubject } from './subjects.repository.js';
import { sumVisitors } from './window-counts.js';

/** Where a report's numbers come from. Everything reads within the caller's transaction, so that it agrees. */
export interface ReportSource {
  readonly scope: ReportScope;
  /** Rows of the window. `linkBytes`: how much of the clicks by link is wanted. */
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

  /**
   * The links that are in a campaign now, whatever campaign their events were recorded with. Days on which they have just
   * what the campaign has are read as the campaign was recorded; only the others have to be put together link by link.
   * @param linkNos their numbers, rising.
   */
  async current(
    db: EntityManager,
    workspaceId: string,
    campaign: CampaignSubject,
    linkNos: readonly number[],
  ): Promise<ReportSource> {
    const { workspaceNo } = campaign;
    const recorded = this.recorded(workspaceNo, SCOPE_KIND.campaign, campaign.no);
    const strays = await this.rollups.strayDays(db, { id: workspaceId, no: workspaceNo }, campaign);
    if (strays.length === 0) return recorded;
    const isStray = (day: number): boolean => strays.some(({ first, last }) => first <= day && day <= last);
    const scope = { workspaceNo, kind: SCOPE_KIND.link, scopeNos: linkNos };
    return {
      scope,
      read: async (db, window, linkBytes) => {
        const rows = (await recorded.read(db, window, linkBytes)).filter(({ day }) => !isStray(day));
        const part = strayPart(window, strays);
        if (part === null) return rows;
        const joint = await this.joint.read(db, workspaceNo, linkNos, part, isStray);
        return [...rows, ...joint.map((row) => ({ ...row, links: row.links?.subarray(0, linkBytes) ?? null }))];
      },
      visitors: async (db, window, rows) => {
        const part = strayPart(window, strays);
        if (part === null) return sumVisitors(rows, window);
        const open = await this.joint.openVisitors(db, workspaceNo, linkNos, part, isStray);
        return (
          open.visitors +
          sumVisitors(
            rows.filter(({ day }) => !open.days.has(day)),
            window,
          )
        );
      },
      earliest: (db) => this.joint.earliest(db, workspaceNo, linkNos, () => this.rollups.earliest(db, scope)),
    };
  }
}

/** The part of a window from its first stray day to its last one; null without any. */
function strayPart(window: TimeWindow, strays: readonly DaySpan[]): TimeWindow | null {
  const inside = strays.filter(({ first, last }) => first * DAY_MS < window.to && (last + 1) * DAY_MS > window.from);
  const [earliest, latest] = [inside[0], inside.at(-1)];
  if (earliest === undefined || latest === undefined) return null;
  return {
    from: Math.max(window.from, earliest.first * DAY_MS),
    to: Math.min(window.to, (latest.last + 1) * DAY_MS),
  };
}
