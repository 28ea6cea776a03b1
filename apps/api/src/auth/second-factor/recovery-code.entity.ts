import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** Helps whoever has lost the authenticator app, once; only its hash is kept. */
@Entity('recovery_codes')
export class RecoveryCodeEntity {
  @ForeignKey('UserEntity', { name: 'recovery_codes_user_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @PrimaryColumn('bytea', { name: 'code_hash' })
  codeHash: Buffer;

  @Column('timestamptz', { name: 'used_at', nullable: true })
  usedAt: Date | null;
}
