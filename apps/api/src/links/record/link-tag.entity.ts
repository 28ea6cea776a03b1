import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Assignment of a tag to a link. */
@Entity('link_tags')
@ForeignKey('LinkEntity', ['workspaceId', 'linkId'], ['workspaceId', 'id'], {
  name: 'link_tags_link_fkey',
  onDelete: 'CASCADE',
})
@ForeignKey('TagEntity', ['workspaceId', 'tagId'], ['workspaceId', 'id'], {
  name: 'link_tags_tag_fkey',
  onDelete: 'CASCADE',
})
@Index('link_tags_tag_idx', ['tagId', 'linkId'])
@Index('link_tags_count_idx', ['tagId'])
export class LinkTagEntity {
  @Column('uuid', { name: 'workspace_id' })
  workspaceId: string;

  @PrimaryColumn('uuid', { name: 'link_id' })
  linkId: string;

  @PrimaryColumn('uuid', { name: 'tag_id' })
  tagId: string;
}
