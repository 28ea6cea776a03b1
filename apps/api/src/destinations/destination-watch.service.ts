import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { AuditService } from '../audit/index.js';
import { Config } from '../platform/config/index.js';
import { execute, firstRow, rows } from '../platform/database/index.js';
import { Mailer } from '../mails/index.js';
import { Clock } from '../platform/time/index.js';
import { readVersion } from '../platform/version.js';
import { WorkspaceViews } from '../workspaces/index.js';
import * as sql from './destinations.sql.js';
import { lookAt, type Look, type LookOptions } from './destination-look.js';
import { afterLook, type Checked } from './health.js';
import { checkedAgent } from './checked-agent.js';
import { WatchedDestinationEntity } from './watched-destination.entity.js';

/** Number of checks in parallel. */
const PARALLEL = 2;
/** Minimum interval between checks of one host. */
const HOST_INTERVAL = '10 seconds';
/** Duration of a run in milliseconds, so that other jobs get their turn; the next run continues. */
const RUN_MS = 40_000;
/** Duration of a claim in milliseconds; longer than any check. */
const CLAIM_MS = 120_000;
/**
 * Overlap of synchronisations in milliseconds, because links may have been changed by transactions that were still open
 * at the last one.
 */
const OVERLAP_MS = 3_600_000;
const BATCH = 5_000;

interface Claimed {
  /** Hex. */
  hash: string;
  url: string;
  host: string;
  state: Checked['state'];
  reason: string | null;
  since: Date | null;
  suspected_at: Date | null;
}

interface Concerned {
  email: string;
  workspace_id: string;
  workspace_slug: string;
  workspace_name: string;
  link_prefix: string | null;
  link_id: string;
  slug: string;
  title: string | null;
  link_count: number;
}

/** Monitors the destinations of links, and notifies the people concerned when one breaks and when it works again. */
@Injectable()
export class DestinationWatch {
  private lastSync = 0;

  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly config: Config,
    private readonly mailer: Mailer,
    private readonly audit: AuditService,
    private readonly views: WorkspaceViews,
    private readonly clock: Clock,
  ) {}

  /**
   * Synchronises the list of destinations, then checks due ones until the time of a run is over. @returns the number of
   * checks.
   */
  async run(): Promise<number> {
    await this.sync();
    const agent = checkedAgent(this.config.allowPrivateDestinations);
    const options: LookOptions = {
      agent,
      userAgent: `Signpost-Watch/${readVersion()} (+${this.config.publicOrigin})`,
      allowPrivate: this.config.allowPrivateDestinations,
    };
    const until = performance.now() + RUN_MS;
    const underWay = new Set<string>();
    try {
      const counts = await Promise.all(
        Array.from({ length: PARALLEL }, () => this.lookUntil(until, underWay, options)),
      );
      return counts.reduce((sum, count) => sum + count, 0);
    } finally {
      await agent.close();
    }
  }

  /** Updates the list of destinations from links that changed. */
  private async sync(): Promise<void> {
    const now = this.clock.now();
    const since = new Date(Math.max(0, this.lastSync - OVERLAP_MS));
    await this.source.transaction(async (tx) => {
      await execute(tx, sql.FORGET_CHANGED, [since]);
      await execute(tx, sql.FORGET_SWITCHED_OFF);
      await execute(tx, sql.NOTE_DESTINATIONS, [since, new Date(now)]);
      await execute(tx, sql.NOTE_LINKS, [since]);
    });
    await execute(this.source.manager, sql.FORGET_UNUSED, [BATCH]);
    this.lastSync = now;
  }

  private async lookUntil(until: number, underWay: Set<string>, options: LookOptions): Promise<number> {
    for (let count = 0; ; count += 1) {
      if (performance.now() > until) return count;
      const claimed = await this.claim([...underWay]);
      if (claimed === null) return count;
      underWay.add(claimed.host);
      try {
        await this.settle(claimed, await lookAt(claimed.url, options));
      } finally {
        underWay.delete(claimed.host);
      }
      // Yields to other tasks, in case checks finish without waiting.
      await pause(1);
    }
  }

  private claim(hosts: readonly string[]): Promise<Claimed | null> {
    const now = this.clock.now();
    return firstRow<Claimed>(this.source.manager, sql.CLAIM_DUE, [
      new Date(now),
      HOST_INTERVAL,
      hosts,
      new Date(now + CLAIM_MS),
    ]);
  }

  private async settle(claimed: Claimed, { verdict, retryAfterSeconds }: Look): Promise<void> {
    const now = this.clock.now();
    const before = {
      state: claimed.state,
      reason: claimed.reason,
      since: claimed.since?.getTime() ?? null,
      suspectedAt: claimed.suspected_at?.getTime() ?? null,
    };
    const checked = afterLook(before, verdict, now, Math.random(), retryAfterSeconds);
    await this.source.transaction(async (tx) => {
      await tx.getRepository(WatchedDestinationEntity).update(
        { hash: Buffer.from(claimed.hash, 'hex') },
        {
          state: checked.state,
          reason: checked.reason,
          checkedAt: new Date(now),
          since: dateOf(checked.since),
          suspectedAt: dateOf(checked.suspectedAt),
          dueAt: new Date(checked.dueAt),
        },
      );
      if (checked.news !== null) await this.mailConcerned(claimed, checked.news, tx);
    });
  }

  private async mailConcerned(claimed: Claimed, news: 'broken' | 'well', tx: EntityManager): Promise<void> {
    for (const concerned of await rows<Concerned>(tx, sql.CONCERNED, [claimed.hash])) {
      const workspace = { slug: concerned.workspace_slug, linkPrefix: concerned.link_prefix };
      const link = { id: concerned.link_id, slug: concerned.slug };
      const mail = {
        kind: 'destination' as const,
        to: concerned.email,
        news,
        destination: claimed.url,
        linkCount: concerned.link_count,
        workspaceName: concerned.workspace_name,
        ...this.views.linkUrls(workspace, link),
      };
      await this.mailer.enqueue(mail, tx);
      const detail = {
        kind: news === 'broken' ? 'destination_broken' : 'destination_well',
        links: concerned.link_count,
      };
      const scope = { workspaceId: concerned.workspace_id, userId: null };
      await this.audit.record(scope, 'link_alert_sent', { link, detail }, tx);
    }
  }
}

const dateOf = (time: number | null): Date | null => (time === null ? null : new Date(time));
