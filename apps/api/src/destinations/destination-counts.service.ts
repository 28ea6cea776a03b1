import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { HEALTH_STATES, type HealthState } from '@signpost/contracts';
import type { DataSource } from 'typeorm';
import { Config } from '../platform/config/index.js';
import { rows } from '../platform/database/index.js';
import { AbuseReportEntity } from './abuse-report.entity.js';

/** Number of destinations by state and of open reports, for all workspaces together. */
export interface DestinationCounts {
  /** Null if destinations are not monitored. */
  readonly states: Readonly<Record<HealthState, number>> | null;
  readonly openReports: number;
}

@Injectable()
export class DestinationCountsService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly config: Config,
  ) {}

  async read(): Promise<DestinationCounts> {
    const openReports = await this.source.getRepository(AbuseReportEntity).countBy({ state: 'open' });
    if (!this.config.destinationWatch) return { states: null, openReports };
    const found = await rows<{ state: HealthState; count: number }>(this.source.manager, COUNT, []);
    const counts = new Map(found.map(({ state, count }) => [state, count]));
    const states = Object.fromEntries(HEALTH_STATES.map((state) => [state, counts.get(state) ?? 0]));
    return { states: states as Record<HealthState, number>, openReports };
  }
}

const COUNT = 'SELECT state, count(*)::int AS count FROM watched_destinations GROUP BY state';
