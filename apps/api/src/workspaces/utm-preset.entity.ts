import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** A named set of tracking values of a workspace. */
@Entity('utm_presets')
export class UtmPresetEntity {
  @ForeignKey('WorkspaceEntity', { name: 'utm_presets_workspace_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'workspace_id', primaryKeyConstraintName: 'utm_presets_pkey' })
  workspaceId: string;

  /** Position in the list, from 0. */
  @PrimaryColumn('smallint', { primaryKeyConstraintName: 'utm_presets_pkey' })
  position: number;

  @Column('text')
  name: string;

  @Column('text', { nullable: true })
  source: string | null;

  @Column('text', { nullable: true })
  medium: string | null;

  @Column('text', { nullable: true })
  term: string | null;

  @Column('text', { nullable: true })
  content: string | null;
}
