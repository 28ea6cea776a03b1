import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { OutsideProvider } from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { IdentityEntity } from './identity.entity.js';

/** An account at an external provider: its stable id there, and the address reported by the provider. */
export interface ExternalIdentity {
  readonly provider: OutsideProvider;
  readonly subject: string;
  readonly email: string;
}

/** Ways to sign in to accounts. */
@Injectable()
export class IdentitiesRepository {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /** At most one per provider, oldest first. */
  listOf(userId: string, db: EntityManager = this.source.manager): Promise<IdentityEntity[]> {
    return db.getRepository(IdentityEntity).find({ where: { userId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** The account that an external identity belongs to. */
  async findOwner(identity: ExternalIdentity, db: EntityManager = this.source.manager): Promise<string | null> {
    const { provider, subject } = identity;
    return (await db.getRepository(IdentityEntity).findOneBy({ provider, subject }))?.userId ?? null;
  }

  /**
   * Fails with a violation of `identities_subject_key` or `identities_user_provider_key` if the identity or provider is
   * already connected.
   */
  async insert(userId: string, { provider, subject, email }: ExternalIdentity, tx: EntityManager): Promise<void> {
    await tx.getRepository(IdentityEntity).insert({ id: uuidv7(), userId, provider, subject, email });
  }

  async delete(userId: string, id: string, tx: EntityManager): Promise<void> {
    await tx.getRepository(IdentityEntity).delete({ userId, id });
  }
}
