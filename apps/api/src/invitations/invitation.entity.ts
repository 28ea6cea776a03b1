import type { InvitationRole } from '@signpost/contracts';
import { Check, Column, CreateDateColumn, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';

/**
 * An invitation to a workspace. It is open until it is accepted or revoked; there is at most one open invitation per
 * address.
 */
@Entity('invitations')
@Unique('invitations_token_hash_key', ['tokenHash'])
@Check('invitations_email_check', 'email = lower(email)')
@Check('invitations_role_check', `role IN ('MEMBER', 'VIEWER')`)
@Index('invitations_open_key', ['workspaceId', 'email'], { unique: true, where: 'closed_at IS NULL' })
export class InvitationEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'workspace_id' })
  workspaceId: string;

  @ManyToOne('WorkspaceEntity', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'workspace_id', foreignKeyConstraintName: 'invitations_workspace_id_fkey' })
  workspace?: { name: string; deletedAt: Date | null };

  /** Lower case. */
  @Column('text')
  email: string;

  @Column('text')
  role: InvitationRole;

  /** Hash of the token, which is only in the mail. */
  @Column('bytea', { name: 'token_hash', select: false })
  tokenHash: Buffer;

  @Column('uuid', { name: 'invited_by', nullable: true })
  invitedBy: string | null;

  @ManyToOne('UserEntity', { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'invited_by', foreignKeyConstraintName: 'invitations_invited_by_fkey' })
  inviter?: { email: string; displayName: string | null } | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  /** When it was accepted or revoked. */
  @Column('timestamptz', { name: 'closed_at', nullable: true })
  closedAt: Date | null;
}
