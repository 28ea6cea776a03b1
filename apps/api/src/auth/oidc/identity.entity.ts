import type { IdentityProvider } from '@signpost/contracts';
import { Check, Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';

/** One way to sign in to an account; at most one per provider. */
@Entity('identities')
@Unique('identities_subject_key', ['provider', 'subject'])
@Unique('identities_user_provider_key', ['userId', 'provider'])
@Check('identities_provider_check', `provider IN ('password', 'google', 'microsoft', 'oidc')`)
@Check('identities_password_hash', `(provider = 'password') = (password_hash IS NOT NULL)`)
export class IdentityEntity {
  @PrimaryColumn('uuid')
  id: string;

  @ForeignKey('UserEntity', { name: 'identities_user_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('text')
  provider: IdentityProvider;

  /** Stable id of the account at the provider; for a password, the id of the account itself. */
  @Column('text')
  subject: string;

  @Column('text')
  email: string;

  /** Argon2id hash; only for passwords. */
  @Column('text', { name: 'password_hash', nullable: true })
  passwordHash: string | null;

  /** For a password: whether ownership of the address had been proven when it was set. */
  @Column('boolean', { name: 'is_proven', default: false })
  isProven: boolean;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
