import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { firstRow, rows } from '../platform/database/index.js';

/** The link of a report. */
export interface LinkSubject {
  readonly no: number;
  readonly workspaceNo: number;
  readonly lifetimeClicks: number;
  readonly usedVisits: number;
  readonly maximumVisits: number | null;
}

/** The campaign or workspace of a report. */
export interface GroupSubject {
  readonly no: number;
  readonly workspaceNo: number;
  /** Number of its current links, without deleted ones. */
  readonly linkCount: number;
}

/** The campaign of a report. */
export interface CampaignSubject extends GroupSubject {
  readonly id: string;
}

/** Links of a campaign. */
export interface CampaignLinks {
  /** Their numbers, in ascending order. */
  readonly nos: readonly number[];
  /** Sum of their lifetime clicks. */
  readonly lifetimeClicks: number;
}

/** Finds the subjects of reports, always within a workspace. */
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

  async findSlug(db: EntityManager, workspaceId: string, linkId: string): Promise<string | null> {
    const sql = 'SELECT slug FROM links WHERE workspace_id = $1 AND id = $2 AND deleted_at IS NULL';
    return (await firstRow<{ slug: string }>(db, sql, [workspaceId, linkId]))?.slug ?? null;
  }

  async findUtmCampaign(db: EntityManager, workspaceId: string, campaignId: string): Promise<string | null> {
    const sql = 'SELECT utm_campaign FROM campaigns WHERE workspace_id = $1 AND id = $2';
    return (await firstRow<{ utm_campaign: string }>(db, sql, [workspaceId, campaignId]))?.utm_campaign ?? null;
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
              (SELECT coalesce(sum(live), 0)::int FROM link_counts WHERE workspace_id = $1) AS "linkCount"
       FROM workspaces w WHERE w.id = $1`,
      [workspaceId],
    );
  }

  /** The current links of a campaign, without deleted ones. */
  async campaignLinks(db: EntityManager, workspaceId: string, campaignId: string): Promise<CampaignLinks> {
    // One row, sorted here: thousands of rows cost more than their content, and with an ORDER BY the planner may scan all links
    // in that order.
    const row = await firstRow<{ nos: string | null; clicks: string }>(
      db,
      `SELECT string_agg(l.no::text, ',') AS nos, coalesce(sum(c.lifetime_clicks), 0) AS clicks
       FROM links l JOIN link_counters c ON c.link_id = l.id
       WHERE l.workspace_id = $1 AND l.campaign_id = $2 AND l.deleted_at IS NULL`,
      [workspaceId, campaignId],
    );
    const nos = row?.nos?.split(',').map(Number) ?? [];
    return { nos: nos.sort((a, b) => a - b), lifetimeClicks: Number(row?.clicks ?? 0) };
  }

  /** Title of a link, or its slug. */
  async linkName(db: EntityManager, workspaceId: string, linkId: string): Promise<string | null> {
    const sql = 'SELECT coalesce(title, slug) AS name FROM links WHERE workspace_id = $1 AND id = $2';
    return (await firstRow<{ name: string }>(db, sql, [workspaceId, linkId]))?.name ?? null;
  }

  async campaignName(db: EntityManager, workspaceId: string, campaignId: string): Promise<string | null> {
    const sql = 'SELECT name FROM campaigns WHERE workspace_id = $1 AND id = $2';
    return (await firstRow<{ name: string }>(db, sql, [workspaceId, campaignId]))?.name ?? null;
  }

  /** Slugs of links by id. */
  async slugs(db: EntityManager, workspaceId: string, linkIds: readonly string[]): Promise<Map<string, string>> {
    const sql = 'SELECT id, slug FROM links WHERE workspace_id = $1 AND id = ANY ($2::uuid[]) AND deleted_at IS NULL';
    const found = await rows<{ id: string; slug: string }>(db, sql, [workspaceId, linkIds]);
    return new Map(found.map(({ id, slug }) => [id, slug]));
  }
}
