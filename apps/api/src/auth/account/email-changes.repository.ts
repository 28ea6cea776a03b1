import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LIMITS } from '@signpost/contracts';
import { IsNull, MoreThan, type DataSource, type EntityManager } from 'typeorm';
import { hashToken, newToken } from '../../platform/security/index.js';
import { Clock } from '../../platform/time/index.js';
import { EmailChangeEntity } from './email-change.entity.js';

/** Which of the two addresses a token was mailed to. */
export type EmailChangeSide = 'old' | 'new';

/** The tokens of a change; they exist nowhere else than in the mails. */
export type EmailChangeTokens = Readonly<Record<EmailChangeSide, string>>;

/** Changes of address that wait for their confirmations. */
@Injectable()
export class EmailChangesRepository {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  /** The account's open change, or null. */
  findOf(userId: string, db: EntityManager = this.source.manager): Promise<EmailChangeEntity | null> {
    return db.getRepository(EmailChangeEntity).findOneBy({ userId, expiresAt: MoreThan(this.clock.date()) });
  }

  /** The open change of a mailed token, and the address that the token proves; null for an unknown or expired one. */
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

  /** Begins a change in place of the one before, whose tokens end. With the account locked. */
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

  /** Notes that one address is confirmed. With the account locked. @returns whether both are now. */
  async confirm({ userId }: EmailChangeEntity, side: EmailChangeSide, tx: EntityManager): Promise<boolean> {
    const changes = tx.getRepository(EmailChangeEntity);
    const at = this.clock.date();
    await changes.update({ userId }, side === 'old' ? { oldConfirmedAt: at } : { newConfirmedAt: at });
    const change = await changes.findOneByOrFail({ userId });
    return change.oldConfirmedAt !== null && change.newConfirmedAt !== null;
  }

  /** Ends the account's change, done or not. @returns whether there was one. */
  async end(userId: string, tx: EntityManager): Promise<boolean> {
    return ((await tx.getRepository(EmailChangeEntity).delete({ userId })).affected ?? 0) > 0;
  }
}
