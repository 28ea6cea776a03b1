import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { SessionEntity } from '../session/session.entity.js';

/**
 * A single-use token that hands a session over to another host within a minute; deleted with the session. Only its hash
 * is stored.
 */
@Entity('hand_overs')
@Index('hand_overs_session_idx', ['sessionId'])
export class HandOverEntity {
  @PrimaryColumn('bytea', { name: 'token_hash' })
  tokenHash: Buffer;

  @Column('uuid', { name: 'session_id' })
  sessionId: string;

  @ManyToOne(() => SessionEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'session_id', foreignKeyConstraintName: 'hand_overs_session_id_fkey' })
  session?: SessionEntity;
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
