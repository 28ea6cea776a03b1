import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Destinations of a link: the main one, fallbacks and targets. */
@Entity('link_destinations')
@ForeignKey('LinkEntity', ['workspaceId', 'linkId'], ['workspaceId', 'id'], {
  name: 'link_destinations_link_fkey',
  onDelete: 'CASCADE',
})
@Index('link_destinations_hash_idx', ['hash'])
export class LinkDestinationEntity {
  @PrimaryColumn('uuid', { name: 'link_id', primaryKeyConstraintName: 'link_destinations_pkey' })
  linkId: string;

  @Column('uuid', { name: 'workspace_id' })
  workspaceId: string;

  @ForeignKey('WatchedDestinationEntity', { name: 'link_destinations_hash_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'link_destinations_pkey' })
  hash: Buffer;
}
