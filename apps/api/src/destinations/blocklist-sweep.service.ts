import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { Blocklists, DestinationPolicy } from '../destination-policy/index.js';
import { Config } from '../platform/config/index.js';
import { counted } from '../platform/counted.js';
import { reasonOf } from '../platform/errors/index.js';
import { DefaultDestinations } from './default-destinations.service.js';
import { walkLinks } from './link-walk.js';
import { QuarantineService } from './quarantine.service.js';

/** Quarantines links to hosts that were added to a blocklist. Removing a line from the list lifts no quarantine. */
@Injectable()
export class BlocklistSweep implements OnApplicationBootstrap {
  private readonly logger = new Logger('Blocklists');
  private running: Promise<void> = Promise.resolve();

  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly blocklists: Blocklists,
    private readonly policy: DestinationPolicy,
    private readonly quarantine: QuarantineService,
    private readonly defaults: DefaultDestinations,
    private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.blocklistFiles.length === 0 || !this.config.roles.has('jobs')) return;
    const sweep = (): void => {
      this.running = this.running
        .then(async () => {
          await this.sweep();
        })
        .catch((error: unknown) => {
          this.logger.error(`Not every link could be compared with the blocklists: ${reasonOf(error)}`);
        });
    };
    this.blocklists.onChange(sweep);
    sweep();
  }

  /**
   * Compares every link, those in the trash too, which may come back, and every workspace's default destinations with
   * the lists; each batch is one transaction.
   * @returns the number of links that were quarantined.
   */
  async sweep(): Promise<number> {
    let count = 0;
    await this.defaults.clearRefused((url) => this.refusalOf(url), null);
    for await (const links of walkLinks(this.source.manager, null)) {
      const orders = links.flatMap(({ id, workspace_id: workspaceId, quarantined_by: stopper, urls }) => {
        if (stopper === 'operator') return [];
        const reason = urls.map((url) => this.refusalOf(url)).find((found) => found !== null);
        return reason == null ? [] : [{ workspaceId, linkId: id, reason }];
      });
      if (orders.length === 0) continue;
      const stopped = await this.source.transaction((tx) => this.quarantine.stopMany(orders, 'operator', null, tx));
      count += stopped.length;
    }
    if (count > 0) this.logger.warn(`Quarantined because of blocked hosts: ${counted(count, 'link')}.`);
    return count;
  }

  private refusalOf(url: string): string | null {
    const line = this.policy.blockedBy(url);
    return line === null ? null : `${line} is on a list of blocked hosts`;
  }
}
