import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager, SelectQueryBuilder } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { Language } from '../../platform/http/index.js';
import { IdentityEntity } from '../oidc/identity.entity.js';
import { UserEntity } from './user.entity.js';

/** An account with the hash of its password, null when it has none. */
export interface Account {
  readonly id: string;
  readonly email: string;
  readonly verified: boolean;
  readonly passwordHash: string | null;
  /** Whether a mail about each workspace comes every week. */
  readonly weeklyDigest: boolean;
  /** What colleagues see beside the address. */
  readonly displayName: string | null;
}

/** A password as it is stored: its hash, and whether whoever chose it had shown to own the address. */
export interface StoredPassword {
  readonly hash: string;
  readonly isProven: boolean;
}

/** Accounts and their passwords. */
@Injectable()
export class AccountsRepository {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /** @param email lower case. */
  findByEmail(email: string, db: EntityManager = this.source.manager): Promise<Account | null> {
    return readOne(db, (query) => query.where('user.email = :email AND NOT user.isDemo', { email }));
  }

  findById(id: string, db: EntityManager = this.source.manager): Promise<Account | null> {
    return readOne(db, (query) => query.where('user.id = :id', { id }));
  }

  /** When the account was made. */
  async createdAt(id: string, db: EntityManager = this.source.manager): Promise<Date | null> {
    return (await db.getRepository(UserEntity).findOneBy({ id }))?.createdAt ?? null;
  }

  /** Keeps changes to one account's sign-in methods in a row. */
  async lock(id: string, tx: EntityManager): Promise<void> {
    await tx.getRepository(UserEntity).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /**
   * The same, for what was decided by the account's password: whether that is still the one that was read. Hashing takes
   * so long that a reset may have come in between.
   */
  async lockUnchanged(account: Account, tx: EntityManager): Promise<boolean> {
    await this.lock(account.id, tx);
    return (await this.findById(account.id, tx))?.passwordHash === account.passwordHash;
  }

  /** Whether anybody has registered; demo accounts do not count. */
  hasAny(db: EntityManager = this.source.manager): Promise<boolean> {
    return db.getRepository(UserEntity).existsBy({ isDemo: false });
  }

  /**
   * Makes an account. The unique address is the database's to guard (`users_email_key`).
   * @param language of mails before the first sign-in.
   */
  async insert(
    email: string,
    verifiedAt: Date | null,
    tx: EntityManager,
    language: Language | null = null,
  ): Promise<string> {
    const id = uuidv7();
    await tx.getRepository(UserEntity).insert({ id, email, verifiedAt, language });
    return id;
  }

  /** Sets or replaces the password. */
  async setPassword(userId: string, email: string, password: StoredPassword, tx: EntityManager): Promise<void> {
    const { hash: passwordHash, isProven } = password;
    await tx
      .createQueryBuilder()
      .insert()
      .into(IdentityEntity)
      .values({ id: uuidv7(), userId, provider: 'password', subject: userId, email, passwordHash, isProven })
      .orUpdate(['password_hash', 'is_proven'], ['user_id', 'provider'])
      .execute();
  }

  /** Removes a password that nobody has proven to be the address owner's. @returns whether there was one. */
  async removeUnprovenPassword(userId: string, tx: EntityManager): Promise<boolean> {
    const removed = await tx.getRepository(IdentityEntity).delete({ userId, provider: 'password', isProven: false });
    return (removed.affected ?? 0) > 0;
  }

  /** @returns whether it was not verified before. */
  async markVerified(id: string, at: Date, tx: EntityManager): Promise<boolean> {
    const changed = await tx
      .createQueryBuilder()
      .update(UserEntity)
      .set({ verifiedAt: at })
      .where('id = :id AND verified_at IS NULL', { id })
      .execute();
    return (changed.affected ?? 0) > 0;
  }

  /** Writes those that are given. */
  async setPreferences(
    id: string,
    { weeklyDigest, displayName }: Partial<Pick<Account, 'weeklyDigest' | 'displayName'>>,
  ): Promise<void> {
    // TypeORM leaves out what is undefined, and refuses to write nothing.
    if (weeklyDigest === undefined && displayName === undefined) return;
    await this.source.getRepository(UserEntity).update({ id }, { weeklyDigest, displayName });
  }

  /**
   * Gives the account another address, which is verified. Nobody has shown to be the owner of that address by the password
   * that the account has: it counts as unproven from now on. The unique address is the database's to guard (`users_email_key`).
   * @param email lower case.
   */
  async changeEmail(id: string, email: string, verifiedAt: Date, tx: EntityManager): Promise<void> {
    await tx.getRepository(UserEntity).update({ id }, { email, verifiedAt });
    await tx.getRepository(IdentityEntity).update({ userId: id, provider: 'password' }, { email, isProven: false });
  }

  /** Deletes an account that nobody has verified, with everything of it. @returns whether there was one. */
  async deleteUnverified(id: string, tx: EntityManager): Promise<boolean> {
    const deleted = await tx
      .createQueryBuilder()
      .delete()
      .from(UserEntity)
      .where('id = :id AND verified_at IS NULL', { id })
      .execute();
    return (deleted.affected ?? 0) > 0;
  }
}

type WithPassword = UserEntity & { password: IdentityEntity | null };

async function readOne(
  db: EntityManager,
  narrow: (query: SelectQueryBuilder<UserEntity>) => SelectQueryBuilder<UserEntity>,
): Promise<Account | null> {
  const ofPassword = `password.userId = user.id AND password.provider = 'password'`;
  const query = db
    .getRepository(UserEntity)
    .createQueryBuilder('user')
    .leftJoinAndMapOne('user.password', IdentityEntity, 'password', ofPassword);
  const found = (await narrow(query).getOne()) as WithPassword | null;
  if (found === null) return null;
  const { id, email, verifiedAt, password, weeklyDigest, displayName } = found;
  const passwordHash = password?.passwordHash ?? null;
  return { id, email, verified: verifiedAt !== null, passwordHash, weeklyDigest, displayName };
}
