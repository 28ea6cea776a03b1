import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An address that live links lead to, and what was last found of it. */
@Entity('watched_destinations')
@Check('watched_destinations_state_check', `state IN ('ok', 'broken', 'unknown')`)
@Index('watched_destinations_due_idx', ['dueAt'])
@Index('watched_destinations_state_idx', ['state'], { where: "state <> 'ok'" })
@Index('watched_destinations_host_idx', ['host', 'checkedAt'])
export class WatchedDestinationEntity {
  /** SHA-256 of the address. */
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

  /** The first look that found it broken, until a second one says the same. */
  @Column('timestamptz', { name: 'suspected_at', nullable: true })
  suspectedAt: Date | null;

  @Column('timestamptz', { name: 'due_at' })
  dueAt: Date;
}
