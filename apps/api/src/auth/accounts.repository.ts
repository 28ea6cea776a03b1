import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { firstRow, rows } from '../platform/database/index.js';
import type { Language } from '../platform/http/index.js';

/** An account with the hash of its password, null when it has none. */
export interface Account {
  readonly id: string;
  readonly email: string;
  readonly verified: boolean;
  readonly passwordHash: string | null;
}

interface AccountRow {
  id: string;
  email: string;
  verified: boolean;
  password_hash: string | null;
}

@Injectable()
export class AccountsRepository {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /** @param email lower case. */
  async findByEmail(email: string, db: EntityManager = this.source.manager): Promise<Account | null> {
    return toAccount(await firstRow<AccountRow>(db, `${FIND} WHERE u.email = $1 AND NOT u.is_demo`, [email]));
  }

  async findById(id: string, db: EntityManager = this.source.manager): Promise<Account | null> {
    return toAccount(await firstRow<AccountRow>(db, `${FIND} WHERE u.id = $1`, [id]));
  }

  /** Keeps changes to one account's sign-in methods in a row. */
  async lock(id: string, tx: EntityManager): Promise<void> {
    await rows(tx, 'SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [id]);
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
  async hasAny(db: EntityManager = this.source.manager): Promise<boolean> {
    return (await firstRow(db, 'SELECT 1 FROM users WHERE NOT is_demo LIMIT 1')) !== null;
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
    await rows(tx, INSERT, [id, email, verifiedAt, language]);
    return id;
  }

  /** Sets or replaces the password. */
  async setPassword(userId: string, email: string, passwordHash: string, tx: EntityManager): Promise<void> {
    await rows(tx, SET_PASSWORD, [uuidv7(), userId, email, passwordHash]);
  }

  async markVerified(userId: string, at: Date, tx: EntityManager): Promise<void> {
    await rows(tx, 'UPDATE users SET verified_at = COALESCE(verified_at, $2) WHERE id = $1', [userId, at]);
  }
}

const INSERT = 'INSERT INTO users (id, email, verified_at, language) VALUES ($1, $2, $3, $4)';

const FIND = `
  SELECT u.id, u.email, u.verified_at IS NOT NULL AS verified, i.password_hash
  FROM users u LEFT JOIN identities i ON i.user_id = u.id AND i.provider = 'password'`;

const SET_PASSWORD = `
  INSERT INTO identities (id, user_id, provider, subject, email, password_hash)
  VALUES ($1, $2, 'password', $2::uuid::text, $3, $4)
  ON CONFLICT ON CONSTRAINT identities_user_provider_key DO UPDATE SET password_hash = EXCLUDED.password_hash`;

function toAccount(row: AccountRow | null): Account | null {
  return row === null
    ? null
    : { id: row.id, email: row.email, verified: row.verified, passwordHash: row.password_hash };
}
