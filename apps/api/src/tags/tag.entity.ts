import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

/** A tag. Names are unique within a workspace, case-insensitively. */
@Entity('tags')
@Unique('tags_workspace_key', ['workspaceId', 'id'])
@Index('tags_name_key', { synchronize: false }) // (workspace_id, lower(name)), unique
export class TagEntity {
  @PrimaryColumn('uuid')
  id: string;

  @ForeignKey('WorkspaceEntity', { name: 'tags_workspace_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'workspace_id' })
  workspaceId: string;

  @Column('text')
  name: string;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;
}
