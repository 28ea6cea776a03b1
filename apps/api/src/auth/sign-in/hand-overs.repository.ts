import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LIMITS } from '@signpost/contracts';
import { LessThanOrEqual, MoreThan, type DataSource, type EntityManager } from 'typeorm';
import { hashToken, newToken } from '../../platform/security/index.js';
import { Clock } from '../../platform/time/index.js';
import { HandOverEntity } from './hand-over.entity.js';
import type { SessionEntity } from '../session/session.entity.js';

/** Tokens that take a session to another host: good once, for a minute. */
@Injectable()
export class HandOversRepository {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Makes a token that lives no longer than the session; it exists nowhere else than in the returned text. */
  async issue(sessionId: string, tx: EntityManager): Promise<string> {
    const token = newToken();
    const now = this.clock.now();
    const handOvers = tx.getRepository(HandOverEntity);
    await handOvers.delete({ expiresAt: LessThanOrEqual(new Date(now)) });
    const expiresAt = new Date(now + LIMITS.handOverSeconds * 1000);
    await handOvers.insert({ tokenHash: hashToken(token), sessionId, expiresAt });
    return token;
  }

  /** The session that a token carries on; null when it is unknown, used or over. */
  async findSession(token: string): Promise<SessionEntity | null> {
    const found = await this.source.manager
      .getRepository(HandOverEntity)
      .findOne({ where: this.live(token), relations: { session: true } });
    return found?.session ?? null;
  }

  /** Uses a token up: of any number of parallel callers, one is told that it was good. */
  async consume(token: string): Promise<boolean> {
    return (await this.source.manager.getRepository(HandOverEntity).delete(this.live(token))).affected === 1;
  }

  private live(token: string) {
    return { tokenHash: hashToken(token), expiresAt: MoreThan(this.clock.date()) };
  }
}
