import { Column, CreateDateColumn, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';

/** A campaign: its UTM values go with every redirect of its links. */
@Entity('campaigns')
@Unique('campaigns_no_key', ['no'])
@Unique('campaigns_workspace_key', ['workspaceId', 'id'])
@Unique('campaigns_utm_campaign_key', ['workspaceId', 'utmCampaign'])
export class CampaignEntity {
  @PrimaryColumn('uuid')
  id: string;

  /** Short surrogate for tables that grow with every click; given by the database. */
  @Column({ type: 'integer', generated: 'identity', generatedIdentity: 'ALWAYS', insert: false, update: false })
  no: number;

  @ForeignKey('WorkspaceEntity', { name: 'campaigns_workspace_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'workspace_id' })
  workspaceId: string;

  @Column('text')
  name: string;

  @Column('text', { name: 'utm_campaign' })
  utmCampaign: string;

  @Column('text', { name: 'utm_medium', nullable: true })
  utmMedium: string | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt: Date;
}
