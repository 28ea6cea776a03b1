import { Injectable } from '@nestjs/common';
import type { ReportFilters } from '@signpost/contracts';
import { DAY_MS, type ReportRange } from '@signpost/domain';
import type { EntityManager } from 'typeorm';
import { dayOf, SCOPE_KIND, type ScopeKind } from '../../clicks/index.js';
import { fail } from '../../platform/errors/index.js';
import type { EventScope } from './event-counts.sql.js';
import { EventFiltersRepository } from './event-filters.repository.js';
import { EventSource } from './event-source.js';
import type { ReportSource } from './report-source.js';
import { RollupSource } from './rollup-source.js';
import { RollupsRepository, type DaySpan, type ReportScope } from './rollups.repository.js';
import { TopLinksService } from '../top-links.service.js';

/** The subject of a report. */
export interface ReportSubject {
  readonly workspaceId: string;
  readonly workspaceNo: number;
  readonly kind: ScopeKind;
  /** Number of the link or campaign; 0 for the workspace. */
  readonly no: number;
  /** For a campaign by its current links, whatever campaign their events were recorded with; null: as recorded. */
  readonly current: {
    readonly linkNos: readonly number[];
    /** Days on which the links' events may differ from those recorded with the campaign. */
    readonly moved: readonly DaySpan[];
  } | null;
}

/** Chooses the source of a report: roll-ups, which were counted when events were stored, or the events themselves. */
@Injectable()
export class ReportSources {
  constructor(
    private readonly rollups: RollupsRepository,
    private readonly filters: EventFiltersRepository,
    private readonly topLinks: TopLinksService,
  ) {}

  /** Time of the first event ever counted, in Unix milliseconds; null without any. */
  earliest(db: EntityManager, subject: ReportSubject): Promise<number | null> {
    return this.rollups.earliest(db, scopeOf(subject));
  }

  /** @throws ApiError `events_dropped` when the report needs events that retention has dropped. */
  async find(
    db: EntityManager,
    subject: ReportSubject,
    request: { range: ReportRange; earliest: number | null; filters: ReportFilters | null },
  ): Promise<ReportSource> {
    const { range, earliest, filters } = request;
    const { workspaceNo, kind, no, current } = subject;
    const from = range.previous?.from ?? range.from;
    const hasMoved = current?.moved.some((span) => span.first * DAY_MS < range.to && (span.last + 1) * DAY_MS > from);
    const scope = { workspaceNo, kind, scopeNos: [no] };
    if (filters === null && hasMoved !== true && !(await this.rollups.areAnyFolded(db, scope, cutDays(range)))) {
      return new RollupSource(scope, this.rollups, this.topLinks);
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
        // The links are given as well, because an index finds their events.
        return { workspaceNo, linkNos: await this.rollups.linksOfCampaign(db, workspaceNo, no), campaignNo: no };
    }
  }
}

/**
 * Days (counted from 1970-01-01) of which a window of the report contains some hours only. Once they are folded, their
 * roll-ups no longer tell these hours apart: the days one year before, and recent ones if a clock was ahead.
 */
function cutDays({ from, to, previous }: ReportRange): number[] {
  const ends = [from, to, ...(previous === null ? [] : [previous.from, previous.to])];
  return ends.filter((end) => end % DAY_MS !== 0).map(dayOf);
}

/** The scope in which the first event is searched. */
function scopeOf({ workspaceNo, kind, no, current }: ReportSubject): ReportScope {
  if (current === null || current.moved.length === 0) return { workspaceNo, kind, scopeNos: [no] };
  return { workspaceNo, kind: SCOPE_KIND.link, scopeNos: current.linkNos };
}
