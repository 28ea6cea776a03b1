import { Column, CreateDateColumn, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

/** A workspace. Deleted ones stay, because their slugs are never handed out again. */
@Entity('workspaces')
@Unique('workspaces_slug_key', ['slug'])
@Unique('workspaces_no_key', ['no'])
@Index('workspaces_demo_idx', ['demoExpiresAt'], { where: 'demo_expires_at IS NOT NULL' })
export class WorkspaceEntity {
  @PrimaryColumn('uuid')
  id: string;

  /** Short surrogate for tables that grow with every click; given by the database. */
  @Column({ type: 'integer', generated: 'identity', generatedIdentity: 'ALWAYS', insert: false, update: false })
  no: number;

  @Column('text')
  slug: string;

  @Column('text')
  name: string;

  @Column('text', { name: 'link_prefix', nullable: true })
  linkPrefix: string | null;

  /** Whether members need a second factor. */
  @Column('boolean', { name: 'require_second_factor', default: false })
  requireSecondFactor: boolean;

  /** Object key of the logo in file storage. */
  @Column('text', { name: 'logo_key', nullable: true })
  logoKey: string | null;

  /** Where an unknown short address leads; null: to a page that says so. */
  @Column('text', { name: 'not_found_destination', nullable: true })
  notFoundDestination: string | null;

  /** Where an expired link without a fallback of its own leads. */
  @Column('text', { name: 'expiration_destination', nullable: true })
  expirationDestination: string | null;

  /** Where `/` of a short domain of its own leads. */
  @Column('text', { name: 'root_destination', nullable: true })
  rootDestination: string | null;

  /** When a demo ends; null for a workspace that stays. */
  @Column('timestamptz', { name: 'demo_expires_at', nullable: true })
  demoExpiresAt: Date | null;

  /** Of the token by which a browser comes back to the demo that it made. */
  @Column('bytea', { name: 'demo_token_hash', nullable: true })
  demoTokenHash: Buffer | null;

  /** Whether its destinations are looked at, where the instance does that. */
  @Column('boolean', { name: 'destination_watch', default: true })
  destinationWatch: boolean;

  /** Patterns of the hosts that its links may lead to; empty: any. */
  @Column('text', { name: 'allowed_hosts', array: true, default: '{}' })
  allowedHosts: string[];

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt: Date;

  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt: Date | null;
}
