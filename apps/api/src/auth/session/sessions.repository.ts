import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LIMITS, type SignInWay } from '@signpost/contracts';
import { In, IsNull, MoreThan, Not, type DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { SessionInfo } from '../../platform/access/index.js';
import { firstRow, prepared } from '../../platform/database/index.js';
import { hashToken, newToken } from '../../platform/security/index.js';
import { Clock } from '../../platform/time/index.js';
import { HandOverEntity } from '../sign-in/hand-over.entity.js';
import type { SessionDevice } from './session-device.js';
import { SessionEntity } from './session.entity.js';
import { UserEntity } from '../account/user.entity.js';

/** A session is extended at most this often, so that most requests do not write. */
const EXTEND_EVERY_MS = 3600_000;
/** Maximum number of live sessions per account; starting another ends the least recently used one. */
const SESSIONS_PER_ACCOUNT = 100;

/** How and when an account authenticated; a session handed over to another host keeps both. */
export interface Proof {
  readonly way: SignInWay;
  readonly at: Date;
}

type SessionRow = Omit<SessionInfo, 'extended'> & Pick<SessionEntity, 'lastSeenAt'>;

/** Opaque sessions: the cookie holds a random token, the database its hash. */
@Injectable()
export class SessionsRepository {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Starts a session and sets the language of the account's mails to the session's; the returned token is stored only
   * as a hash.
   */
  async start(userId: string, device: SessionDevice, proof: Proof, db = this.source.manager): Promise<string> {
    const token = newToken();
    const now = this.clock.date();
    const sessions = db.getRepository(SessionEntity);
    await sessions.insert({
      id: uuidv7(),
      tokenHash: hashToken(token),
      userId,
      browser: device.browser,
      os: device.os,
      createdAt: proof.at,
      lastSeenAt: now,
      expiresAt: expiryAfter(now),
      way: proof.way,
    });
    const order = { lastSeenAt: 'DESC', id: 'DESC' } as const;
    const surplus = await sessions.find({ select: { id: true }, where: { userId }, order, skip: SESSIONS_PER_ACCOUNT });
    if (surplus.length > 0) await sessions.delete(surplus.map(({ id }) => id));
    const { language } = device;
    const inAnother = [
      { id: userId, language: Not(language) },
      { id: userId, language: IsNull() },
    ];
    const users = db.getRepository(UserEntity);
    if (await users.existsBy(inAnother)) await users.update({ id: userId }, { language });
    return token;
  }

  /** The live session of a token; extends its lifetime when due. */
  async find(token: string): Promise<SessionInfo | null> {
    const now = this.clock.date();
    const row = await firstRow<SessionRow>(this.source.manager, FIND, [hashToken(token), now]);
    if (row === null) return null;
    const { lastSeenAt, ...session } = row;
    const extended = now.getTime() - lastSeenAt.getTime() >= EXTEND_EVERY_MS;
    if (extended) {
      const lifetime = { lastSeenAt: now, expiresAt: expiryAfter(now) };
      await this.source.manager.getRepository(SessionEntity).update(session.sessionId, lifetime);
    }
    return { ...session, extended };
  }

  /** The account's live sessions, the latest used first. */
  listOf(userId: string): Promise<SessionEntity[]> {
    return this.source.manager.getRepository(SessionEntity).find({
      where: { userId, expiresAt: MoreThan(this.clock.date()) },
      order: { lastSeenAt: 'DESC', id: 'DESC' },
      take: SESSIONS_PER_ACCOUNT,
    });
  }

  /** Ends the sessions of these tokens, if they exist. @returns the ids of their accounts. */
  async endByTokens(tokens: readonly string[], tx: EntityManager): Promise<string[]> {
    if (tokens.length === 0) return [];
    const sessions = tx.getRepository(SessionEntity);
    const found = await sessions.findBy({ tokenHash: In(tokens.map(hashToken)) });
    const users: string[] = [];
    for (const { id, userId } of found) if ((await sessions.delete(id)).affected === 1) users.push(userId);
    return users;
  }

  /** Ends one of the account's own sessions. @returns whether there was one. */
  async endOne(userId: string, id: string, tx: EntityManager): Promise<boolean> {
    return (await tx.getRepository(SessionEntity).delete({ userId, id })).affected === 1;
  }

  /**
   * Ends every session of the account except one, and the pending hand-overs of that one. @returns how many sessions.
   */
  async endOthersOf(userId: string, keptId: string, tx: EntityManager): Promise<number> {
    await tx.getRepository(HandOverEntity).delete({ sessionId: keptId });
    return (await tx.getRepository(SessionEntity).delete({ userId, id: Not(keptId) })).affected ?? 0;
  }

  /** Ends every session of the account. @returns how many. */
  async endAllOf(userId: string, tx: EntityManager): Promise<number> {
    return (await tx.getRepository(SessionEntity).delete({ userId })).affected ?? 0;
  }

  /** Locks a session against deletion until the transaction ends. @returns whether it still exists. */
  async hold(id: string, tx: EntityManager): Promise<boolean> {
    const lock = { mode: 'pessimistic_read' } as const;
    return (await tx.getRepository(SessionEntity).findOne({ where: { id }, lock })) !== null;
  }
}

function expiryAfter(now: Date): Date {
  return new Date(now.getTime() + LIMITS.sessionSeconds * 1000);
}

/** SQL, because it runs on every request: prepared once per connection. */
const FIND = prepared(
  'find-session',
  `SELECT s.id AS "sessionId", s.user_id AS "userId", s.last_seen_at AS "lastSeenAt", s.way, s.created_at AS "signedInAt",
     u.email, u.verified_at IS NOT NULL AS verified, u.is_demo AS "isDemo", u.weekly_digest AS "weeklyDigest",
     u.display_name AS "displayName"
   FROM sessions s JOIN users u ON u.id = s.user_id
   WHERE s.token_hash = $1 AND s.expires_at > $2`,
);
