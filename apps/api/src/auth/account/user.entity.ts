import type { Language } from '../../platform/http/index.js';
import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

/** An account. Its ways to sign in are {@link IdentityEntity}s. */
@Entity('users')
@Unique('users_email_key', ['email'])
@Check('users_email_lower', 'email = lower(email)')
@Index('users_demo_idx', ['id'], { where: 'is_demo' })
export class UserEntity {
  @PrimaryColumn('uuid')
  id: string;

  /** Lower case. */
  @Column('text')
  email: string;

  @Column('timestamptz', { name: 'verified_at', nullable: true })
  verifiedAt: Date | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  /** Whether it exists only for a demo workspace. */
  @Column('boolean', { name: 'is_demo', default: false })
  isDemo: boolean;

  /** Language of its mails; null until it is known. */
  @Column('text', { nullable: true })
  language: Language | null;

  /** Whether the account receives a weekly mail about each workspace. */
  @Column('boolean', { name: 'weekly_digest', default: false })
  weeklyDigest: boolean;

  /** Display name shown next to the address. */
  @Column('text', { name: 'display_name', nullable: true })
  displayName: string | null;
}
