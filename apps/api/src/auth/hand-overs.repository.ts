import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LIMITS } from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { affected, firstRow, rows } from '../platform/database/index.js';
import { hashToken, newToken } from '../platform/security/index.js';
import { Clock } from '../platform/time/index.js';

/** Tokens that take a sign-in to another host: good once, for a minute. Only hashes are stored. */
@Injectable()
export class HandOversRepository {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Makes a token; it exists nowhere else than in the returned text. */
  async issue(userId: string, tx: EntityManager): Promise<string> {
    const token = newToken();
    const now = this.clock.now();
    await rows(tx, 'DELETE FROM hand_overs WHERE expires_at <= $1', [new Date(now)]);
    await rows(tx, 'INSERT INTO hand_overs (token_hash, user_id, expires_at) VALUES ($1, $2, $3)', [
      hashToken(token),
      userId,
      new Date(now + LIMITS.handOverSeconds * 1000),
    ]);
    return token;
  }

  /** Whom a token would sign in; null when it is unknown, used or over. */
  async findUser(token: string): Promise<string | null> {
    const values = [hashToken(token), this.clock.date()];
    return (await firstRow<{ user_id: string }>(this.source.manager, FIND, values))?.user_id ?? null;
  }

  /** Uses a token up: of any number of parallel callers, one is told that it was good. */
  async consume(token: string): Promise<boolean> {
    return (await affected(this.source.manager, CONSUME, [hashToken(token), this.clock.date()])) === 1;
  }
}

const FIND = 'SELECT user_id FROM hand_overs WHERE token_hash = $1 AND expires_at > $2';

const CONSUME = 'DELETE FROM hand_overs WHERE token_hash = $1 AND expires_at > $2';
