import type { AbuseReportState } from '@signpost/contracts';
import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A visitor's report about a link, and the decision on it. */
@Entity('abuse_reports')
@Check('abuse_reports_state_check', `state IN ('open', 'dismissed', 'quarantined')`)
@ForeignKey('LinkEntity', ['workspaceId', 'linkId'], ['workspaceId', 'id'], {
  name: 'abuse_reports_link_fkey',
  onDelete: 'CASCADE',
})
@Index('abuse_reports_page_idx', { synchronize: false }) // (workspace_id, created_at DESC, id DESC)
@Index('abuse_reports_link_idx', ['linkId'], { where: "state = 'open'" })
export class AbuseReportEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'workspace_id' })
  workspaceId: string;

  @Column('uuid', { name: 'link_id' })
  linkId: string;

  @Column('text')
  reason: string;

  @Column('text', { default: 'open' })
  state: AbuseReportState;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { name: 'decided_at', nullable: true })
  decidedAt: Date | null;
}
