import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LISTED, type Campaign } from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import type { Actor } from '../platform/access/index.js';
import { firstRow, rows } from '../platform/database/index.js';
import { CampaignEntity } from './campaign.entity.js';
import * as sql from './campaigns.sql.js';
import type { CampaignRow } from './campaigns.sql.js';

/** Fields that callers set. */
export type CampaignFields = Readonly<Pick<CampaignEntity, 'name' | 'utmCampaign' | 'utmMedium'>>;

@Injectable()
export class CampaignsRepository {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /** Campaigns with their counts, newest first. */
  async list(workspaceId: string, db = this.source.manager): Promise<Campaign[]> {
    return (await rows<CampaignRow>(db, sql.LIST, [workspaceId, LISTED.campaigns])).map(toCampaign);
  }

  async find(workspaceId: string, id: string, db = this.source.manager): Promise<Campaign | null> {
    const row = await firstRow<CampaignRow>(db, sql.FIND, [workspaceId, id]);
    return row === null ? null : toCampaign(row);
  }

  /**
   * The campaign without its counts, locked until the transaction ends: against other changes, and against links that are
   * about to join it. Links that are in it already may still be written: their foreign keys are checked once more where a
   * transaction writes them twice, and a deletion of the campaign waits for them.
   */
  async findForUpdate(workspaceId: string, id: string, tx: EntityManager): Promise<CampaignFields | null> {
    const lock = { mode: 'for_no_key_update' } as const;
    return tx.getRepository(CampaignEntity).findOne({ where: { workspaceId, id }, lock });
  }

  async insert(workspaceId: string, id: string, fields: CampaignFields, now: Date, tx: EntityManager): Promise<void> {
    const { name, utmCampaign, utmMedium } = fields;
    await tx
      .getRepository(CampaignEntity)
      .insert({ id, workspaceId, name, utmCampaign, utmMedium, createdAt: now, updatedAt: now });
  }

  async update(workspaceId: string, id: string, fields: CampaignFields, now: Date, tx: EntityManager): Promise<void> {
    const { name, utmCampaign, utmMedium } = fields;
    await tx
      .getRepository(CampaignEntity)
      .update({ workspaceId, id }, { name, utmCampaign, utmMedium, updatedAt: now });
  }

  /**
   * Removes every link from the campaign, including deleted ones, with a history entry for each. @returns the number of
   * live ones.
   */
  async detachLinks(actor: Actor, id: string, now: Date, tx: EntityManager): Promise<number> {
    const parameters = [actor.workspaceId, id, now, actor.userId];
    return (await firstRow<{ count: number }>(tx, sql.DETACH_LINKS, parameters))?.count ?? 0;
  }

  async delete(workspaceId: string, id: string, tx: EntityManager): Promise<void> {
    await tx.getRepository(CampaignEntity).delete({ workspaceId, id });
  }
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
