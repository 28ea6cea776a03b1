import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PreviewInput, RedirectPreview } from '@signpost/contracts';
import {
  describeUserAgent,
  effectiveUtm,
  parseCountry,
  previewRedirect,
  type CampaignUtm,
  type Visit,
} from '@signpost/domain';
import type { DataSource } from 'typeorm';
import type { Member } from '../../platform/access/index.js';
import { firstRow } from '../../platform/database/index.js';
import { fail } from '../../platform/errors/index.js';
import { Clock } from '../../platform/time/index.js';
import { parseSystem } from '../links.dto.js';
import { LinksRepository } from './links.repository.js';

/** What a visitor would get, by the rules of the redirect and without side effects. */
@Injectable()
export class LinksPreviewService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly links: LinksRepository,
    private readonly clock: Clock,
  ) {}

  async preview(member: Member, id: string, input: PreviewInput): Promise<RedirectPreview> {
    const { workspaceId } = member;
    const link = (await this.links.find(workspaceId, id)) ?? fail('link_not_found');
    const campaign =
      link.campaignId === null
        ? null
        : await firstRow<CampaignUtm>(this.source.manager, CAMPAIGN_UTM, [workspaceId, link.campaignId]);
    const redirectLink = { ...link, workspaceId, hasPassword: link.isProtected, utm: effectiveUtm(link, campaign) };
    const { expirationDestination } = member.workspace;
    return previewRedirect(redirectLink, visitOf(input), input.at ?? this.clock.now(), expirationDestination);
  }
}

/** A person on an unknown system, unless the input says otherwise. */
function visitOf({ country, os, userAgent, unlocked }: PreviewInput): Visit {
  const facts = typeof userAgent === 'string' ? describeUserAgent(userAgent) : null;
  return {
    botClass: facts?.botClass ?? null,
    country: parseCountry(country),
    os: typeof os === 'string' ? (parseSystem(os) ?? null) : (facts?.system ?? null),
    query: '',
    hasGrant: unlocked === true,
  };
}

/** SQL, because campaigns depend on links, so that their entity cannot be imported here. */
const CAMPAIGN_UTM = `
  SELECT utm_campaign AS "utmCampaign", utm_medium AS "utmMedium" FROM campaigns WHERE workspace_id = $1 AND id = $2`;
