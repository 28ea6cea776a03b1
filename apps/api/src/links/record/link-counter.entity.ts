import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/**
 * Visits of a link. Kept apart from it: visits change it many times a second. The database computes `is_at_cap`, which TypeORM
 * compares only where it has made the column itself, so that this table is left out of the comparison.
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

  /** Human visits that were redirected to the own destination, capped or not; bigint, as text. */
  @Column('bigint', { name: 'used_visits', default: 0 })
  usedVisits: string;

  /** The same as stored in reports; lags by at most the write interval. */
  @Column('bigint', { name: 'lifetime_clicks', default: 0 })
  lifetimeClicks: string;

  /** Copy of the link's. */
  @Column('integer', { name: 'maximum_visits', nullable: true })
  maximumVisits: number | null;

  /** Whether the cap is reached; computed by the database. */
  @Column({ type: 'boolean', name: 'is_at_cap', insert: false, update: false })
  isAtCap: boolean;
}
