import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  problem,
  type Campaign,
  type CampaignList,
  type CreateCampaignInput,
  type UpdateCampaignInput,
} from '@signpost/contracts';
import type { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { AuditService } from '../audit/index.js';
import type { Member } from '../platform/access/index.js';
import { fail, violates } from '../platform/errors/index.js';
import { Clock } from '../platform/time/index.js';
import { RedirectInvalidator } from '../redirect/index.js';
import { CampaignsRepository, type CampaignFields } from './campaigns.repository.js';

const FIELDS = ['name', 'utmCampaign', 'utmMedium'] as const;

@Injectable()
export class CampaignsService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly campaigns: CampaignsRepository,
    private readonly audit: AuditService,
    private readonly redirect: RedirectInvalidator,
    private readonly clock: Clock,
  ) {}

  async list(member: Member): Promise<CampaignList> {
    return { items: await this.campaigns.list(member.workspaceId) };
  }

  async get(member: Member, id: string): Promise<Campaign> {
    return (await this.campaigns.find(member.workspaceId, id)) ?? fail('campaign_not_found');
  }

  async create(member: Member, input: CreateCampaignInput): Promise<Campaign> {
    const id = uuidv7();
    const fields = { name: input.name, utmCampaign: input.utmCampaign, utmMedium: input.utmMedium ?? null };
    await this.source
      .transaction(async (tx) => {
        await this.campaigns.insert(member.workspaceId, id, fields, this.clock.date(), tx);
        await this.audit.record(member, 'campaign_created', { detail: { id, ...fields } }, tx);
      })
      .catch(failTaken);
    return this.get(member, id);
  }

  /** Updates the provided fields. New UTM values apply to the redirects of all its links at once. */
  async update(member: Member, id: string, input: UpdateCampaignInput): Promise<Campaign> {
    await this.source
      .transaction(async (tx) => {
        const current = (await this.campaigns.findForUpdate(member.workspaceId, id, tx)) ?? fail('campaign_not_found');
        const fields: CampaignFields = {
          name: input.name ?? current.name,
          utmCampaign: input.utmCampaign ?? current.utmCampaign,
          utmMedium: input.utmMedium === undefined ? current.utmMedium : input.utmMedium,
        };
        const changes = FIELDS.filter((field) => fields[field] !== current[field]).map((field) => ({
          field,
          from: current[field],
          to: fields[field],
        }));
        if (changes.length === 0) return;
        await this.campaigns.update(member.workspaceId, id, fields, this.clock.date(), tx);
        await this.audit.record(member, 'campaign_updated', { detail: { id, name: fields.name, changes } }, tx);
      })
      .catch(failTaken);
    this.redirect.campaignChanged(id);
    return this.get(member, id);
  }

  /** Deletes a campaign; its links remain without it. */
  async delete(member: Member, id: string): Promise<void> {
    await this.source.transaction(async (tx) => {
      const campaign = (await this.campaigns.findForUpdate(member.workspaceId, id, tx)) ?? fail('campaign_not_found');
      const links = await this.campaigns.detachLinks(member, id, this.clock.date(), tx);
      await this.campaigns.delete(member.workspaceId, id, tx);
      await this.audit.record(member, 'campaign_deleted', { detail: { id, name: campaign.name, links } }, tx);
    });
    this.redirect.campaignChanged(id);
  }
}

function failTaken(error: unknown): never {
  if (violates(error, 'campaigns_utm_campaign_key')) {
    fail('utm_campaign_taken', {
      errors: [problem('utmCampaign', 'utm_campaign_taken')],
    });
  }
  throw error;
}
