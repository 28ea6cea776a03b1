import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LIMITS } from '@signpost/contracts';
import { IsNull, MoreThan, type DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { firstRow } from '../../platform/database/index.js';
import { hashToken, newToken } from '../../platform/security/index.js';
import { Clock } from '../../platform/time/index.js';
import { UserTokenEntity, type TokenPurpose } from './user-token.entity.js';

const LIFETIME_SECONDS: Readonly<Record<TokenPurpose, number>> = {
  verify_email: LIMITS.verificationSeconds,
  reset_password: LIMITS.resetSeconds,
  sign_in: LIMITS.signInLinkSeconds,
};
/** Maximum number of unused tokens per account and purpose; issuing another deletes the oldest. */
const OPEN_PER_PURPOSE = 3;

/** Single-use tokens of accounts. Only hashes are stored. */
@Injectable()
export class UserTokensRepository {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Creates a token and returns it; only its hash is stored. */
  async issue(userId: string, purpose: TokenPurpose, tx: EntityManager): Promise<string> {
    const tokens = tx.getRepository(UserTokenEntity);
    const open = await tokens.find({ where: this.openOf(userId, purpose), order: { createdAt: 'DESC', id: 'DESC' } });
    const surplus = open.slice(OPEN_PER_PURPOSE - 1).map(({ id }) => id);
    if (surplus.length > 0) await tokens.delete(surplus);
    const token = newToken();
    const now = this.clock.now();
    await tokens.insert({
      id: uuidv7(),
      userId,
      purpose,
      tokenHash: hashToken(token),
      createdAt: new Date(now),
      expiresAt: new Date(now + LIFETIME_SECONDS[purpose] * 1000),
    });
    return token;
  }

  /**
   * The account of a token, without consuming it; null when the token is unknown, used, expired or for another purpose.
   */
  async findOwner(
    token: string,
    purpose: TokenPurpose,
    db: EntityManager = this.source.manager,
  ): Promise<string | null> {
    const live = { purpose, tokenHash: hashToken(token), usedAt: IsNull(), expiresAt: MoreThan(this.clock.date()) };
    return (await db.getRepository(UserTokenEntity).findOneBy(live))?.userId ?? null;
  }

  /**
   * Consumes a token and returns its account; of parallel calls with one token, only one succeeds and the others get
   * null.
   */
  async consume(token: string, purpose: TokenPurpose, tx: EntityManager): Promise<string | null> {
    const row = await firstRow<{ user_id: string }>(tx, CONSUME, [hashToken(token), purpose, this.clock.date()]);
    return row?.user_id ?? null;
  }

  /** Invalidates all of the account's unused tokens of that purpose. */
  async revokeAll(userId: string, purpose: TokenPurpose, tx: EntityManager): Promise<void> {
    await tx.getRepository(UserTokenEntity).update(this.openOf(userId, purpose), { usedAt: this.clock.date() });
  }

  private openOf(userId: string, purpose: TokenPurpose) {
    return { userId, purpose, usedAt: IsNull() };
  }
}

/** SQL, because consuming the token and reading its owner must be a single statement. */
const CONSUME = `
  UPDATE user_tokens SET used_at = $3
  WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3
  RETURNING user_id`;
