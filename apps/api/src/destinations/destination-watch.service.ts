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
/** Minimum interval in milliseconds between checks of one host. */
const HOST_INTERVAL_MS = 10_000;
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
  /** End of the claim. */
  until: Date;
}

interface Concerned {
  email: string;
  workspace_id: string;
  workspace_slug: string;
  workspace_name: string;
  link_prefix: string | null;
  link_id: string;
  slug: string;
  link_count: number;
}

/** Monitors the destinations of links, and notifies the people concerned when one breaks and when it works again. */
@Injectable()
export class DestinationWatch {
  private lastSync = 0;
  /** The last claim; the next one waits for it. */
  private claiming: Promise<unknown> = Promise.resolve();

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
    const looks = Array.from({ length: PARALLEL }, () => this.lookUntil(until, options));
    try {
      return (await Promise.all(looks)).reduce((sum, count) => sum + count, 0);
    } finally {
      // Where one has failed, the others still need the agent: without it each destination would seem unreachable.
      await Promise.allSettled(looks);
      await agent.close();
    }
  }

  /** Updates the list of destinations from links that changed. */
  private async sync(): Promise<void> {
    const now = this.clock.now();
    // A last time that is still to come was that of a clock that has been corrected since.
    const since = new Date(this.lastSync > now ? 0 : Math.max(0, this.lastSync - OVERLAP_MS));
    await this.source.transaction(async (tx) => {
      await execute(tx, sql.FORGET_CHANGED, [since]);
      await execute(tx, sql.FORGET_SWITCHED_OFF);
      await execute(tx, sql.NOTE_DESTINATIONS, [since, new Date(now)]);
      await execute(tx, sql.NOTE_LINKS, [since]);
    });
    await execute(this.source.manager, sql.FORGET_UNUSED, [BATCH]);
    await execute(this.source.manager, sql.FORGET_FREE_HOSTS, [new Date(now)]);
    await execute(this.source.manager, sql.CORRECT_DUE_TIMES, [new Date(now)]);
    this.lastSync = now;
  }

  private async lookUntil(until: number, options: LookOptions): Promise<number> {
    for (let count = 0; ; count += 1) {
      if (performance.now() > until) return count;
      const claimed = await this.claim();
      if (claimed === null) return count;
      await this.settle(claimed, await lookAt(claimed.url, options));
      // Yields to other tasks, in case checks finish without waiting.
      await pause(1);
    }
  }

  private claim(): Promise<Claimed | null> {
    const claim = this.claiming
      .catch(() => undefined)
      .then(async () => {
        const now = this.clock.now();
        const until = new Date(now + CLAIM_MS);
        const due = await firstRow<Omit<Claimed, 'until'>>(this.source.manager, sql.CLAIM_DUE, [new Date(now), until]);
        return due === null ? null : { ...due, until };
      });
    this.claiming = claim;
    return claim;
  }

  private async settle(claimed: Claimed, { verdict, rests }: Look): Promise<void> {
    const now = this.clock.now();
    const before = {
      state: claimed.state,
      reason: claimed.reason,
      since: claimed.since?.getTime() ?? null,
      suspectedAt: claimed.suspected_at?.getTime() ?? null,
    };
    const restMs = Math.max(0, ...rests.values()) * 1000;
    const checked = afterLook(before, verdict, now, Math.random(), restMs);
    const hosts = new Map([...rests].map(([host, seconds]) => [host, seconds * 1000]));
    hosts.set(claimed.host, Math.max(HOST_INTERVAL_MS, hosts.get(claimed.host) ?? 0));
    const free = [...hosts.values()].map((ms) => new Date(now + ms));
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
      await execute(tx, sql.REST_HOSTS, [[...hosts.keys()], free, claimed.until]);
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
      const actor = { workspaceId: concerned.workspace_id, userId: null };
      await this.audit.record(actor, 'link_alert_sent', { link, detail }, tx);
    }
  }
}

const dateOf = (time: number | null): Date | null => (time === null ? null : new Date(time));
