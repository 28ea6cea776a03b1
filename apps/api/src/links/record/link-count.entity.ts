import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many links a workspace has, as sums of rows: writers add rows of their own, and a job adds them up. It has no key; TypeORM knows no table without, so that this one is left out of the comparison. */
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
