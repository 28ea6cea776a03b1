import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { SessionEntity } from '../session/session.entity.js';

/** A token that takes a session to another host, once, within a minute; it ends with the session. Only its hash is kept. */
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
