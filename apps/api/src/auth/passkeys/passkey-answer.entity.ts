import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A challenge that was answered: kept until it is too old to be answered again. */
@Entity('passkey_answers')
@Index('passkey_answers_expires_idx', ['expiresAt'])
export class PasskeyAnswerEntity {
  @PrimaryColumn('bytea', { name: 'challenge_hash' })
  challengeHash: Buffer;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
