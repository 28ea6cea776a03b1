import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

/** Purpose of a token. */
export type TokenPurpose = 'verify_email' | 'reset_password' | 'sign_in';

/** A single-use mailed or printed secret; only its hash is stored. */
@Entity('user_tokens')
@Unique('user_tokens_token_hash_key', ['tokenHash'])
@Check('user_tokens_purpose_check', `purpose IN ('verify_email', 'reset_password', 'sign_in')`)
@Index('user_tokens_user_idx', ['userId', 'purpose'])
@Index('user_tokens_expires_idx', ['expiresAt'])
export class UserTokenEntity {
  @PrimaryColumn('uuid')
  id: string;

  @ForeignKey('UserEntity', { name: 'user_tokens_user_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('text')
  purpose: TokenPurpose;

  @Column('bytea', { name: 'token_hash' })
  tokenHash: Buffer;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  @Column('timestamptz', { name: 'used_at', nullable: true })
  usedAt: Date | null;
}
