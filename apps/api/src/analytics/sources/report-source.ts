import type { TopLink } from '@signpost/contracts';
import type { ReportRange, TimeWindow } from '@signpost/domain';
import type { EntityManager } from 'typeorm';
import type { ClickCounts, Dimension } from '../../clicks/index.js';
import type { WindowMetrics } from '../report.js';

/** The parts of a window that a report needs. */
export interface CountRequest {
  /** Traffic classes that the series counts. */
  readonly classes: readonly number[];
  /** The last dimension with a breakdown. */
  readonly upTo: Dimension;
  /** Whether the most clicked links are needed. */
  readonly topLinks: boolean;
}

/** The counts of a window. */
export interface CountedWindow {
  readonly counts: ClickCounts;
  /** By bucket of the range. */
  readonly series: readonly number[];
  readonly metrics: WindowMetrics;
  /** Empty unless requested. */
  readonly topLinks: TopLink[];
}

/** A source of a report's numbers. All queries run in the caller's transaction, so that the numbers are consistent. */
export interface ReportSource {
  count(db: EntityManager, range: ReportRange, request: CountRequest): Promise<CountedWindow>;
  /** Only the metrics of another window. */
  metrics(db: EntityManager, window: TimeWindow): Promise<WindowMetrics>;
}
