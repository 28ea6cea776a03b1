import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { IsNull, type DataSource, type EntityManager, type SelectQueryBuilder } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { Language } from '../../platform/http/index.js';
import { IdentityEntity } from '../oidc/identity.entity.js';
import { UserEntity } from './user.entity.js';

/** An account with its password hash; null when it has no password. */
export interface Account {
  readonly id: string;
  readonly email: string;
  readonly verified: boolean;
  readonly passwordHash: string | null;
  /** Whether the account receives a weekly mail about each workspace. */
  readonly weeklyDigest: boolean;
  /** Display name shown next to the address. */
  readonly displayName: string | null;
}

/** A newly made account: without a password, and without preferences. */
export function newAccount(id: string, email: string, verified: boolean): Account {
  return { id, email, verified, passwordHash: null, weeklyDigest: false, displayName: null };
}

/** A stored password: its hash, and whether ownership of the address had been proven when it was set. */
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

  /** When the account was created; null for an unknown id. */
  async createdAt(id: string, db: EntityManager = this.source.manager): Promise<Date | null> {
    return (await db.getRepository(UserEntity).findOneBy({ id }))?.createdAt ?? null;
  }

  /**
   * Locks the account's row, so that changes to its sign-in methods are serialised. Whatever refers to the account is still
   * written: its other requests record who made them, while they hold the activity log's lock that this one takes at its end.
   */
  async lock(id: string, tx: EntityManager): Promise<void> {
    await tx.getRepository(UserEntity).findOne({ where: { id }, lock: { mode: 'for_no_key_update' } });
  }

  /**
   * Locks the account and checks that its password is still the one in `account`: hashing takes long enough for a
   * password reset to happen in between.
   */
  async lockUnchanged(account: Account, tx: EntityManager): Promise<boolean> {
    await this.lock(account.id, tx);
    return (await this.findById(account.id, tx))?.passwordHash === account.passwordHash;
  }

  /** Whether any account exists; demo accounts do not count. */
  hasAny(db: EntityManager = this.source.manager): Promise<boolean> {
    return db.getRepository(UserEntity).existsBy({ isDemo: false });
  }

  /**
   * Creates an account. A duplicate address violates `users_email_key`.
   * @param language of mails before the first sign-in.
   */
  async insert(
    email: string,
    verifiedAt: Date | null,
    tx: EntityManager,
    language: Language | null = null,
  ): Promise<Account> {
    const id = uuidv7();
    await tx.getRepository(UserEntity).insert({ id, email, verifiedAt, language });
    return newAccount(id, email, verifiedAt !== null);
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

  /** Removes a password that was set before the address was proven. @returns whether there was one. */
  async removeUnprovenPassword(userId: string, tx: EntityManager): Promise<boolean> {
    const unproven = { userId, provider: 'password', isProven: false } as const;
    return (await tx.getRepository(IdentityEntity).delete(unproven)).affected === 1;
  }

  /** @returns whether it was not verified before. */
  async markVerified(id: string, at: Date, tx: EntityManager): Promise<boolean> {
    return (await tx.getRepository(UserEntity).update({ id, verifiedAt: IsNull() }, { verifiedAt: at })).affected === 1;
  }

  /** Updates the given preferences. */
  async setPreferences(id: string, preferences: Partial<Pick<Account, 'weeklyDigest' | 'displayName'>>): Promise<void> {
    // TypeORM skips undefined fields and throws on an empty update.
    if (preferences.weeklyDigest === undefined && preferences.displayName === undefined) return;
    await this.source.getRepository(UserEntity).update({ id }, preferences);
  }

  /**
   * Changes the account's address to a verified one. The existing password does not prove ownership of the new address,
   * so it is marked as unproven. A duplicate address violates `users_email_key`.
   * @param email lower case.
   */
  async changeEmail(id: string, email: string, verifiedAt: Date, tx: EntityManager): Promise<void> {
    await tx.getRepository(UserEntity).update({ id }, { email, verifiedAt });
    await tx.getRepository(IdentityEntity).update({ userId: id, provider: 'password' }, { email, isProven: false });
  }

  /** Deletes an unverified account with all its data. @returns whether there was one. */
  async deleteUnverified(id: string, tx: EntityManager): Promise<boolean> {
    return (await tx.getRepository(UserEntity).delete({ id, verifiedAt: IsNull() })).affected === 1;
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
