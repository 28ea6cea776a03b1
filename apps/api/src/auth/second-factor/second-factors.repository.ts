import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { IsNull, type DataSource, type EntityManager } from 'typeorm';
import { PasskeyEntity } from '../passkeys/passkey.entity.js';
import { RecoveryCodeEntity } from './recovery-code.entity.js';
import { SecondFactorEntity } from './second-factor.entity.js';

/** Authenticator secrets and their recovery codes. */
@Injectable()
export class SecondFactorsRepository {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  find(userId: string, db = this.source.manager): Promise<SecondFactorEntity | null> {
    return db.getRepository(SecondFactorEntity).findOneBy({ userId });
  }

  /** Like {@link find}, but locks the row until the transaction ends. */
  lock(userId: string, tx: EntityManager): Promise<SecondFactorEntity | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return tx.getRepository(SecondFactorEntity).findOne({ where: { userId }, lock });
  }

  /** Starts a setup, replacing an unfinished one. */
  async begin(userId: string, secret: Buffer, tx: EntityManager): Promise<void> {
    await tx
      .getRepository(SecondFactorEntity)
      .upsert({ userId, secret, enabledAt: null, lastStep: null, failures: 0, failuresSince: null }, ['userId']);
  }

  async update(userId: string, values: Partial<Omit<SecondFactorEntity, 'userId'>>, db: EntityManager): Promise<void> {
    await db.getRepository(SecondFactorEntity).update({ userId }, values);
  }

  /** Removes the factor and its recovery codes. @returns whether the factor was enabled. */
  async remove(userId: string, tx: EntityManager): Promise<boolean> {
    const former = await this.lock(userId, tx);
    await tx.getRepository(RecoveryCodeEntity).delete({ userId });
    await tx.getRepository(SecondFactorEntity).delete({ userId });
    return former !== null && former.enabledAt !== null;
  }

  async setRecoveryCodes(userId: string, hashes: readonly Buffer[], tx: EntityManager): Promise<void> {
    await tx.getRepository(RecoveryCodeEntity).delete({ userId });
    await tx.getRepository(RecoveryCodeEntity).insert(hashes.map((codeHash) => ({ userId, codeHash, usedAt: null })));
  }

  /** Consumes a recovery code. @returns true for exactly one of any parallel calls with the same code. */
  async useRecoveryCode(userId: string, codeHash: Buffer, at: Date, tx: EntityManager): Promise<boolean> {
    const unused = { userId, codeHash, usedAt: IsNull() };
    return (await tx.getRepository(RecoveryCodeEntity).update(unused, { usedAt: at })).affected === 1;
  }

  countRecoveryCodes(userId: string, db = this.source.manager): Promise<number> {
    return db.getRepository(RecoveryCodeEntity).countBy({ userId, usedAt: IsNull() });
  }

  /** Whether the account has an enabled authenticator app, and whether a passkey. */
  async factorsOf(userId: string, db = this.source.manager): Promise<{ totp: boolean; passkey: boolean }> {
    const factor = await this.find(userId, db);
    const passkey = await db.getRepository(PasskeyEntity).existsBy({ userId });
    return { totp: factor !== null && factor.enabledAt !== null, passkey };
  }
}
