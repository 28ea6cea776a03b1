import { Injectable } from '@nestjs/common';
import { LIMITS, problem } from '@signpost/contracts';
import { UUID } from '@signpost/domain';
import type { EntityManager } from 'typeorm';
import type { Member } from '../../platform/access/index.js';
import { firstRow, rows } from '../../platform/database/index.js';
import { fail } from '../../platform/errors/index.js';
import { LinksRepository } from '../crud/links.repository.js';
import { LinkSelections } from '../list/link-selections.js';
import type { LinkFilterDto } from '../list/links-list.dto.js';
import type { LinkRecord } from '../record/link-record.js';
import type { BulkSelectionDto } from './links-bulk.dto.js';

/** Which links may be selected: those outside the trash, or any. */
export type Choice = 'live' | 'any';

/** Resolves the selection of a bulk request. */
@Injectable()
export class BulkSelections {
  constructor(
    private readonly links: LinksRepository,
    private readonly selections: LinkSelections,
  ) {}

  /**
   * The selected links, locked until the transaction ends.
   * @throws ApiError 422 for a selection of more than 500 links; 404 if the workspace lacks one of the ids, in which
   *   case nothing is changed.
   */
  async lock(member: Member, selection: BulkSelectionDto, choice: Choice, tx: EntityManager): Promise<LinkRecord[]> {
    const ids = await this.idsOf(member, selection, tx);
    return requireAll(selection, ids, await this.links.findManyForUpdate(member.workspaceId, ids, choice, tx));
  }

  /** The selected live links, for requests that only read. @throws ApiError as {@link lock} */
  async read(member: Member, selection: BulkSelectionDto, db: EntityManager): Promise<LinkRecord[]> {
    const ids = await this.idsOf(member, selection, db);
    return requireAll(selection, ids, await this.links.findMany(member.workspaceId, ids, db));
  }

  private async idsOf(member: Member, { ids, filter }: BulkSelectionDto, db: EntityManager): Promise<string[]> {
    if (ids === undefined) return this.idsByFilter(member, filter ?? {}, db);
    // Counted including duplicates, so that the limit does not depend on the contents of the list.
    if (ids.length > LIMITS.bulkSelection) failTooLarge('ids', ids.length);
    const wanted = [...new Set(ids.map((id) => id.trim().toLowerCase()))];
    return wanted.every((id) => UUID.test(id)) ? wanted : fail('link_not_found');
  }

  private async idsByFilter(member: Member, filter: LinkFilterDto, db: EntityManager): Promise<string[]> {
    const { prelude, where, total, parameters } = this.selections.of(member, filter);
    const count = await firstRow<{ count: number }>(db, `${prelude} SELECT ${total} AS count`, parameters);
    if (count !== null && count.count > LIMITS.bulkSelection) failTooLarge('filter', count.count);
    const order = `ORDER BY l.created_at DESC, l.id DESC LIMIT ${LIMITS.bulkSelection}`;
    const found = await rows<{ id: string }>(db, `SELECT l.id FROM links l WHERE ${where} ${order}`, parameters);
    return found.map((row) => row.id);
  }
}

/** An unknown id rejects the whole selection; links of a filter that were deleted since it was evaluated are omitted. */
function requireAll(selection: BulkSelectionDto, ids: readonly string[], links: LinkRecord[]): LinkRecord[] {
  return selection.ids === undefined || links.length === ids.length ? links : fail('link_not_found');
}

/** Fails with its own error code and the number of selected links, and names the field like any other limit. */
function failTooLarge(part: keyof BulkSelectionDto, count: number): never {
  const error = problem(`selection.${part}`, 'too_many', { max: LIMITS.bulkSelection, what: 'links' });
  fail('selection_too_large', { count, errors: [error] });
}
