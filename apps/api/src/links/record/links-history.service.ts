import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  problem,
  type HistoryItem,
  type HistoryList,
  type LinkWithCreator,
  type UpdateLinkInput,
} from '@signpost/contracts';
import { IsNull, type DataSource } from 'typeorm';
import type { Member } from '../../platform/access/index.js';
import { fail } from '../../platform/errors/index.js';
import { TIMES } from './link-changes.js';
import { fieldsOfKind } from './link-fields.js';
import { LinkHistoryRepository } from './link-history.repository.js';
import { LinkEntity } from './link.entity.js';
import type { LinkRecord } from './link-record.js';
import { LinksAliasesService } from '../crud/links-aliases.service.js';
import { LinksRepository } from '../crud/links.repository.js';
import { LinksService } from '../crud/links.service.js';
import { LinksUpdateService } from '../crud/links-update.service.js';

/** The history of a link, and undoing changes. */
@Injectable()
export class LinksHistoryService {
  constructor(
    private readonly service: LinksService,
    private readonly updates: LinksUpdateService,
    private readonly aliases: LinksAliasesService,
    private readonly links: LinksRepository,
    private readonly history: LinkHistoryRepository,
    @InjectDataSource() private readonly source: DataSource,
  ) {}

  /** The last 50 changes, newest first. */
  async list(member: Member, linkId: string): Promise<HistoryList> {
    if ((await this.links.find(member.workspaceId, linkId)) === null) fail('link_not_found');
    return { items: await this.history.list(member.workspaceId, linkId) };
  }

  /** Like {@link list}, for a link of any workspace. */
  async listAsOperator(linkId: string): Promise<HistoryList> {
    const where = { id: linkId, deletedAt: IsNull() };
    const link = await this.source.getRepository(LinkEntity).findOne({ where, select: { workspaceId: true } });
    return { items: await this.history.list((link ?? fail('link_not_found')).workspaceId, linkId) };
  }

  /**
   * Restores the fields of an entry to their values before it, as a new change that is validated like any other; writes
   * nothing if they already have these values. An alias that the entry added is revoked, one that it removed is added
   * again, others stay. A former password cannot be restored, since only its hash was stored; a password that the entry
   * set for the first time is removed.
   */
  async restore(member: Member, linkId: string, historyId: string): Promise<LinkWithCreator> {
    const link = (await this.links.find(member.workspaceId, linkId)) ?? fail('link_not_found');
    const entry = (await this.history.find(member.workspaceId, linkId, historyId)) ?? fail('history_not_found');
    switch (entry.action) {
      case 'updated':
        return this.updates.update(member, linkId, inputBefore(entry));
      case 'alias_added':
      case 'alias_removed':
        return this.restoreAliases(member, link, entry);
      default:
        fail('validation_failed', {
          errors: [problem('historyId', 'history_not_fields')],
        });
    }
  }

  private async restoreAliases(member: Member, link: LinkRecord, entry: HistoryItem): Promise<LinkWithCreator> {
    const [{ field, from, to } = { field: 'aliases', from: [], to: [] }] = entry.changes;
    const [before, after] = [from, to] as [string[], string[]];
    const ofPaths = field === 'keptPaths';
    // An alias may have become the link's own slug since.
    const present = ofPaths ? link.keptPaths : [link.slug, ...link.aliases];
    for (const address of before.filter((one) => !after.includes(one) && !present.includes(one))) {
      if (ofPaths) await this.aliases.addPath(member, link.id, address);
      else await this.aliases.add(member, link.id, address);
    }
    for (const address of after.filter((one) => !before.includes(one) && present.includes(one))) {
      if (address !== link.slug) await this.aliases.revoke(member, link.id, address);
    }
    return this.service.get(member, link.id);
  }
}

/** Fields that only imports set. */
const COUNTS: ReadonlySet<string> = new Set(fieldsOfKind('count'));

/** The input that undoes an entry. */
function inputBefore(entry: HistoryItem): UpdateLinkInput {
  const values = entry.changes.flatMap(({ field, from, to }): [string, unknown][] => {
    if (field === 'password') return to === 'set' ? [['password', null]] : [];
    if (COUNTS.has(field)) return [];
    return [[field, TIMES.has(field) && typeof from === 'string' ? Date.parse(from) : from]];
  });
  if (values.length === 0) {
    fail('validation_failed', {
      errors: [problem('historyId', 'history_password')],
    });
  }
  return Object.fromEntries(values);
}
