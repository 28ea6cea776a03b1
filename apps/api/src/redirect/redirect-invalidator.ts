import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { CAP_EXPECTED, CHANNEL } from './change-listener.js';
import { RedirectEngine } from './redirect-engine.js';

/**
 * Tells the redirect of this process that something it may hold in memory has changed. Call it after the commit and
 * before the answer: the next request on this process then sees the change. Other processes hear of it by themselves,
 * from the database, within a second.
 */
@Injectable()
export class RedirectInvalidator {
  constructor(
    private readonly engine: RedirectEngine,
    @InjectDataSource() private readonly source: DataSource,
  ) {}

  /**
   * Has the visits of a link counted one by one from now on, here at once and in other processes as soon as they hear it, for
   * the seconds until its new cap is known everywhere.
   */
  async capExpected(id: string): Promise<void> {
    this.engine.resolver.capExpected(id);
    await this.source.query('SELECT pg_notify($1, $2)', [CHANNEL, CAP_EXPECTED + id]);
  }

  /** Any field of the link changed, or it was deleted or restored. */
  linkChanged(id: string): Promise<void> {
    this.engine.resolver.linkChanged(id);
    return Promise.resolve();
  }

  /** A slug or alias was added, taken away or revoked. */
  addressChanged(workspaceId: string, slug: string): Promise<void> {
    this.engine.resolver.addressChanged(workspaceId, slug);
    return Promise.resolve();
  }

  /** A workspace was made or deleted, or its prefix, retained prefixes, name or logo changed. */
  workspaceChanged(id: string): Promise<void> {
    this.engine.resolver.workspaceChanged(id);
    return Promise.resolve();
  }

  /** A campaign's UTM values changed, or it was deleted. */
  campaignChanged(id: string): Promise<void> {
    this.engine.resolver.campaignChanged(id);
    return Promise.resolve();
  }
}
