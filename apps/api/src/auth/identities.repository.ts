import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { IdentityProvider } from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { firstRow, rows } from '../platform/database/index.js';

/** One way in, without its secret. */
export interface IdentityRecord {
  readonly id: string;
  readonly provider: IdentityProvider;
  readonly email: string;
  readonly createdAt: Date;
}

/** An account at another provider: its stable id there, and the address that the provider names. */
export interface ExternalIdentity {
  readonly provider: 'google' | 'microsoft';
  readonly subject: string;
  readonly email: string;
}

@Injectable()
export class IdentitiesRepository {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /** At most one per provider, oldest first. */
  async listOf(userId: string, db: EntityManager = this.source.manager): Promise<IdentityRecord[]> {
    const found = await rows<{ id: string; provider: IdentityProvider; email: string; created_at: Date }>(db, LIST, [
      userId,
    ]);
    return found.map(({ id, provider, email, created_at }) => ({ id, provider, email, createdAt: created_at }));
  }

  /** The account that an external identity belongs to. */
  async findOwner(identity: ExternalIdentity, db: EntityManager = this.source.manager): Promise<string | null> {
    const row = await firstRow<{ user_id: string }>(db, FIND_OWNER, [identity.provider, identity.subject]);
    return row?.user_id ?? null;
  }

  /** Guarded by `identities_subject_key` and `identities_user_provider_key`. */
  async insert(userId: string, identity: ExternalIdentity, tx: EntityManager): Promise<void> {
    await rows(tx, INSERT, [uuidv7(), userId, identity.provider, identity.subject, identity.email]);
  }

  async delete(userId: string, id: string, tx: EntityManager): Promise<void> {
    await rows(tx, 'DELETE FROM identities WHERE user_id = $1 AND id = $2', [userId, id]);
  }
}

const LIST = `
  SELECT id, provider, email, created_at FROM identities WHERE user_id = $1 ORDER BY created_at, id`;

const FIND_OWNER = 'SELECT user_id FROM identities WHERE provider = $1 AND subject = $2';

const INSERT = 'INSERT INTO identities (id, user_id, provider, subject, email) VALUES ($1, $2, $3, $4, $5)';
