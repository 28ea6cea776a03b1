import { Check, Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn, Unique } from 'typeorm';

// The tables of clicks. Only SQL reads and writes them, many rows per statement; these classes exist so that a test can compare
// the tables with the migrations.

/**
 * Referrer hosts. 0 in events is `direct`. Excluded from TypeORM's schema comparison, which lower-cases the default of `day` in
 * the database but not here, and so always reports a difference.
 */
@Entity('referrer_hosts', { synchronize: false })
@Unique('referrer_hosts_host_key', ['host'])
@Index('referrer_hosts_new_idx', ['workspaceNo', 'day'])
export class ReferrerHostEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  no: number;

  @Column('text')
  host: string;

  /** Workspace and day that added the host: a workspace may add a limited number of hosts per day. */
  @Column('integer', { name: 'workspace_no' })
  workspaceNo: number;

  // Today in UTC.
  @Column('date', { default: () => `(now() AT TIME ZONE 'UTC')::date` })
  day: string;
}

/** Sets of UTM values as they were at the time of a click. In events 0 means that no value was set. */
@Entity('utm_sets')
@Unique('utm_sets_digest_key', ['workspaceNo', 'digest'])
export class UtmSetEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  no: number;

  @Column('integer', { name: 'workspace_no' })
  workspaceNo: number;

  /** SHA-256 of the five values, which together may be too long for an index entry. */
  @Column('bytea')
  digest: Buffer;

  @Column('text', { nullable: true })
  source: string | null;

  @Column('text', { nullable: true })
  medium: string | null;

  @Column('text', { nullable: true })
  campaign: string | null;

  @Column('text', { nullable: true })
  term: string | null;

  @Column('text', { nullable: true })
  content: string | null;
}

/**
 * One row per event, in monthly partitions and without a key. Excluded from TypeORM's schema comparison, which supports neither;
 * the columns declared as primary here are none.
 */
@Entity('click_events', { synchronize: false })
export class ClickEventEntity {
  @PrimaryColumn('timestamptz', { name: 'occurred_at' })
  occurredAt: Date;

  /** 64-bit hash of the visitor, keyed with the salt of the day. */
  @PrimaryColumn('bigint')
  visitor: string;

  @Column('integer', { name: 'workspace_no' })
  workspaceNo: number;

  @Column('integer', { name: 'link_no' })
  linkNo: number;

  @Column('integer', { name: 'campaign_no' })
  campaignNo: number;

  @Column('integer', { name: 'utm_no' })
  utmNo: number;

  @Column('integer', { name: 'referrer_no' })
  referrerNo: number;

  @Column('smallint')
  country: number;

  @Column('smallint')
  outcome: number;

  @Column('smallint')
  device: number;

  @Column('smallint')
  browser: number;

  @Column('smallint')
  os: number;

  @Column('smallint', { name: 'bot_class' })
  botClass: number;
}

/** Retention has dropped the raw events of every day before this one. The table has one row. */
@Entity('click_retention')
@Check('click_retention_is_only_check', 'is_only')
export class ClickRetentionEntity {
  @PrimaryColumn('boolean', { name: 'is_only', default: true })
  isOnly: boolean;

  @Column('date', { name: 'dropped_before' })
  droppedBefore: string;
}

/** Data of reports for recent days: one row per scope and UTC hour, updated in the transaction that stores the events. */
@Entity('click_hours')
@Index('click_hours_day_no_idx', { synchronize: false })
export class ClickHourEntity {
  @PrimaryColumn('integer', { name: 'workspace_no' })
  workspaceNo: number;

  @PrimaryColumn('integer', { name: 'scope_no' })
  scopeNo: number;

  @PrimaryColumn('date')
  day: string;

  @Column('integer', { name: 'first_visitors' })
  firstVisitors: number;

  @Column('integer', { name: 'last_visitors' })
  lastVisitors: number;

  @Column('integer', { name: 'first_ms' })
  firstMs: number;

  @PrimaryColumn('smallint')
  kind: number;

  @PrimaryColumn('smallint')
  hour: number;

  @Column('bytea')
  counts: Buffer;

  @Column('bytea', { nullable: true })
  links: Buffer | null;

  @Column('bytea', { name: 'recent_links', nullable: true })
  recentLinks: Buffer | null;
}

/** Data of reports for earlier days: the hours of a day, folded into one row. */
@Entity('click_days')
export class ClickDayEntity {
  @PrimaryColumn('integer', { name: 'workspace_no' })
  workspaceNo: number;

  @PrimaryColumn('integer', { name: 'scope_no' })
  scopeNo: number;

  @PrimaryColumn('date')
  day: string;

  @Column('integer')
  visitors: number;

  @Column('integer', { name: 'first_ms' })
  firstMs: number;

  @PrimaryColumn('smallint')
  kind: number;

  @Column('bytea')
  counts: Buffer;

  @Column('bytea', { nullable: true })
  links: Buffer | null;
}

/** Visitors of a day that has not been folded yet. */
@Entity('click_visitors')
export class ClickVisitorEntity {
  @PrimaryColumn('bigint')
  visitor: string;

  @PrimaryColumn('integer', { name: 'workspace_no' })
  workspaceNo: number;

  @PrimaryColumn('integer', { name: 'scope_no' })
  scopeNo: number;

  @PrimaryColumn('date')
  day: string;

  @PrimaryColumn('smallint')
  kind: number;

  @Column('smallint', { name: 'first_hour' })
  firstHour: number;

  @Column('smallint', { name: 'last_hour' })
  lastHour: number;
}

/** Days of a workspace that have been folded. */
@Entity('click_folded_days')
export class ClickFoldedDayEntity {
  @PrimaryColumn('integer', { name: 'workspace_no' })
  workspaceNo: number;

  @PrimaryColumn('date')
  day: string;

  @Column('timestamptz', { name: 'folded_at', default: () => 'clock_timestamp()' })
  foldedAt: Date;
}

/** Clicks of a scope since it was created. */
@Entity('click_totals')
export class ClickTotalEntity {
  @PrimaryColumn('integer', { name: 'workspace_no' })
  workspaceNo: number;

  @PrimaryColumn('smallint')
  kind: number;

  @PrimaryColumn('integer', { name: 'scope_no' })
  scopeNo: number;

  @Column('bigint')
  clicks: string;
}

/** Campaigns in which a link was clicked, with the first and the last day. */
@Entity('click_link_campaigns')
@Index('click_link_campaigns_of_campaign_idx', ['workspaceNo', 'campaignNo'], { where: 'campaign_no <> 0' })
export class ClickLinkCampaignEntity {
  @PrimaryColumn('integer', { name: 'workspace_no' })
  workspaceNo: number;

  @PrimaryColumn('integer', { name: 'link_no' })
  linkNo: number;

  @PrimaryColumn('integer', { name: 'campaign_no' })
  campaignNo: number;

  @Column('date', { name: 'first_day' })
  firstDay: string;

  @Column('date', { name: 'last_day' })
  lastDay: string;
}

/** Position up to which a journal has been stored. */
@Entity('click_journals')
export class ClickJournalEntity {
  @PrimaryColumn('uuid', { name: 'journal_id' })
  journalId: string;

  @Column('bigint', { default: 0 })
  position: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt: Date;
}
