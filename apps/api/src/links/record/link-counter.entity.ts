import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/**
 * Visit counters of a link, in a separate table because they change many times a second. `is_at_cap` is a generated
 * column, which TypeORM only compares if it created it, so this table is excluded from the schema comparison.
 */
@Entity('link_counters', { synchronize: false })
@ForeignKey('LinkEntity', ['workspaceId', 'linkId'], ['workspaceId', 'id'], {
  name: 'link_counters_workspace_fkey',
  onDelete: 'CASCADE',
})
@Index('link_counters_reached_idx', { synchronize: false })
@Index('link_counters_capped_idx', ['workspaceId', 'linkId'], { where: 'maximum_visits IS NOT NULL' })
export class LinkCounterEntity {
  @PrimaryColumn('uuid', { name: 'link_id' })
  linkId: string;

  @Column('uuid', { name: 'workspace_id' })
  workspaceId: string;

  /** Human visits redirected to the link's own destination, with or without cap; bigint, as text. */
  @Column('bigint', { name: 'used_visits', default: 0 })
  usedVisits: string;

  /** Clicks as stored in reports; lags by at most the write interval. */
  @Column('bigint', { name: 'lifetime_clicks', default: 0 })
  lifetimeClicks: string;

  /** Copy of the link's cap. */
  @Column('integer', { name: 'maximum_visits', nullable: true })
  maximumVisits: number | null;

  /** Whether the cap is reached; computed by the database. */
  @Column({ type: 'boolean', name: 'is_at_cap', insert: false, update: false })
  isAtCap: boolean;
}
