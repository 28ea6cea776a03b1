import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LIMITS, type DemoInput } from '@signpost/contracts';
import type { DataSource } from 'typeorm';
import { AuditService } from '../audit/index.js';
import { newAccount, Turnstile, type Account } from '../auth/index.js';
import { fail } from '../platform/errors/index.js';
import type { RequestContext } from '../platform/http/index.js';
import { RateLimits } from '../platform/limits/index.js';
import { hashToken, newToken } from '../platform/security/index.js';
import { ObjectStorage } from '../platform/storage/index.js';
import { Clock } from '../platform/time/index.js';
import { RedirectInvalidator } from '../redirect/index.js';
import { WorkspacesService, WorkspaceViews } from '../workspaces/index.js';
import { DemoContent } from './demo-content.js';
import { DemoRepository } from './demo.repository.js';

const NAME = 'Demo workspace';
const ERASE_BATCH = 50;

/** A demo that the caller may enter. */
export interface EnteredDemo {
  readonly url: string;
  readonly isNew: boolean;
  /** The account that the browser uses. */
  readonly account: Account;
  /** Token with which the browser returns; only set for a new demo. */
  readonly demoToken: string | null;
}

/** Demo workspaces: created for one browser, deleted after a day. */
@Injectable()
export class DemoService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly demos: DemoRepository,
    private readonly content: DemoContent,
    private readonly workspaces: WorkspacesService,
    private readonly views: WorkspaceViews,
    private readonly turnstile: Turnstile,
    private readonly audit: AuditService,
    private readonly storage: ObjectStorage,
    private readonly redirect: RedirectInvalidator,
    private readonly limits: RateLimits,
    private readonly clock: Clock,
  ) {}

  /** Returns the browser's existing demo, or creates one. @throws ApiError `rate_limited`, `bot_check_failed` */
  async enter(input: DemoInput, tokens: readonly string[], context: RequestContext): Promise<EnteredDemo> {
    for (const token of tokens) {
      const live = await this.demos.findLive(hashToken(token), this.clock.date());
      if (live === null) continue;
      const account = newAccount(live.userId, live.email, true);
      return { url: this.views.dashboardUrl(live.slug), isNew: false, account, demoToken: null };
    }
    await this.limits.consume('DEMO', context.client, context);
    await this.turnstile.requirePerson(input.turnstileToken);
    return this.create();
  }

  /** Deletes every expired demo. @returns how many. */
  async deleteExpired(): Promise<number> {
    for (let deleted = 0; ;) {
      const expired = await this.demos.listExpired(this.clock.date(), ERASE_BATCH);
      const ids = expired.map(({ id }) => id);
      if (ids.length > 0) deleted += await this.source.transaction((tx) => this.demos.erase(ids, tx));
      for (const { id, logoKey } of expired) {
        this.redirect.workspaceChanged(id);
        if (logoKey !== null) await this.storage.discard(logoKey);
      }
      if (expired.length < ERASE_BATCH) return deleted;
    }
  }

  private async create(): Promise<EnteredDemo> {
    const now = this.clock.now();
    const demoToken = newToken();
    const slug = `demo-${randomLabel()}`;
    const email = `${slug}@demo.invalid`;
    const { workspaceId, userId } = await this.source.transaction(async (tx) => {
      const owner = await this.demos.insertAccount(email, new Date(now), tx);
      const id = await this.workspaces.createWithOwner({ slug, name: NAME, linkPrefix: null }, owner, tx);
      // One of 36^10 labels: a collision means a broken random source.
      if (id === null) fail('conflict');
      const expiresAt = new Date(now + LIMITS.demoSeconds * 1000);
      await this.demos.mark(id, { expiresAt, tokenHash: hashToken(demoToken) }, tx);
      await this.audit.record({ workspaceId: id, userId: owner }, 'demo_created', {}, tx);
      return { workspaceId: id, userId: owner };
    });
    this.redirect.workspaceChanged(workspaceId);
    await this.content.fill(workspaceId, { userId, email });
    return { url: this.views.dashboardUrl(slug), isNew: true, account: newAccount(userId, email, true), demoToken };
  }
}

function randomLabel(): string {
  return Array.from({ length: 10 }, () => randomInt(36).toString(36)).join('');
}
