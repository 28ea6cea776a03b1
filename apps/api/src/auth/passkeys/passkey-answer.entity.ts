import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A used passkey response, identified by the hash of its client data, which contains the challenge; stored until the
 * challenge would have expired, so that the response cannot be replayed.
 */
@Entity('passkey_answers')
@Index('passkey_answers_expires_idx', ['expiresAt'])
export class PasskeyAnswerEntity {
  @PrimaryColumn('bytea', { name: 'challenge_hash' })
  challengeHash: Buffer;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
