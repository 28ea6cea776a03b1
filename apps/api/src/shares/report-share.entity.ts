import type { ShareSubjectType } from '@signpost/contracts';
import { Column, CreateDateColumn, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { UserEntity } from '../auth/index.js';
import { WorkspaceEntity } from '../workspaces/index.js';

/** A shared report, readable by anyone who has its URL until it expires. Only the token's hash is stored. */
@Entity('report_shares')
@Unique('report_shares_token_key', ['tokenHash'])
@Index('report_shares_workspace_idx', ['workspaceId', 'expiresAt'])
export class ReportShareEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'workspace_id' })
  workspaceId: string;

  @ManyToOne(() => WorkspaceEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'workspace_id', foreignKeyConstraintName: 'report_shares_workspace_id_fkey' })
  workspace?: WorkspaceEntity;

  @Column('bytea', { name: 'token_hash' })
  tokenHash: Buffer;

  @Column('text', { name: 'subject_type' })
  subjectType: ShareSubjectType;

  /** Id of the link or campaign, which may be deleted; null for the workspace. */
  @Column('uuid', { name: 'subject_id', nullable: true })
  subjectId: string | null;

  @Column('text', { nullable: true })
  title: string | null;

  @Column('uuid', { name: 'created_by', nullable: true })
  createdBy: string | null;

  @ManyToOne(() => UserEntity, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'created_by', foreignKeyConstraintName: 'report_shares_created_by_fkey' })
  creator?: Pick<UserEntity, 'id' | 'email'> | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
