import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { firstRow, rows } from '../platform/database/index.js';

/** The link that a report is about. */
export interface LinkSubject {
  readonly no: number;
  readonly workspaceNo: number;
  readonly lifetimeClicks: number;
  readonly usedVisits: number;
  readonly maximumVisits: number | null;
}

/** The campaign or workspace that a report is about. */
export interface GroupSubject {
  readonly no: number;
  readonly workspaceNo: number;
  /** Links in it now, without deleted ones. */
  readonly linkCount: number;
}

/** A campaign that a report is about. */
export interface CampaignSubject extends GroupSubject {
  readonly id: string;
}

/** Finds what reports are about, always within a workspace. */
@Injectable()
export class SubjectsRepository {
  async findLink(db: EntityManager, workspaceId: string, linkId: string): Promise<LinkSubject | null> {
    const row = await firstRow<LinkSubject & { lifetimeClicks: string; usedVisits: string }>(
      db,
      `SELECT l.no, w.no AS "workspaceNo", c.lifetime_clicks AS "lifetimeClicks", c.used_visits AS "usedVisits",
              l.maximum_visits AS "maximumVisits"
       FROM links l JOIN workspaces w ON w.id = l.workspace_id JOIN link_counters c ON c.link_id = l.id
       WHERE l.workspace_id = $1 AND l.id = $2 AND l.deleted_at IS NULL`,
      [workspaceId, linkId],
    );
    if (row === null) return null;
    return { ...row, lifetimeClicks: Number(row.lifetimeClicks), usedVisits: Number(row.usedVisits) };
  }

  findCampaign(db: EntityManager, workspaceId: string, campaignId: string): Promise<CampaignSubject | null> {
    return firstRow<CampaignSubject>(
      db,
      `SELECT c.id, c.no, w.no AS "workspaceNo",
              (SELECT count(*)::int FROM links l
               WHERE l.workspace_id = $1 AND l.campaign_id = c.id AND l.deleted_at IS NULL) AS "linkCount"
       FROM campaigns c JOIN workspaces w ON w.id = c.workspace_id WHERE c.workspace_id = $1 AND c.id = $2`,
      [workspaceId, campaignId],
    );
  }

  findWorkspace(db: EntityManager, workspaceId: string): Promise<GroupSubject | null> {
    return firstRow<GroupSubject>(
      db,
      `SELECT 0 AS no, w.no AS "workspaceNo",
              (SELECT count(*)::int FROM links l WHERE l.workspace_id = $1 AND l.deleted_at IS NULL) AS "linkCount"
       FROM workspaces w WHERE w.id = $1`,
      [workspaceId],
    );
  }

  /** Numbers of the links that are in a campaign now, in rising order. */
  async linksOfCampaign(db: EntityManager, workspaceId: string, campaignId: string): Promise<number[]> {
    // Sorted here: asked for an order, a planner may walk over all links there are in it.
    const found = await rows<{ no: number }>(
      db,
      'SELECT no FROM links WHERE workspace_id = $1 AND campaign_id = $2 AND deleted_at IS NULL',
      [workspaceId, campaignId],
    );
    return found.map(({ no }) => no).sort((a, b) => a - b);
  }

  /** Lifetime clicks of the links that are in a campaign now. */
  async lifetimeClicks(db: EntityManager, workspaceId: string, campaignId: string): Promise<number> {
    const row = await firstRow<{ clicks: string }>(
      db,
      `SELECT coalesce(sum(c.lifetime_clicks), 0) AS clicks FROM links l JOIN link_counters c ON c.link_id = l.id
       WHERE l.workspace_id = $1 AND l.campaign_id = $2 AND l.deleted_at IS NULL`,
      [workspaceId, campaignId],
    );
    return Number(row?.clicks ?? 0);
  }
}
