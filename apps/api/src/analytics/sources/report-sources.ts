import { Injectable } from '@nestjs/common';
import type { ReportFilters } from '@signpost/contracts';
import { DAY_MS, type ReportRange } from '@signpost/domain';
import type { EntityManager } from 'typeorm';
import { SCOPE_KIND, type ScopeKind } from '../../clicks/index.js';
import { fail } from '../../platform/errors/index.js';
import type { EventScope } from './event-counts.sql.js';
import { EventFiltersRepository } from './event-filters.repository.js';
import { EventSource } from './event-source.js';
import type { ReportSource } from './report-source.js';
import { RollupSource } from './rollup-source.js';
import { RollupsRepository, type DaySpan, type ReportScope } from './rollups.repository.js';
import { TopLinksService } from '../top-links.service.js';

/** What a report is about. */
export interface ReportSubject {
  readonly workspaceId: string;
  readonly workspaceNo: number;
  readonly kind: ScopeKind;
  /** Number of the link or campaign; 0 for the workspace. */
  readonly no: number;
  /** A campaign by its links of now, whatever campaign their events were recorded with; null: as recorded. */
  readonly current: {
    readonly linkNos: readonly number[];
    /** Days on which those links may have other events than the campaign was recorded with. */
    readonly moved: readonly DaySpan[];
  } | null;
}

/** Which numbers a report reads: those counted while events were stored, or the events themselves. */
@Injectable()
export class ReportSources {
  constructor(
    private readonly rollups: RollupsRepository,
    private readonly filters: EventFiltersRepository,
    private readonly topLinks: TopLinksService,
  ) {}

  /** The first event ever counted, in Unix milliseconds. */
  earliest(db: EntityManager, subject: ReportSubject): Promise<number | null> {
    return this.rollups.earliest(db, scopeOf(subject));
  }

  /** @throws ApiError `events_dropped` where the window reaches behind the events that are kept, and needs them. */
  async find(
    db: EntityManager,
    subject: ReportSubject,
    asked: { range: ReportRange; earliest: number | null; filters: ReportFilters | null },
  ): Promise<ReportSource> {
    const { range, earliest, filters } = asked;
    const { workspaceNo, kind, no, current } = subject;
    const from = range.previous?.from ?? range.from;
    const hasMoved = current?.moved.some((span) => span.first * DAY_MS < range.to && (span.last + 1) * DAY_MS > from);
    if (filters === null && hasMoved !== true) {
      return new RollupSource({ workspaceNo, kind, scopeNos: [no] }, this.rollups, this.topLinks);
    }
    await this.requireEvents(db, subject, from, earliest);
    const conditions = filters === null ? new Map() : await this.filters.conditions(db, subject, filters);
    return new EventSource({ ...(await this.eventsOf(db, subject)), conditions }, this.topLinks);
  }

  private async requireEvents(
    db: EntityManager,
    subject: ReportSubject,
    from: number,
    earliest: number | null,
  ): Promise<void> {
    const dropped = await this.rollups.droppedBefore(db);
    if (dropped === null || earliest === null) return;
    const keptFrom = Date.parse(dropped);
    if (from >= keptFrom || earliest >= keptFrom) return;
    const first = await this.rollups.earliest(db, scopeOf(subject), dropped);
    fail('events_dropped', { earliestEventAt: first === null ? null : new Date(first).toISOString() });
  }

  private async eventsOf(db: EntityManager, subject: ReportSubject): Promise<Omit<EventScope, 'conditions'>> {
    const { workspaceNo, kind, no, current } = subject;
    if (current !== null) return { workspaceNo, linkNos: current.linkNos, campaignNo: null };
    switch (kind) {
      case SCOPE_KIND.workspace:
        return { workspaceNo, linkNos: null, campaignNo: null };
      case SCOPE_KIND.link:
        return { workspaceNo, linkNos: [no], campaignNo: null };
      case SCOPE_KIND.campaign:
        // By its links as well, whose events an index finds.
        return { workspaceNo, linkNos: await this.rollups.linksOfCampaign(db, workspaceNo, no), campaignNo: no };
    }
  }
}

/** Where the first event is looked for. */
function scopeOf({ workspaceNo, kind, no, current }: ReportSubject): ReportScope {
  if (current === null || current.moved.length === 0) return { workspaceNo, kind, scopeNos: [no] };
  return { workspaceNo, kind: SCOPE_KIND.link, scopeNos: current.linkNos };
}
