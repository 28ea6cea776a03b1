import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LIMITS } from '@signpost/contracts';
import { LessThanOrEqual, MoreThan, type DataSource, type EntityManager } from 'typeorm';
import { hashToken, newToken } from '../../platform/security/index.js';
import { Clock } from '../../platform/time/index.js';
import { HandOverEntity } from './hand-over.entity.js';
import type { SessionEntity } from '../session/session.entity.js';

/** Single-use tokens that hand a session over to another host, valid for a minute. */
@Injectable()
export class HandOversRepository {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Creates a token that is deleted with the session; only its hash is stored. */
  async issue(sessionId: string, tx: EntityManager): Promise<string> {
    const token = newToken();
    const now = this.clock.now();
    const handOvers = tx.getRepository(HandOverEntity);
    await handOvers.delete({ expiresAt: LessThanOrEqual(new Date(now)) });
    const expiresAt = new Date(now + LIMITS.handOverSeconds * 1000);
    await handOvers.insert({ tokenHash: hashToken(token), sessionId, expiresAt });
    return token;
  }

  /** The session of a token; null when the token is unknown, used or expired. */
  async findSession(token: string): Promise<SessionEntity | null> {
    const found = await this.source.manager
      .getRepository(HandOverEntity)
      .findOne({ where: this.live(token), relations: { session: true } });
    return found?.session ?? null;
  }

  /** Consumes a token. @returns true for exactly one of any parallel calls with the same token. */
  async consume(token: string): Promise<boolean> {
    return (await this.source.manager.getRepository(HandOverEntity).delete(this.live(token))).affected === 1;
  }

  private live(token: string) {
    return { tokenHash: hashToken(token), expiresAt: MoreThan(this.clock.date()) };
  }
}
