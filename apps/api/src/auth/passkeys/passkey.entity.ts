import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

/** A discoverable key of a device or password manager: it signs in by itself, and stands for both factors. */
@Entity('passkeys')
@Unique('passkeys_credential_key', ['credentialId'])
@Index('passkeys_user_idx', ['userId'])
export class PasskeyEntity {
  @PrimaryColumn('uuid')
  id: string;

  @ForeignKey('UserEntity', { name: 'passkeys_user_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'user_id' })
  userId: string;

  /** In base64url. */
  @Column('text', { name: 'credential_id' })
  credentialId: string;

  /** COSE. */
  @Column('bytea', { name: 'public_key' })
  publicKey: Buffer;

  /** Uses as the authenticator counts them; 0 where it does not. bigint, as text. */
  @Column('bigint')
  counter: string;

  /** How the browser reaches the authenticator. */
  @Column('text', { array: true, default: () => `'{}'` })
  transports: string[];

  @Column('text')
  name: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt: Date | null;
}
