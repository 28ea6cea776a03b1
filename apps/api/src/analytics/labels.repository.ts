import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DIMENSION, type ClickCounts } from '../clicks/index.js';
import { rows } from '../platform/database/index.js';
import { namedReferrers, sumByCode, type ReferrerLabels, type UtmLabels } from './breakdowns.js';

/** Looks up the words for the dictionary numbers in a report. */
@Injectable()
export class LabelsRepository {
  async referrers(db: EntityManager, counts: ClickCounts, classes: readonly number[]): Promise<ReferrerLabels> {
    const nos = namedReferrers(counts, classes);
    if (nos.length === 0) return new Map();
    const found = await rows<{ no: number; host: string }>(
      db,
      'SELECT no, host FROM referrer_hosts WHERE no = ANY ($1::int[])',
      [nos],
    );
    return new Map(found.map(({ no, host }) => [no, host]));
  }

  async utm(
    db: EntityManager,
    workspaceNo: number,
    counts: ClickCounts,
    classes: readonly number[],
  ): Promise<UtmLabels> {
    const nos = [...sumByCode(counts, DIMENSION.utm, classes).keys()];
    const found = await rows<{ no: number; source: string | null; medium: string | null }>(
      db,
      'SELECT no, source, medium FROM utm_sets WHERE workspace_no = $1 AND no = ANY ($2::int[])',
      [workspaceNo, nos],
    );
    return new Map(found.map(({ no, source, medium }) => [no, { source, medium }]));
  }
}
