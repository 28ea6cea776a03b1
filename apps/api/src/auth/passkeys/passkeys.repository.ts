import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { wasInserted } from '../../platform/database/index.js';
import { PasskeyAnswerEntity } from './passkey-answer.entity.js';
import { PasskeyEntity } from './passkey.entity.js';

/** Passkeys of accounts. */
@Injectable()
export class PasskeysRepository {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /** Oldest first. */
  listOf(userId: string, db = this.source.manager): Promise<PasskeyEntity[]> {
    return db.getRepository(PasskeyEntity).find({ where: { userId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  countOf(userId: string, db = this.source.manager): Promise<number> {
    return db.getRepository(PasskeyEntity).countBy({ userId });
  }

  findByCredential(credentialId: string, db = this.source.manager): Promise<PasskeyEntity | null> {
    return db.getRepository(PasskeyEntity).findOneBy({ credentialId });
  }

  /** A duplicate violates `passkeys_credential_key`. */
  async insert(passkey: Omit<PasskeyEntity, 'lastUsedAt'>, tx: EntityManager): Promise<void> {
    await tx.getRepository(PasskeyEntity).insert(passkey);
  }

  /** @returns the renamed passkey; null when the account has no such passkey. */
  async rename(userId: string, id: string, name: string): Promise<PasskeyEntity | null> {
    const passkeys = this.source.manager.getRepository(PasskeyEntity);
    await passkeys.update({ userId, id }, { name });
    return passkeys.findOneBy({ userId, id });
  }

  async delete(userId: string, id: string, tx: EntityManager): Promise<void> {
    await tx.getRepository(PasskeyEntity).delete({ userId, id });
  }

  /** Updates counter and time of use, unless a concurrent use changed the counter. @returns whether it was updated. */
  async noteUse({ id, counter }: PasskeyEntity, newCounter: number, at: Date, tx: EntityManager): Promise<boolean> {
    const values = { counter: String(newCounter), lastUsedAt: at };
    return (await tx.getRepository(PasskeyEntity).update({ id, counter }, values)).affected === 1;
  }

  /** Marks a response as used. @returns true for exactly one of any parallel calls with the same hash. */
  async useChallenge(challengeHash: Buffer, expiresAt: Date, tx: EntityManager): Promise<boolean> {
    const values = { challengeHash, expiresAt };
    const insert = tx.createQueryBuilder().insert().into(PasskeyAnswerEntity).values(values).orIgnore();
    return wasInserted(await insert.returning('challenge_hash').execute());
  }
}
