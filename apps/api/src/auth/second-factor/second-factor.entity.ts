import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** Codes of an authenticator app that an account is asked for after its password. */
@Entity('second_factors')
export class SecondFactorEntity {
  @ForeignKey('UserEntity', { name: 'second_factors_user_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  /** Sealed with a key of SESSION_SECRET. */
  @Column('bytea')
  secret: Buffer;

  /** Null while it is being set up. */
  @Column('timestamptz', { name: 'enabled_at', nullable: true })
  enabledAt: Date | null;

  /** The newest time step of which a code was used; bigint, as text. */
  @Column('bigint', { name: 'last_step', nullable: true })
  lastStep: string | null;

  /** Wrong codes since `failuresSince`. */
  @Column('integer', { default: 0 })
  failures: number;

  @Column('timestamptz', { name: 'failures_since', nullable: true })
  failuresSince: Date | null;
}
