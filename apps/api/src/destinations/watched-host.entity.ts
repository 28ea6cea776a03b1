import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A host that must not be asked for now: it was just checked, is being checked, or requested a pause. */
@Entity('watched_hosts')
export class WatchedHostEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'watched_hosts_pkey' })
  host: string;

  /** Earliest time of the next check of any of its addresses. */
  @Column('timestamptz', { name: 'free_at' })
  freeAt: Date;
}
