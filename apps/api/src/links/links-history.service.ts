import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { HistoryItem, HistoryList, LinkWithCreator, UpdateLinkInput } from '@signpost/contracts';
import type { DataSource } from 'typeorm';
import type { Member } from '../platform/access/index.js';
import { fail } from '../platform/errors/index.js';
import { LinkHistoryRepository } from './link-history.repository.js';
import { LinksRepository } from './links.repository.js';
import { LinksService } from './links.service.js';
import { LinksUpdateService } from './links-update.service.js';

const TIMES: ReadonlySet<string> = new Set(['startsAt', 'expiresAt', 'reviewAt']);

/** What has happened to a link, and going back. */
@Injectable()
export class LinksHistoryService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly service: LinksService,
    private readonly updates: LinksUpdateService,
    private readonly links: LinksRepository,
    private readonly history: LinkHistoryRepository,
  ) {}

  /** The last 50 changes, newest first. */
  async list(member: Member, linkId: string): Promise<HistoryList> {
    if ((await this.links.find(member.workspaceId, linkId)) === null) fail('link_not_found');
    return { items: await this.history.list(member.workspaceId, linkId) };
  }

  /**
   * Puts the fields of an entry back to what they were before it, as a new change that every rule judges.
   * A former password cannot come back, since only its hash was ever stored; one that was set first is removed.
   */
  async restore(member: Member, linkId: string, historyId: string): Promise<LinkWithCreator> {
    const record = await this.source.transaction(async (tx) => {
      if ((await this.links.find(member.workspaceId, linkId, tx)) === null) fail('link_not_found');
      const entry = (await this.history.find(member.workspaceId, linkId, historyId, tx)) ?? fail('history_not_found');
      return this.updates.apply(member, linkId, inputBefore(entry), null, tx);
    });
    await this.service.announceAddresses(member.workspaceId, record);
    return this.service.viewWithCreator(member.workspace, record);
  }
}

/** The input that undoes an entry. */
function inputBefore(entry: HistoryItem): UpdateLinkInput {
  if (entry.action !== 'updated') {
    fail('validation_failed', {
      errors: [{ field: 'historyId', message: 'Only changes of fields can be taken back.' }],
    });
  }
  const values = entry.changes.flatMap(({ field, from, to }): [string, unknown][] => {
    if (field === 'password') return to === 'set' ? [['password', null]] : [];
    return [[field, TIMES.has(field) && typeof from === 'string' ? Date.parse(from) : from]];
  });
  if (values.length === 0) {
    fail('validation_failed', {
      errors: [{ field: 'historyId', message: 'A former password cannot be brought back.' }],
    });
  }
  return Object.fromEntries(values);
}
