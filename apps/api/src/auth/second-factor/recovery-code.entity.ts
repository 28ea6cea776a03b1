import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** A single-use code for users who lost their authenticator app; only its hash is stored. */
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
