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

/** Resolves the selection of a bulk request and locks its links until the transaction ends. */
@Injectable()
export class BulkSelections {
  constructor(
    private readonly links: LinksRepository,
    private readonly selections: LinkSelections,
  ) {}

  /**
   * @throws ApiError 422 for a selection of more than 500 links; 404 if the workspace lacks one of the ids, in which
   *   case nothing is changed.
   */
  async lock(member: Member, selection: BulkSelectionDto, choice: Choice, tx: EntityManager): Promise<LinkRecord[]> {
    const { ids, filter } = selection;
    return ids === undefined
      ? this.lockFilter(member, filter ?? {}, choice, tx)
      : this.lockIds(member, ids, choice, tx);
  }

  /** Exactly these links, each once; an unknown id rejects the whole selection. */
  private async lockIds(
    member: Member,
    ids: readonly string[],
    choice: Choice,
    tx: EntityManager,
  ): Promise<LinkRecord[]> {
    // Counted including duplicates, so that the limit does not depend on the contents of the list.
    if (ids.length > LIMITS.bulkSelection) failTooLarge('ids', ids.length);
    const wanted = [...new Set(ids.map((id) => id.trim().toLowerCase()))];
    if (!wanted.every((id) => UUID.test(id))) fail('link_not_found');
    const links = await this.links.findManyForUpdate(member.workspaceId, wanted, choice, tx);
    return links.length === wanted.length ? links : fail('link_not_found');
  }

  private async lockFilter(
    member: Member,
    filter: LinkFilterDto,
    choice: Choice,
    tx: EntityManager,
  ): Promise<LinkRecord[]> {
    const { prelude, where, total, parameters } = this.selections.of(member, filter);
    const count = await firstRow<{ count: number }>(tx, `${prelude} SELECT ${total} AS count`, parameters);
    if (count !== null && count.count > LIMITS.bulkSelection) failTooLarge('filter', count.count);
    const order = `ORDER BY l.created_at DESC, l.id DESC LIMIT ${LIMITS.bulkSelection}`;
    const found = await rows<{ id: string }>(tx, `SELECT l.id FROM links l WHERE ${where} ${order}`, parameters);
    // Links that were deleted since the previous statement are omitted.
    return this.links.findManyForUpdate(
      member.workspaceId,
      found.map((row) => row.id),
      choice,
      tx,
    );
  }
}

/** Fails with its own error code and the number of selected links, and names the field like any other limit. */
function failTooLarge(part: keyof BulkSelectionDto, count: number): never {
  const error = problem(`selection.${part}`, 'too_many', { max: LIMITS.bulkSelection, what: 'links' });
  fail('selection_too_large', { count, errors: [error] });
}
