import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A saved view: a named link list of a member, private or shared with the workspace. */
@Entity('saved_views')
@Index('saved_views_workspace_idx', ['workspaceId', 'userId'])
export class SavedViewEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'saved_views_pkey' })
  id: string;

  @ForeignKey('WorkspaceEntity', { name: 'saved_views_workspace_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'workspace_id' })
  workspaceId: string;

  @ForeignKey('UserEntity', { name: 'saved_views_user_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('text')
  name: string;

  /** Query string of the list, without `?`. */
  @Column('text')
  query: string;

  @Column('boolean', { name: 'is_shared' })
  isShared: boolean;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;
}
