import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A monitored destination of live links, with the result of its last check. */
@Entity('watched_destinations')
@Check('watched_destinations_state_check', `state IN ('ok', 'broken', 'unknown')`)
@Index('watched_destinations_due_idx', ['dueAt'])
@Index('watched_destinations_state_idx', ['state'], { where: "state <> 'ok'" })
export class WatchedDestinationEntity {
  /** SHA-256 of the URL. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'watched_destinations_pkey' })
  hash: Buffer;

  @Column('text')
  url: string;

  @Column('text')
  host: string;

  @Column('text', { default: 'unknown' })
  state: 'ok' | 'broken' | 'unknown';

  @Column('text', { nullable: true })
  reason: string | null;

  @Column('timestamptz', { name: 'checked_at', nullable: true })
  checkedAt: Date | null;

  /** Since when it has been in its state. */
  @Column('timestamptz', { nullable: true })
  since: Date | null;

  /** Time of the first check that found it broken, until a second one confirms it. */
  @Column('timestamptz', { name: 'suspected_at', nullable: true })
  suspectedAt: Date | null;

  @Column('timestamptz', { name: 'due_at' })
  dueAt: Date;
}
