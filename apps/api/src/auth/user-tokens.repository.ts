import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LIMITS } from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { firstRow, rows } from '../platform/database/index.js';
import { hashToken, newToken } from '../platform/security/index.js';
import { Clock } from '../platform/time/index.js';

/** What a mailed token is good for. */
export type TokenPurpose = 'verify_email' | 'reset_password';

const LIFETIME_SECONDS: Readonly<Record<TokenPurpose, number>> = {
  verify_email: LIMITS.verificationSeconds,
  reset_password: LIMITS.resetSeconds,
};

/** Single-use tokens of accounts. Only hashes are stored. */
@Injectable()
export class UserTokensRepository {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Makes a token; it exists nowhere else than in the returned text. */
  async issue(userId: string, purpose: TokenPurpose, tx: EntityManager): Promise<string> {
    const token = newToken();
    const expiresAt = new Date(this.clock.now() + LIFETIME_SECONDS[purpose] * 1000);
    await rows(tx, INSERT, [uuidv7(), userId, purpose, hashToken(token), expiresAt]);
    return token;
  }

  /** Whose token it is, without using it; null when it is unknown, used, expired or meant for something else. */
  async findOwner(token: string, purpose: TokenPurpose): Promise<string | null> {
    const row = await firstRow<{ user_id: string }>(this.source.manager, FIND, [
      hashToken(token),
      purpose,
      this.clock.date(),
    ]);
    return row?.user_id ?? null;
  }

  /** Uses a token up: of any number of parallel callers, one gets the owner and the others get null. */
  async consume(token: string, purpose: TokenPurpose, tx: EntityManager): Promise<string | null> {
    const row = await firstRow<{ user_id: string }>(tx, CONSUME, [hashToken(token), purpose, this.clock.date()]);
    return row?.user_id ?? null;
  }

  /** Ends every token of that purpose that the account still has. */
  async revokeAll(userId: string, purpose: TokenPurpose, tx: EntityManager): Promise<void> {
    await rows(tx, REVOKE, [userId, purpose, this.clock.date()]);
  }
}

const INSERT = `
  INSERT INTO user_tokens (id, user_id, purpose, token_hash, expires_at) VALUES ($1, $2, $3, $4, $5)`;

const FIND = `
  SELECT user_id FROM user_tokens
  WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3`;

const CONSUME = `
  UPDATE user_tokens SET used_at = $3
  WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3
  RETURNING user_id`;

const REVOKE = 'UPDATE user_tokens SET used_at = $3 WHERE user_id = $1 AND purpose = $2 AND used_at IS NULL';
