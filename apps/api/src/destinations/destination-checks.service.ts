import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Member } from '../platform/access/index.js';
import { Config } from '../platform/config/index.js';
import { execute, firstRow } from '../platform/database/index.js';
import { fail } from '../platform/errors/index.js';
import { Clock } from '../platform/time/index.js';
import * as sql from './destinations.sql.js';

/** Moves the destinations of a link to the front of the monitoring queue; its rate limits still apply. */
@Injectable()
export class DestinationChecksService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** @throws ApiError `link_not_found`, `destination_watch_off` */
  async request({ workspaceId, workspace }: Member, linkId: string): Promise<void> {
    const now = this.clock.date();
    await this.source.transaction(async (tx) => {
      if ((await firstRow(tx, sql.LOCK_LINK, [workspaceId, linkId])) === null) fail('link_not_found');
      if (!this.config.destinationWatch || !workspace.destinationWatch) fail('destination_watch_off');
      await execute(tx, sql.PUT_FIRST, [workspaceId, linkId, now]);
      await execute(tx, sql.NOTE_LINK, [workspaceId, linkId]);
    });
  }
}
