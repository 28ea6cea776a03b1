import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

/** A discoverable credential of a device or password manager; it signs in alone and counts as both factors. */
@Entity('passkeys')
@Unique('passkeys_credential_key', ['credentialId'])
@Index('passkeys_user_idx', ['userId'])
export class PasskeyEntity {
  @PrimaryColumn('uuid')
  id: string;

  @ForeignKey('UserEntity', { name: 'passkeys_user_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'user_id' })
  userId: string;

  /** Base64url. */
  @Column('text', { name: 'credential_id' })
  credentialId: string;

  /** COSE key. */
  @Column('bytea', { name: 'public_key' })
  publicKey: Buffer;

  /** Signature counter of the authenticator; 0 if it has none. A bigint, as text. */
  @Column('bigint')
  counter: string;

  /** Transports by which the browser reaches the authenticator. */
  @Column('text', { array: true, default: () => `'{}'` })
  transports: string[];

  @Column('text')
  name: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt: Date | null;
}
