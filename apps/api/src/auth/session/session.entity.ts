import type { SignInWay } from '@signpost/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

/** A signed-in browser. The cookie holds a random token, the row its hash. */
@Entity('sessions')
@Unique('sessions_token_hash_key', ['tokenHash'])
@Index('sessions_user_idx', ['userId'])
@Index('sessions_expires_idx', ['expiresAt'])
export class SessionEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('bytea', { name: 'token_hash' })
  tokenHash: Buffer;

  @ForeignKey('UserEntity', { name: 'sessions_user_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'user_id' })
  userId: string;

  /** Browser and system names. */
  @Column('text')
  browser: string;

  @Column('text')
  os: string;

  /** When the account authenticated; a session handed over to another host keeps the original time. */
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { name: 'last_seen_at', default: () => 'now()' })
  lastSeenAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  /** How the session was started; null for sessions from before this was recorded. */
  @Column('text', { nullable: true })
  way: SignInWay | null;
}
