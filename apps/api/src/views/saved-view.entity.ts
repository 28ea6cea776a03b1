import { Column, CreateDateColumn, Entity, ForeignKey, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../auth/index.js';

/** A saved view: a named link list of a member, private or shared with the workspace. */
@Entity('saved_views')
@Index('saved_views_workspace_idx', ['workspaceId', 'userId'])
export class SavedViewEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'saved_views_pkey' })
  id: string;

  @ForeignKey('WorkspaceEntity', { name: 'saved_views_workspace_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'workspace_id' })
  workspaceId: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @ManyToOne(() => UserEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'saved_views_user_id_fkey' })
  owner?: Pick<UserEntity, 'id' | 'email'>;

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
