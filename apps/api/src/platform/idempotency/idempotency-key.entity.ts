import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** The first answer to a request with an `Idempotency-Key`; retained for a day. */
@Entity('idempotency_keys')
export class IdempotencyKeyEntity {
  @ForeignKey('WorkspaceEntity', { name: 'idempotency_keys_workspace_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'workspace_id', primaryKeyConstraintName: 'idempotency_keys_pkey' })
  workspaceId: string;

  @ForeignKey('UserEntity', { name: 'idempotency_keys_user_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'idempotency_keys_pkey' })
  userId: string;

  /** Keys are separate per route. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'idempotency_keys_pkey' })
  route: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'idempotency_keys_pkey' })
  key: string;

  @Column('bytea', { name: 'body_hash' })
  bodyHash: Buffer;

  @Column('json')
  answer: unknown;

  @Index('idempotency_keys_created_at_idx')
  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;
}
