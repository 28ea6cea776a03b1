import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { firstRow, rows } from '../platform/database/index.js';

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
    const row = await firstRow<AccountRow>(db, FIND_BY_EMAIL, [email]);
    return row === null
      ? null
      : { id: row.id, email: row.email, verified: row.verified, passwordHash: row.password_hash };
  }

  async hasAny(db: EntityManager = this.source.manager): Promise<boolean> {
    return (await firstRow(db, 'SELECT 1 FROM users LIMIT 1')) !== null;
  }

  /** Makes an account that signs in by password. The unique address is the database's to guard. */
  async insert(email: string, passwordHash: string, verifiedAt: Date | null, db: EntityManager): Promise<string> {
    const id = uuidv7();
    await rows(db, 'INSERT INTO users (id, email, verified_at) VALUES ($1, $2, $3)', [id, email, verifiedAt]);
    await rows(db, INSERT_PASSWORD, [uuidv7(), id, email, passwordHash]);
    return id;
  }
}

const FIND_BY_EMAIL = `
  SELECT u.id, u.email, u.verified_at IS NOT NULL AS verified, i.password_hash
  FROM users u LEFT JOIN identities i ON i.user_id = u.id AND i.provider = 'password'
  WHERE u.email = $1`;

const INSERT_PASSWORD = `
  INSERT INTO identities (id, user_id, provider, subject, email, password_hash)
  VALUES ($1, $2::uuid, 'password', $2::uuid::text, $3, $4)`;
