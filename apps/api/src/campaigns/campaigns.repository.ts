import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Campaign } from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { affected, firstRow, rows, UUID_V7 } from '../platform/database/index.js';

/** More campaigns than this are not listed; nobody reads them. */
const LISTED = 5000;

/** What a caller decides about a campaign. */
export interface CampaignFields {
  readonly name: string;
  readonly utmCampaign: string;
  readonly utmMedium: string | null;
}

@Injectable()
export class CampaignsRepository {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /** Campaigns with their counts, newest first. */
  async list(workspaceId: string, db = this.source.manager): Promise<Campaign[]> {
    const found = await rows<CampaignRow>(db, `${SELECT} ORDER BY c.created_at DESC, c.id DESC LIMIT ${LISTED}`, [
      workspaceId,
    ]);
    return found.map(toCampaign);
  }

  async find(workspaceId: string, id: string, db = this.source.manager): Promise<Campaign | null> {
    const row = await firstRow<CampaignRow>(db, `${SELECT} AND c.id = $2`, [workspaceId, id]);
    return row === null ? null : toCampaign(row);
  }

  async findForUpdate(workspaceId: string, id: string, tx: EntityManager): Promise<CampaignFields | null> {
    return firstRow<CampaignFields>(tx, LOCK, [workspaceId, id]);
  }

  async insert(workspaceId: string, id: string, fields: CampaignFields, now: Date, tx: EntityManager): Promise<void> {
    await rows(tx, INSERT, [id, workspaceId, fields.name, fields.utmCampaign, fields.utmMedium, now]);
  }

  async update(workspaceId: string, id: string, fields: CampaignFields, now: Date, tx: EntityManager): Promise<void> {
    await affected(tx, UPDATE, [workspaceId, id, fields.name, fields.utmCampaign, fields.utmMedium, now]);
  }

  /**
   * Takes every link out of the campaign, deleted ones too, with an entry in the history of each; answers how many live
   * ones there were.
   */
  async detachLinks(
    scope: { workspaceId: string; userId: string },
    id: string,
    now: Date,
    tx: EntityManager,
  ): Promise<number> {
    const detached = await firstRow<{ count: number }>(tx, DETACH, [scope.workspaceId, id, now, scope.userId]);
    return detached?.count ?? 0;
  }

  async delete(workspaceId: string, id: string, tx: EntityManager): Promise<void> {
    await affected(tx, `DELETE FROM campaigns WHERE workspace_id = $1 AND id = $2`, [workspaceId, id]);
  }
}

interface CampaignRow {
  id: string;
  name: string;
  utm_campaign: string;
  utm_medium: string | null;
  link_count: number;
  click_count: string;
  created_at: Date;
  updated_at: Date;
}

function toCampaign(row: CampaignRow): Campaign {
  return {
    id: row.id,
    name: row.name,
    utmCampaign: row.utm_campaign,
    utmMedium: row.utm_medium,
    linkCount: row.link_count,
    clickCount: Number(row.click_count),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

const SELECT = `
  SELECT c.id, c.name, c.utm_campaign, c.utm_medium, c.created_at, c.updated_at, k.clicks AS click_count,
    (SELECT count(*)::int FROM links l
     WHERE l.workspace_id = $1 AND l.campaign_id = c.id AND l.deleted_at IS NULL) AS link_count
  FROM campaigns c JOIN campaign_clicks k ON k.workspace_id = c.workspace_id AND k.campaign_id = c.id
  WHERE c.workspace_id = $1`;

const LOCK = `
  SELECT name, utm_campaign AS "utmCampaign", utm_medium AS "utmMedium" FROM campaigns
  WHERE workspace_id = $1 AND id = $2 FOR UPDATE`;

const INSERT = `
  INSERT INTO campaigns (id, workspace_id, name, utm_campaign, utm_medium, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $6)`;

const UPDATE = `
  UPDATE campaigns SET name = $3, utm_campaign = $4, utm_medium = $5, updated_at = $6
  WHERE workspace_id = $1 AND id = $2`;

// Links are locked in the order of their ids, as everybody does who changes several.
const DETACH = `
  WITH held AS (
    SELECT id FROM links WHERE workspace_id = $1 AND campaign_id = $2 ORDER BY id FOR UPDATE
  ), detached AS (
    UPDATE links l SET campaign_id = NULL, updated_at = CASE WHEN deleted_at IS NULL THEN $3 ELSE updated_at END
    FROM held WHERE l.id = held.id
    RETURNING l.id, l.deleted_at
  ), recorded AS (
    INSERT INTO link_history (id, workspace_id, link_id, actor_id, action, changes)
    SELECT ${UUID_V7}, $1, id, $4, 'updated',
      jsonb_build_array(jsonb_build_object('field', 'campaignId', 'from', $2::uuid, 'to', NULL))
    FROM detached
  )
  SELECT count(*)::int AS count FROM detached WHERE deleted_at IS NULL`;
