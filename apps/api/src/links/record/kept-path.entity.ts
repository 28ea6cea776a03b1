import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** An address of a former shortener that a slug cannot say. */
@Entity('kept_paths')
@ForeignKey('LinkEntity', ['workspaceId', 'linkId'], ['workspaceId', 'id'], {
  name: 'kept_paths_link_fkey',
  onDelete: 'CASCADE',
  deferrable: 'INITIALLY DEFERRED',
})
@Index('kept_paths_link_idx', ['linkId'])
@Index('kept_paths_folded_idx', ['workspaceId', 'folded'], { where: 'is_live' })
export class KeptPathEntity {
  @ForeignKey('WorkspaceEntity', { name: 'kept_paths_workspace_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'workspace_id' })
  workspaceId: string;

  /** As it was printed, decoded once. */
  @PrimaryColumn('text')
  path: string;

  /** The same without regard to case, as Unicode folds it. */
  @Column('text')
  folded: string;

  @Column('uuid', { name: 'link_id' })
  linkId: string;

  /** A revoked one leads nowhere, and is nobody else's. */
  @Column('boolean', { name: 'is_live', default: true })
  isLive: boolean;

  @Column('timestamptz', { name: 'created_at', default: () => 'clock_timestamp()' })
  createdAt: Date;
}
