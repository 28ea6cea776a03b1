import type { Role } from '@signpost/contracts';
import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
} from 'typeorm';

/** Membership of an account in a workspace, with its role. A workspace has one owner, who is always active. */
@Entity('memberships')
@Check('memberships_owner_active', `role <> 'OWNER' OR is_active`)
@Check('memberships_role_check', `role IN ('OWNER', 'MEMBER', 'VIEWER')`)
@Index('memberships_one_owner_key', ['workspaceId'], { unique: true, where: `role = 'OWNER'` })
@Index('memberships_user_idx', ['userId'])
export class MembershipEntity {
  @ForeignKey('WorkspaceEntity', { name: 'memberships_workspace_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'workspace_id' })
  workspaceId: string;

  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  /** The account, referenced by entity name to avoid a circular import: accounts depend on workspaces. */
  @ManyToOne('UserEntity', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'memberships_user_id_fkey' })
  user?: { id: string; email: string; displayName: string | null; isDemo: boolean };

  @Column('text')
  role: Role;

  @Column('boolean', { name: 'is_active', default: true })
  isActive: boolean;

  /** Monday (UTC) of the last week whose digest the member received. */
  @Column('date', { name: 'digest_week', nullable: true })
  digestWeek: string | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;
}
