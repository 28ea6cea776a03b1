import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DAY_MS } from '@signpost/domain';
import type { ClientBase } from 'pg';
import type { DataSource } from 'typeorm';
import { CampaignsService } from '../campaigns/index.js';
import { ClickStore } from '../clicks/index.js';
import { LinksCreateService } from '../links/index.js';
import type { Member } from '../platform/access/index.js';
import { Clock } from '../platform/time/index.js';
import { WorkspacesRepository } from '../workspaces/index.js';
import { SAMPLE_CAMPAIGN, SAMPLE_DAYS, sampleClicks, sampleLinks, type ClickedLink } from './demo-samples.js';
import { DemoRepository } from './demo.repository.js';

/** Fills a demo with links created by the regular services, and clicks stored by the regular writer. */
@Injectable()
export class DemoContent {
  private readonly store = new ClickStore();

  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly demos: DemoRepository,
    private readonly workspaces: WorkspacesRepository,
    private readonly links: LinksCreateService,
    private readonly campaigns: CampaignsService,
    private readonly clock: Clock,
  ) {}

  async fill(workspaceId: string, { userId, email }: { userId: string; email: string }): Promise<void> {
    const workspace = await this.workspaces.get(workspaceId, this.source.manager);
    const owner: Member = { userId, email, role: 'OWNER', workspaceId, workspace, lacksSecondFactor: false };
    const now = this.clock.now();
    const clicked = await this.makeLinks(owner, now);
    await this.demos.backdateLinks(workspaceId, new Date(now - SAMPLE_DAYS * DAY_MS));
    await this.storeClicks(workspaceId, clicked, now);
  }

  private async makeLinks(owner: Member, now: number): Promise<ClickedLink[]> {
    const campaign = await this.campaigns.create(owner, SAMPLE_CAMPAIGN);
    const clicked: ClickedLink[] = [];
    for (const { input, inCampaign, clicksPerDay } of sampleLinks(now)) {
      const { answer: link } = await this.links.create(owner, {
        ...input,
        ...(inCampaign ? { campaignId: campaign.id } : {}),
        // Set as in the dashboard: links without a responsible member would all be listed for review.
        responsibleUserId: owner.userId,
      });
      const { id, campaignId, utmSource, utmMedium } = link;
      clicked.push({ id, campaignId, utmSource, utmMedium, clicksPerDay });
    }
    return clicked;
  }

  private async storeClicks(workspaceId: string, links: readonly ClickedLink[], now: number): Promise<void> {
    const runner = this.source.createQueryRunner();
    try {
      await runner.startTransaction();
      // The click writer uses the PostgreSQL driver directly.
      const client = (await runner.connect()) as ClientBase;
      await this.store.store(client, sampleClicks(workspaceId, links, now));
      await runner.commitTransaction();
    } finally {
      if (runner.isTransactionActive) await runner.rollbackTransaction();
      await runner.release();
    }
  }
}
