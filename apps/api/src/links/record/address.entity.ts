import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

/**
 * `revoked`: reserved permanently for its former link; `prefix`: the current link prefix; `retained`: a former prefix
 * that still works.
 */
export type AddressKind = 'slug' | 'alias' | 'revoked' | 'prefix' | 'retained';

/**
 * A path of a workspace and its owner. Slugs, aliases and link prefixes share one namespace; a former slug stays
 * reserved for its link.
 */
@Entity('addresses')
@Unique('addresses_link_key', ['workspaceId', 'slug', 'linkId'])
@Check('addresses_kind_check', `kind IN ('slug', 'alias', 'revoked', 'prefix', 'retained')`)
@Check('addresses_owner', `(kind IN ('slug', 'alias', 'revoked')) = (link_id IS NOT NULL)`)
@ForeignKey('LinkEntity', ['workspaceId', 'linkId'], ['workspaceId', 'id'], {
  name: 'addresses_link_fkey',
  onDelete: 'CASCADE',
  deferrable: 'INITIALLY DEFERRED',
})
@Index('addresses_one_slug_key', ['linkId'], { unique: true, where: `kind = 'slug'` })
@Index('addresses_one_prefix_key', ['workspaceId'], { unique: true, where: `kind = 'prefix'` })
@Index('addresses_link_idx', ['linkId', 'kind'])
@Index('addresses_retained_idx', ['workspaceId', 'slug'], { where: `kind = 'retained'` })
export class AddressEntity {
  @ForeignKey('WorkspaceEntity', { name: 'addresses_workspace_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'workspace_id' })
  workspaceId: string;

  @PrimaryColumn('text')
  slug: string;

  @Column('text')
  kind: AddressKind;

  @Column('uuid', { name: 'link_id', nullable: true })
  linkId: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
