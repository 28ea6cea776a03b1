import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { TimeWindow } from '@signpost/domain';
import type { DataSource } from 'typeorm';
import { dayOf, SCOPE_KIND } from '../clicks/index.js';
import { rows } from '../platform/database/index.js';
import type { RollupRow } from './sources/rollups.repository.js';

/** A stored day or hour of a link or campaign. A subject without any has a single row without a day. */
export interface RecentRow extends Pick<RollupRow, 'hour'> {
  readonly id: string;
  readonly isLink: boolean;
  readonly day: number | null;
  readonly counts: Buffer | null;
}

// SQL, because one query reads the few rows of each subject on a list page by their primary key.
const READ = `
  WITH subjects AS (
    SELECT l.id, w.no AS workspace_no, ${SCOPE_KIND.link} AS kind, l.no
    FROM links l JOIN workspaces w ON w.id = l.workspace_id
    WHERE l.workspace_id = $1 AND l.id = ANY ($2::uuid[]) AND l.deleted_at IS NULL
    UNION ALL
    SELECT c.id, w.no, ${SCOPE_KIND.campaign}, c.no
    FROM campaigns c JOIN workspaces w ON w.id = c.workspace_id
    WHERE c.workspace_id = $1 AND c.id = ANY ($3::uuid[])
  )
  SELECT s.id, s.kind = ${SCOPE_KIND.link} AS "isLink", r.day - DATE '1970-01-01' AS day, r.hour, r.counts
  FROM subjects s LEFT JOIN LATERAL (
    SELECT day, NULL::smallint AS hour, counts FROM click_days
    WHERE workspace_no = s.workspace_no AND kind = s.kind AND scope_no = s.no
      AND day BETWEEN DATE '1970-01-01' + $4::int AND DATE '1970-01-01' + $5::int
    UNION ALL
    SELECT day, hour, counts FROM click_hours
    WHERE workspace_no = s.workspace_no AND kind = s.kind AND scope_no = s.no
      AND day BETWEEN DATE '1970-01-01' + $4::int AND DATE '1970-01-01' + $5::int
  ) r ON true`;

/** Reads the stored days of a page of links and campaigns. */
@Injectable()
export class RecentClicksRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** @param window whole UTC days. */
  read(
    workspaceId: string,
    ids: { readonly links: readonly string[]; readonly campaigns: readonly string[] },
    window: TimeWindow,
  ): Promise<RecentRow[]> {
    const days = [dayOf(window.from), dayOf(window.to - 1)];
    return rows<RecentRow>(this.database.manager, READ, [workspaceId, ids.links, ids.campaigns, ...days]);
  }
}
