import { Injectable } from '@nestjs/common';
import { problem, type FieldError, type LinkInput } from '@signpost/contracts';
import type { EntityManager } from 'typeorm';
import { MembershipEntity } from '../../members/index.js';
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
      const where = { workspaceId, userId: input.responsibleUserId, isActive: true };
      const lock = { mode: 'pessimistic_read' } as const;
      if ((await tx.getRepository(MembershipEntity).findOne({ where, lock })) === null)
        errors.push(problem('responsibleUserId', 'member_unknown'));
    }
    return errors;
  }

  /** Whether the workspace has the campaign; locks it against deletion until the transaction ends. */
  async hasCampaign(workspaceId: string, campaignId: string, tx: EntityManager): Promise<boolean> {
    return (await firstRow(tx, LOCK_CAMPAIGN, [workspaceId, campaignId])) !== null;
  }
}

/** SQL, because campaigns depend on links, so that their entity cannot be imported here. */
const LOCK_CAMPAIGN = `SELECT id FROM campaigns WHERE workspace_id = $1 AND id = $2 FOR SHARE`;
