import type { HistoryChange, NamedActor } from '@signpost/contracts';
import { Column, Entity, ForeignKey, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

/** An entry of a link's history. */
@Entity('link_history')
@ForeignKey('LinkEntity', ['workspaceId', 'linkId'], ['workspaceId', 'id'], {
  name: 'link_history_link_fkey',
  onDelete: 'CASCADE',
})
@Index('link_history_page_idx', { synchronize: false })
export class LinkHistoryEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'workspace_id' })
  workspaceId: string;

  @Column('uuid', { name: 'link_id' })
  linkId: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  at: Date;

  @Column('uuid', { name: 'actor_id', nullable: true })
  actorId: string | null;

  @ManyToOne('UserEntity', { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'actor_id', foreignKeyConstraintName: 'link_history_actor_id_fkey' })
  actor?: NamedActor | null;

  @Column('text')
  action: string;

  @Column('jsonb')
  changes: HistoryChange[];
}
