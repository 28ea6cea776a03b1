import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Number of links per workspace, as sums of rows: writers append rows, and a trigger on the table merges them once
 * there are more than 100. The table has no primary key, which TypeORM does not support, so it is excluded from the
 * schema comparison.
 */
@Entity('link_counts', { synchronize: false })
export class LinkCountEntity {
  @PrimaryColumn('uuid', { name: 'workspace_id' })
  workspaceId: string;

  /** Links that are not deleted. */
  @Column('integer')
  live: number;

  /** Links that are neither deleted nor archived. */
  @Column('integer')
  shown: number;
}
