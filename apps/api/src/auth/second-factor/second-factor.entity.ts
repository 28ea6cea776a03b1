import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** The authenticator secret of an account that must enter a code after its password. */
@Entity('second_factors')
export class SecondFactorEntity {
  @ForeignKey('UserEntity', { name: 'second_factors_user_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  /** Encrypted with a key derived from SESSION_SECRET. */
  @Column('bytea')
  secret: Buffer;

  /** Null until it is enabled. */
  @Column('timestamptz', { name: 'enabled_at', nullable: true })
  enabledAt: Date | null;

  /** The latest time step whose code was used; bigint, as text. */
  @Column('bigint', { name: 'last_step', nullable: true })
  lastStep: string | null;

  /** Wrong codes since `failuresSince`. */
  @Column('integer', { default: 0 })
  failures: number;

  @Column('timestamptz', { name: 'failures_since', nullable: true })
  failuresSince: Date | null;
}
