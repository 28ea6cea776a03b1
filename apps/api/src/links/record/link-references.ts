import { Injectable } from '@nestjs/common';
import { problem, type FieldError, type LinkInput } from '@signpost/contracts';
import type { EntityManager } from 'typeorm';
import { firstRow } from '../../platform/database/index.js';

/** The campaign and the member that a link refers to. */
@Injectable()
export class LinkReferences {
  /**
   * Errors in the ids of an input. Referenced records are locked against deletion until the transaction ends. Call it
   * before locking links: deleting a campaign or deactivating a member locks in the same order.
   */
  async check(workspaceId: string, input: LinkInput, tx: EntityManager): Promise<FieldError[]> {
    const errors: FieldError[] = [];
    if (typeof input.campaignId === 'string' && !(await this.hasCampaign(workspaceId, input.campaignId, tx))) {
      errors.push(problem('campaignId', 'campaign_unknown'));
    }
    if (typeof input.responsibleUserId === 'string') {
      const found = await firstRow(tx, LOCK_MEMBER, [workspaceId, input.responsibleUserId]);
      if (found === null) errors.push(problem('responsibleUserId', 'member_unknown'));
    }
    return errors;
  }

  /** Whether the workspace has the campaign; locks it against deletion until the transaction ends. */
  async hasCampaign(workspaceId: string, campaignId: string, tx: EntityManager): Promise<boolean> {
    return (await firstRow(tx, LOCK_CAMPAIGN, [workspaceId, campaignId])) !== null;
  }
}

const LOCK_CAMPAIGN = `SELECT id FROM campaigns WHERE workspace_id = $1 AND id = $2 FOR SHARE`;
const LOCK_MEMBER = `
  SELECT user_id FROM memberships WHERE workspace_id = $1 AND user_id = $2 AND is_active FOR SHARE`;
