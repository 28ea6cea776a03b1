import type { TopLink } from '@signpost/contracts';
import type { ReportRange, TimeWindow } from '@signpost/domain';
import type { EntityManager } from 'typeorm';
import type { ClickCounts, Dimension } from '../../clicks/index.js';
import type { WindowMetrics } from '../report.js';

/** What a report wants to know of its window. */
export interface ReportWants {
  /** Traffic classes that the series counts. */
  readonly classes: readonly number[];
  /** The last dimension that is broken down. */
  readonly upTo: Dimension;
  /** Whether the most clicked links are shown. */
  readonly topLinks: boolean;
}

/** What a window comes to. */
export interface CountedWindow {
  readonly counts: ClickCounts;
  /** By bucket of the range. */
  readonly series: readonly number[];
  readonly metrics: WindowMetrics;
  /** Empty unless they are wanted. */
  readonly topLinks: TopLink[];
}

/** Where a report's numbers come from. Everything is read within the caller's transaction, so that it agrees. */
export interface ReportSource {
  count(db: EntityManager, range: ReportRange, wants: ReportWants): Promise<CountedWindow>;
  /** The metrics of another window alone. */
  metrics(db: EntityManager, window: TimeWindow): Promise<WindowMetrics>;
}
