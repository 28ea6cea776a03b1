import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { problem, type FieldError, type RuleName } from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { AuditService } from '../../audit/index.js';
import type { Actor } from '../../platform/access/index.js';
import { rows } from '../../platform/database/index.js';
import { fail } from '../../platform/errors/index.js';
import type { ValidatedRow } from './import-row.js';

/** A campaign that an import creates. */
export interface NewCampaign {
  readonly id: string;
  readonly name: string;
  readonly utmCampaign: string;
}

interface FoundCampaign extends NewCampaign {
  readonly utmMedium: string | null;
}

/** Resolves what rows refer to by name: campaigns, which are created if missing, and active members. */
@Injectable()
export class RowReferences {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly audit: AuditService,
  ) {}

  /**
   * Sets the ids in the fields of rows and adds errors. In a transaction, found campaigns are locked against deletion
   * until it ends.
   * @returns missing campaigns of rows without errors, each once, with the id that it will get.
   */
  async resolve(actor: Actor, validated: readonly ValidatedRow[], tx?: EntityManager): Promise<NewCampaign[]> {
    const db = tx ?? this.source.manager;
    await this.resolveMembers(actor.workspaceId, validated, db);
    const names = [...new Set(validated.flatMap(({ extras }) => extras.campaign ?? []))].sort();
    const find = tx === undefined ? FIND_CAMPAIGNS : HOLD_CAMPAIGNS;
    const found = names.length === 0 ? [] : await rows<FoundCampaign>(db, find, [actor.workspaceId, names]);
    const known = new Map<string, FoundCampaign>();
    for (const campaign of found) if (!known.has(campaign.name)) known.set(campaign.name, campaign);
    // The UTM value identifies a campaign; its name is only used if no UTM value matches.
    for (const campaign of found) known.set(campaign.utmCampaign, campaign);
    const made = new Map<string, NewCampaign>();
    for (const { fields, errors, extras } of validated) {
      if (extras.campaign === null) continue;
      const existing = known.get(extras.campaign);
      const campaign = existing ??
        made.get(extras.campaign) ?? { id: uuidv7(), name: extras.campaign, utmCampaign: extras.campaign };
      if (fields.utmCampaign !== null && fields.utmCampaign !== campaign.utmCampaign) {
        addError(errors, 'utm_campaign', 'campaign_brings_utm');
      }
      fields.campaignId = campaign.id;
      fields.utmCampaign = null;
      // Exports contain effective values, so the campaign's own medium must not be stored as the link's.
      if (existing !== undefined && fields.utmMedium === existing.utmMedium) fields.utmMedium = null;
      if (existing === undefined && errors.length === 0) made.set(extras.campaign, campaign);
    }
    return [...made.values()];
  }

  /** Creates the campaigns that open rows use. Where another request was faster, the rows get that one. */
  async make(
    actor: Actor,
    campaigns: readonly NewCampaign[],
    open: readonly ValidatedRow[],
    tx: EntityManager,
  ): Promise<void> {
    const used = new Set(open.map(({ fields }) => fields.campaignId));
    const wanted = campaigns.filter(({ id }) => used.has(id));
    if (wanted.length === 0) return;
    // Inserted in sorted order: two imports that create the same campaigns could otherwise deadlock.
    wanted.sort((a, b) => (a.utmCampaign < b.utmCampaign ? -1 : 1));
    const made = await rows<{ id: string }>(tx, MAKE_CAMPAIGNS, [
      actor.workspaceId,
      wanted.map(({ id }) => id),
      wanted.map(({ name }) => name),
      wanted.map(({ utmCampaign }) => utmCampaign),
    ]);
    const ids = new Set(made.map(({ id }) => id));
    for (const { id, name, utmCampaign } of wanted) {
      if (ids.has(id)) await this.audit.record(actor, 'campaign_created', { detail: { id, name, utmCampaign } }, tx);
    }
    const late = wanted.filter(({ id }) => !ids.has(id));
    if (late.length > 0) await this.takeOthers(actor, late, open, tx);
  }

  /** Gives rows the campaigns that another request has created in the meantime. */
  private async takeOthers(
    { workspaceId }: Actor,
    late: readonly NewCampaign[],
    open: readonly ValidatedRow[],
    tx: EntityManager,
  ): Promise<void> {
    const values = late.map(({ utmCampaign }) => utmCampaign);
    const found = await rows<FoundCampaign>(tx, HOLD_CAMPAIGNS, [workspaceId, values]);
    const others = new Map(found.map((campaign) => [campaign.utmCampaign, campaign]));
    const byId = new Map(late.map(({ id, utmCampaign }) => [id, others.get(utmCampaign) ?? fail('conflict')]));
    for (const { fields } of open) {
      const other = byId.get(fields.campaignId ?? '');
      if (other === undefined) continue;
      fields.campaignId = other.id;
      if (fields.utmMedium === other.utmMedium) fields.utmMedium = null;
    }
  }

  private async resolveMembers(
    workspaceId: string,
    validated: readonly ValidatedRow[],
    db: EntityManager,
  ): Promise<void> {
    const addresses = [...new Set(validated.flatMap(({ extras }) => extras.responsible ?? []))];
    if (addresses.length === 0) return;
    const members = await rows<{ email: string; userId: string }>(db, FIND_MEMBERS, [workspaceId, addresses]);
    const ids = new Map(members.map(({ email, userId }) => [email, userId]));
    for (const { fields, errors, extras } of validated) {
      if (extras.responsible === null) continue;
      const userId = ids.get(extras.responsible);
      if (userId === undefined) addError(errors, 'responsible', 'member_address_unknown');
      else fields.responsibleUserId = userId;
    }
  }
}

function addError(errors: FieldError[], field: string, rule: RuleName): void {
  if (!errors.some((known) => known.field === field)) errors.push(problem(field, rule));
}

// SQL, because campaigns depend on links, so that their entity cannot be imported here, and many are inserted at once.

const FIND_CAMPAIGNS = `
  SELECT id, name, utm_campaign AS "utmCampaign", utm_medium AS "utmMedium" FROM campaigns
  WHERE workspace_id = $1 AND (utm_campaign = ANY($2::text[]) OR name = ANY($2::text[])) ORDER BY id`;

const HOLD_CAMPAIGNS = `${FIND_CAMPAIGNS} FOR SHARE`;

const FIND_MEMBERS = `
  SELECT u.email, m.user_id AS "userId" FROM memberships m JOIN users u ON u.id = m.user_id
  WHERE m.workspace_id = $1 AND m.is_active AND u.email = ANY($2::text[])`;

const MAKE_CAMPAIGNS = `
  INSERT INTO campaigns (id, workspace_id, name, utm_campaign)
  SELECT made.id, $1, made.name, made.utm_campaign
  FROM unnest($2::uuid[], $3::text[], $4::text[]) AS made (id, name, utm_campaign)
  ON CONFLICT (workspace_id, utm_campaign) DO NOTHING
  RETURNING id`;
