import { Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';

/** A file imported into a workspace; importing the same file again continues where it stopped. */
@Entity('imports')
@Unique('imports_file_key', ['workspaceId', 'fileHash'])
export class ImportEntity {
  @PrimaryColumn('uuid')
  id: string;

  @ForeignKey('WorkspaceEntity', { name: 'imports_workspace_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'workspace_id' })
  workspaceId: string;

  @Column('text', { name: 'file_hash' })
  fileHash: string;

  @Column('integer', { name: 'row_count' })
  rowCount: number;

  /** When its first rows were imported; further requests do not count as another import. */
  @Column('timestamptz', { name: 'started_at', nullable: true })
  startedAt: Date | null;

  @ForeignKey('UserEntity', { name: 'imports_created_by_fkey', onDelete: 'SET NULL' })
  @Column('uuid', { name: 'created_by', nullable: true })
  createdBy: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
