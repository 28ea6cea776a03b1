import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A path of another shortener that is not a valid slug. */
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

  /** The path as published, decoded once. */
  @PrimaryColumn('text')
  path: string;

  /** The path case-folded by Unicode's rules. */
  @Column('text')
  folded: string;

  @Column('uuid', { name: 'link_id' })
  linkId: string;

  /** A revoked path does not redirect and stays reserved. */
  @Column('boolean', { name: 'is_live', default: true })
  isLive: boolean;

  @Column('timestamptz', { name: 'created_at', default: () => 'clock_timestamp()' })
  createdAt: Date;
}
