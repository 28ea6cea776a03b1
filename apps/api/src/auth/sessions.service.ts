import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LIMITS, type AccountSessionList } from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { SessionInfo } from '../platform/access/index.js';
import { affected, firstRow, prepared, rows } from '../platform/database/index.js';
import { fail } from '../platform/errors/index.js';
import { hashToken, newToken } from '../platform/security/index.js';
import { Clock } from '../platform/time/index.js';
import type { SessionDevice } from './session-device.js';

/** A session is extended at most this often, so that reading does not write. */
const EXTEND_EVERY_MS = 3600_000;
/** Live sessions of one account; starting another ends the one unused for longest. */
const SESSIONS_PER_ACCOUNT = 100;

interface SessionRow {
  id: string;
  user_id: string;
  email: string;
  verified: boolean;
  is_demo: boolean;
  last_seen_at: Date;
}

interface ListedRow {
  id: string;
  browser: string;
  os: string;
  created_at: Date;
  last_seen_at: Date;
}

/** Opaque sessions: the cookie holds a random token, the database its hash. */
@Injectable()
export class SessionsService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Starts a session, in whose language mails are written from now on; the returned token exists nowhere else. */
  async start(userId: string, device: SessionDevice, db: EntityManager = this.source.manager): Promise<string> {
    const token = newToken();
    const now = this.clock.now();
    const expiresAt = new Date(now + LIMITS.sessionSeconds * 1000);
    await rows(db, INSERT, [uuidv7(), hashToken(token), userId, device.browser, device.os, new Date(now), expiresAt]);
    await rows(db, TRIM, [userId, SESSIONS_PER_ACCOUNT]);
    await rows(db, KEEP_LANGUAGE, [userId, device.language]);
    return token;
  }

  /** The live session of a token, its lifetime extended when that is due. */
  async find(token: string): Promise<SessionInfo | null> {
    const now = this.clock.now();
    const row = await firstRow<SessionRow>(this.source.manager, FIND, [hashToken(token), new Date(now)]);
    if (row === null) return null;
    const extended = now - row.last_seen_at.getTime() >= EXTEND_EVERY_MS;
    if (extended) {
      const expiresAt = new Date(now + LIMITS.sessionSeconds * 1000);
      await rows(this.source.manager, EXTEND, [row.id, new Date(now), expiresAt]);
    }
    const { id: sessionId, user_id: userId, email, verified, is_demo: isDemo } = row;
    return { sessionId, userId, email, verified, isDemo, extended };
  }

  /** The account's live sessions, the latest used first. */
  async list({ userId, sessionId }: SessionInfo): Promise<AccountSessionList> {
    const found = await rows<ListedRow>(this.source.manager, LIST, [userId, this.clock.date()]);
    return {
      items: found.map(({ id, browser, os, created_at, last_seen_at }) => ({
        id,
        browser,
        os,
        createdAt: created_at.toISOString(),
        lastSeenAt: last_seen_at.toISOString(),
        current: id === sessionId,
      })),
    };
  }

  /** Ends the session of a token, if there is one. */
  async end(token: string): Promise<void> {
    await rows(this.source.manager, 'DELETE FROM sessions WHERE token_hash = $1', [hashToken(token)]);
  }

  /** Ends one of the account's own sessions. @throws ApiError `session_not_found` */
  async endOne(userId: string, id: string): Promise<void> {
    const ended = await affected(this.source.manager, 'DELETE FROM sessions WHERE user_id = $1 AND id = $2', [
      userId,
      id,
    ]);
    if (ended === 0) fail('session_not_found');
    await this.endHandOversOf(userId, this.source.manager);
  }

  /** Ends every session of the account but one. */
  async endOthersOf(userId: string, keptId: string, db: EntityManager = this.source.manager): Promise<void> {
    await rows(db, 'DELETE FROM sessions WHERE user_id = $1 AND id <> $2', [userId, keptId]);
    await this.endHandOversOf(userId, db);
  }

  /** Ends every session of the account. */
  async endAllOf(userId: string, tx: EntityManager): Promise<void> {
    await rows(tx, 'DELETE FROM sessions WHERE user_id = $1', [userId]);
    await this.endHandOversOf(userId, tx);
  }

  /** Keeps a session from being ended until the transaction is over. @throws ApiError `unauthenticated` when it has ended */
  async hold(id: string, tx: EntityManager): Promise<void> {
    if ((await firstRow(tx, 'SELECT 1 FROM sessions WHERE id = $1 FOR SHARE', [id])) === null) fail('unauthenticated');
  }

  /** A sign-in on its way to another host is a session to come. Call it after the sessions have ended, see `hold`. */
  private async endHandOversOf(userId: string, db: EntityManager): Promise<void> {
    await rows(db, 'DELETE FROM hand_overs WHERE user_id = $1', [userId]);
  }
}

const INSERT = `
  INSERT INTO sessions (id, token_hash, user_id, browser, os, created_at, last_seen_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $6, $7)`;

const TRIM = `
  DELETE FROM sessions WHERE id IN (
    SELECT id FROM sessions WHERE user_id = $1 ORDER BY last_seen_at DESC, id DESC OFFSET $2)`;

const KEEP_LANGUAGE = 'UPDATE users SET language = $2 WHERE id = $1 AND language IS DISTINCT FROM $2';

const FIND = prepared(
  'find-session',
  `SELECT s.id, s.user_id, s.last_seen_at, u.email, u.verified_at IS NOT NULL AS verified, u.is_demo
   FROM sessions s JOIN users u ON u.id = s.user_id
   WHERE s.token_hash = $1 AND s.expires_at > $2`,
);

const EXTEND = 'UPDATE sessions SET last_seen_at = $2, expires_at = $3 WHERE id = $1';

const LIST = `
  SELECT id, browser, os, created_at, last_seen_at FROM sessions
  WHERE user_id = $1 AND expires_at > $2 ORDER BY last_seen_at DESC, id DESC LIMIT ${SESSIONS_PER_ACCOUNT}`;
