import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LIMITS } from '@signpost/contracts';
import { IsNull, MoreThan, type DataSource, type EntityManager } from 'typeorm';
import { hashToken, newToken } from '../../platform/security/index.js';
import { Clock } from '../../platform/time/index.js';
import { EmailChangeEntity } from './email-change.entity.js';

/** Which of the two addresses a token was mailed to. */
export type EmailChangeSide = 'old' | 'new';

/** The plain tokens of a change; only their hashes are stored. */
export type EmailChangeTokens = Readonly<Record<EmailChangeSide, string>>;

/** Pending changes of address. */
@Injectable()
export class EmailChangesRepository {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  /** The account's pending change, or null. */
  findOf(userId: string, db: EntityManager = this.source.manager): Promise<EmailChangeEntity | null> {
    return db.getRepository(EmailChangeEntity).findOneBy({ userId, expiresAt: MoreThan(this.clock.date()) });
  }

  /**
   * The pending change of a mailed token and which address the token confirms; null for an unknown, used or expired
   * one.
   */
  async findByToken(
    token: string,
    db: EntityManager = this.source.manager,
  ): Promise<{ change: EmailChangeEntity; side: EmailChangeSide } | null> {
    const hash = hashToken(token);
    const expiresAt = MoreThan(this.clock.date());
    const change = await db.getRepository(EmailChangeEntity).findOneBy([
      { oldTokenHash: hash, oldConfirmedAt: IsNull(), expiresAt },
      { newTokenHash: hash, newConfirmedAt: IsNull(), expiresAt },
    ]);
    if (change === null) return null;
    return { change, side: change.oldTokenHash.equals(hash) ? 'old' : 'new' };
  }

  /** Starts a change, replacing a pending one and its tokens. The caller must hold the account's lock. */
  async begin(userId: string, newEmail: string, tx: EntityManager): Promise<EmailChangeTokens> {
    const tokens = { old: newToken(), new: newToken() };
    const now = this.clock.now();
    await this.end(userId, tx);
    await tx.getRepository(EmailChangeEntity).insert({
      userId,
      newEmail,
      oldTokenHash: hashToken(tokens.old),
      newTokenHash: hashToken(tokens.new),
      createdAt: new Date(now),
      expiresAt: new Date(now + LIMITS.emailChangeSeconds * 1000),
    });
    return tokens;
  }

  /**
   * Marks one address as confirmed. The caller must hold the account's lock. @returns whether both are confirmed now.
   */
  async confirm({ userId }: EmailChangeEntity, side: EmailChangeSide, tx: EntityManager): Promise<boolean> {
    const changes = tx.getRepository(EmailChangeEntity);
    const at = this.clock.date();
    await changes.update({ userId }, side === 'old' ? { oldConfirmedAt: at } : { newConfirmedAt: at });
    const change = await changes.findOneByOrFail({ userId });
    return change.oldConfirmedAt !== null && change.newConfirmedAt !== null;
  }

  /** Deletes the account's change, whether completed or cancelled. @returns whether there was one. */
  async end(userId: string, tx: EntityManager): Promise<boolean> {
    return (await tx.getRepository(EmailChangeEntity).delete({ userId })).affected === 1;
  }
}
