import type { Targeting } from '@signpost/contracts';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { LinkFields } from './link-fields.js';

/** A link. What a search reads stands in front: a row is read from its beginning. Indexes with included columns, directions or expressions are the migrations' alone. */
@Entity('links')
@Unique('links_no_key', ['no'])
@Unique('links_workspace_key', ['workspaceId', 'id'])
@Check('links_window', 'expires_at > starts_at')
@Check('links_maximum_visits_check', 'maximum_visits >= 1')
@Check('links_one_campaign', 'campaign_id IS NULL OR utm_campaign IS NULL')
@Check('links_password', '(password_hash IS NULL) = (password_version IS NULL)')
@ForeignKey('AddressEntity', ['workspaceId', 'slug', 'id'], ['workspaceId', 'slug', 'linkId'], {
  name: 'links_slug_fkey',
  deferrable: 'INITIALLY DEFERRED',
})
@ForeignKey('CampaignEntity', ['workspaceId', 'campaignId'], ['workspaceId', 'id'], { name: 'links_campaign_fkey' })
@Index('links_responsible_idx', ['workspaceId', 'responsibleUserId'])
@Index('links_creator_idx', ['createdBy'])
@Index('links_live_idx', ['workspaceId'], { where: 'deleted_at IS NULL' })
@Index('links_expires_idx', { synchronize: false })
@Index('links_shown_idx', { synchronize: false })
@Index('links_archived_idx', { synchronize: false })
@Index('links_trash_idx', { synchronize: false })
@Index('links_campaign_idx', { synchronize: false })
@Index('links_destination_idx', { synchronize: false })
@Index('links_search_idx', { synchronize: false })
@Index('links_search_due_idx', ['id'], { where: 'destination_text IS NULL' })
@Index('links_quarantined_idx', ['quarantinedAt'], { where: 'quarantined_at IS NOT NULL' })
@Index('links_capped_idx', { synchronize: false })
@Index('links_paused_idx', { synchronize: false })
@Index('links_review_idx', { synchronize: false })
@Index('links_unassigned_idx', { synchronize: false })
@Index('links_alert_expiry_idx', { synchronize: false })
@Index('links_alert_review_idx', { synchronize: false })
@Index('links_alert_cap_idx', { synchronize: false })
@Index('links_list_idx', { synchronize: false })
@Index('links_restricted_idx', { synchronize: false })
@Index('links_by_name_idx', { synchronize: false })
export class LinkEntity implements Record<Exclude<keyof LinkFields, 'archived' | 'tags'>, unknown> {
  @PrimaryColumn('uuid')
  id: string;

  /** Short surrogate for tables that grow with every click; given by the database. */
  @Column({ type: 'integer', generated: 'identity', generatedIdentity: 'ALWAYS', insert: false, update: false })
  no: number;

  @ForeignKey('WorkspaceEntity', { name: 'links_workspace_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'workspace_id' })
  workspaceId: string;

  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt: Date | null;

  @Column('timestamptz', { name: 'archived_at', nullable: true })
  archivedAt: Date | null;

  /** Everything that search looks at, folded; kept by a trigger. */
  @Column('text', { name: 'search_text', default: '', select: false })
  searchText: string;

  /** Clicks that were counted elsewhere before the link moved here. */
  @Column('bigint', { name: 'prior_clicks', default: 0 })
  priorClicks: string;

  /** When it was stopped because of where it leads. */
  @Column('timestamptz', { name: 'quarantined_at', nullable: true })
  quarantinedAt: Date | null;

  /** Who may lift it: an operator any, a workspace only its own. */
  @Column('text', { name: 'quarantined_by', nullable: true })
  quarantinedBy: 'operator' | 'workspace' | null;

  @Column('text', { name: 'quarantine_reason', nullable: true })
  quarantineReason: string | null;

  @Column('boolean', { name: 'is_enabled', default: true })
  isEnabled: boolean;

  @Column('integer', { name: 'maximum_visits', nullable: true })
  maximumVisits: number | null;

  @Column('timestamptz', { name: 'starts_at', nullable: true })
  startsAt: Date | null;

  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt: Date | null;

  @Column('timestamptz', { name: 'review_at', nullable: true })
  reviewAt: Date | null;

  @ForeignKey('UserEntity', { name: 'links_responsible_user_id_fkey', onDelete: 'SET NULL' })
  @Column('uuid', { name: 'responsible_user_id', nullable: true })
  responsibleUserId: string | null;

  @ForeignKey('UserEntity', { name: 'links_created_by_fkey', onDelete: 'SET NULL' })
  @Column('uuid', { name: 'created_by', nullable: true })
  createdBy: string | null;

  @Column('uuid', { name: 'campaign_id', nullable: true })
  campaignId: string | null;

  /** Its current address; every address that it ever had is an {@link AddressEntity}. */
  @Column('text')
  slug: string;

  @Column('text', { nullable: true })
  title: string | null;

  @Column('text', { nullable: true })
  notes: string | null;

  @Column('text', { name: 'destination_url' })
  destinationUrl: string;

  @Column('text', { name: 'destination_host' })
  destinationHost: string;

  /** The destination decoded, for search: empty where nothing of it is encoded, null until the application has seen it. */
  @Column('text', { name: 'destination_text', nullable: true })
  destinationText: string | null;

  @Column('text', { name: 'scheduled_destination', nullable: true })
  scheduledDestination: string | null;

  @Column('text', { name: 'expiration_destination', nullable: true })
  expirationDestination: string | null;

  @Column('text', { name: 'limit_destination', nullable: true })
  limitDestination: string | null;

  @Column('text', { name: 'password_hash', nullable: true, select: false })
  passwordHash: string | null;

  /** Changes with every password that is set, the same one again too: it ends the grants given for the former. */
  @Column('uuid', { name: 'password_version', nullable: true })
  passwordVersion: string | null;

  @Column('text', { name: 'utm_source', nullable: true })
  utmSource: string | null;

  @Column('text', { name: 'utm_medium', nullable: true })
  utmMedium: string | null;

  @Column('text', { name: 'utm_campaign', nullable: true })
  utmCampaign: string | null;

  @Column('text', { name: 'utm_term', nullable: true })
  utmTerm: string | null;

  @Column('text', { name: 'utm_content', nullable: true })
  utmContent: string | null;

  @Column('jsonb', { nullable: true })
  targeting: Targeting | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt: Date;
}
