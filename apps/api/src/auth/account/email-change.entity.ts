import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

/**
 * A pending change of an account's address, which both addresses must confirm; only hashes of the tokens are stored.
 */
@Entity('email_changes')
@Check('email_changes_email_lower', 'new_email = lower(new_email)')
@Unique('email_changes_old_token_key', ['oldTokenHash'])
@Unique('email_changes_new_token_key', ['newTokenHash'])
@Index('email_changes_expires_idx', ['expiresAt'])
export class EmailChangeEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  @ForeignKey('UserEntity', { name: 'email_changes_user_id_fkey', onDelete: 'CASCADE' })
  userId: string;

  /** Lower case. */
  @Column('text', { name: 'new_email' })
  newEmail: string;

  @Column('bytea', { name: 'old_token_hash' })
  oldTokenHash: Buffer;

  @Column('bytea', { name: 'new_token_hash' })
  newTokenHash: Buffer;

  @Column('timestamptz', { name: 'old_confirmed_at', nullable: true })
  oldConfirmedAt: Date | null;

  @Column('timestamptz', { name: 'new_confirmed_at', nullable: true })
  newConfirmedAt: Date | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
