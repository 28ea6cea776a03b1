import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { problem, type FieldError, type LinkInput } from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { WorkspaceViews } from '../../workspaces/index.js';
import type { CurrentWorkspace } from '../../platform/access/index.js';
import { firstRow } from '../../platform/database/index.js';
import { LinkAddresses } from './link-addresses.js';

/** Data that link rules need from elsewhere: campaign, members, and the workspace's own URLs. */
@Injectable()
export class LinkReferences {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly addresses: LinkAddresses,
    private readonly views: WorkspaceViews,
  ) {}

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

  /** Every URL under which links with these slugs can be reached: on both origins, under each active prefix. */
  async ownUrls(
    workspace: CurrentWorkspace,
    slugs: readonly string[],
    db: EntityManager = this.source.manager,
  ): Promise<string[]> {
    const retained = await this.addresses.listRetainedPrefixes(workspace.id, db);
    const origins = new Set([this.views.shortUrlBase(workspace.slug, null), this.views.dashboardUrl(workspace.slug)]);
    const prefixes = [workspace.linkPrefix ?? '', ...retained].map((prefix) => (prefix === '' ? '' : `/${prefix}`));
    return [...origins].flatMap((origin) =>
      prefixes.flatMap((prefix) => slugs.map((slug) => `${origin}${prefix}/${slug}`)),
    );
  }
}

const LOCK_CAMPAIGN = `SELECT id FROM campaigns WHERE workspace_id = $1 AND id = $2 FOR SHARE`;
const LOCK_MEMBER = `
  SELECT user_id FROM memberships WHERE workspace_id = $1 AND user_id = $2 AND is_active FOR SHARE`;
