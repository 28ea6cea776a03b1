import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { Config } from '../platform/config/index.js';
import { rows } from '../platform/database/index.js';
import { reasonOf } from '../platform/errors/index.js';
import { Blocklists } from './blocklists.service.js';
import { DestinationPolicy } from './destination-policy.js';
import { QuarantineService } from './quarantine.service.js';

/** Links that one statement reads. */
const BATCH = 5_000;

interface LinkUrls {
  id: string;
  workspace_id: string;
  urls: string[];
}

/** Stops the links that lead to a host that has come onto a list. A line that goes lifts nothing by itself. */
@Injectable()
export class BlocklistSweep implements OnApplicationBootstrap {
  private readonly logger = new Logger('Blocklists');
  private running: Promise<void> = Promise.resolve();

  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly blocklists: Blocklists,
    private readonly policy: DestinationPolicy,
    private readonly quarantine: QuarantineService,
    private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.blocklistFiles.length === 0 || !this.config.roles.has('jobs')) return;
    const sweep = (): void => {
      this.running = this.running
        .then(() => this.sweep())
        .catch((error: unknown) => {
          this.logger.error(`not every link was compared with the lists: ${reasonOf(error)}`);
        });
    };
    this.blocklists.onChange(sweep);
    sweep();
  }

  /** Compares every live link with the lists. @returns how many were stopped. */
  async sweep(): Promise<void> {
    let after = '00000000-0000-0000-0000-000000000000';
    let stopped = 0;
    for (;;) {
      const batch = await rows<LinkUrls>(this.source.manager, NEXT, [after, BATCH]);
      for (const link of batch) {
        const line = link.urls.map((url) => this.policy.blockedBy(url)).find((found) => found !== null);
        if (line === undefined) continue;
        const target = { workspaceId: link.workspace_id, linkId: link.id };
        const reason = `${line} is on a list of blocked hosts`;
        await this.source.transaction((tx) => this.quarantine.stop(target, 'operator', null, reason, tx));
        stopped += 1;
      }
      after = batch.at(-1)?.id ?? after;
      if (batch.length < BATCH) break;
    }
    if (stopped > 0) this.logger.warn(`${stopped} links lead to blocked hosts and were stopped`);
  }
}

// Every address that a link can lead to, in the order of ids, of all workspaces: a walk along the primary key.
const NEXT = `
  SELECT l.id, l.workspace_id, array_remove(ARRAY[
      l.destination_url, l.scheduled_destination, l.expiration_destination, l.limit_destination
    ] || ARRAY(
      SELECT t.value FROM jsonb_each(coalesce(l.targeting, '{}')) AS kind (key, targets), jsonb_each_text(kind.targets) AS t (key, value)
    ), NULL) AS urls
  FROM links l
  WHERE l.id > $1 AND l.deleted_at IS NULL AND l.quarantined_by IS DISTINCT FROM 'operator'
  ORDER BY l.id LIMIT $2`;
