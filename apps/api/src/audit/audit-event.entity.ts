import type { AuditType, NamedActor } from '@signpost/contracts';
import { Column, Entity, ForeignKey, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';

/** An entry of the activity log. Within a workspace, ids are committed in ascending order. */
@Entity('audit_events')
@Index('audit_events_page_idx', { synchronize: false }) // (workspace_id, id DESC)
@Index('audit_events_type_idx', { synchronize: false }) // (workspace_id, type, id DESC)
export class AuditEventEntity {
  /** bigint, as text. */
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @ForeignKey('WorkspaceEntity', { name: 'audit_events_workspace_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'workspace_id' })
  workspaceId: string;

  @Column('text')
  type: AuditType;

  @Column('timestamptz', { default: () => 'now()' })
  at: Date;

  /** Null for visitors, the system and deleted accounts. */
  @Column('uuid', { name: 'actor_id', nullable: true })
  actorId: string | null;

  @ManyToOne('UserEntity', { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'actor_id', foreignKeyConstraintName: 'audit_events_actor_id_fkey' })
  actor?: NamedActor | null;

  /** Id of the link, which may have been deleted since. */
  @Column('uuid', { name: 'link_id', nullable: true })
  linkId: string | null;

  @Column('text', { name: 'link_slug', nullable: true })
  linkSlug: string | null;

  @Column('jsonb', { default: {} })
  detail: Record<string, unknown>;
}
