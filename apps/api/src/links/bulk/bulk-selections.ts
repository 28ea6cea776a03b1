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

/** Which links may be chosen: those outside the trash, or any. */
export type Choice = 'live' | 'any';

/** The links that a bulk request means, locked until its transaction ends. */
@Injectable()
export class BulkSelections {
  constructor(
    private readonly links: LinksRepository,
    private readonly selections: LinkSelections,
  ) {}

  /**
   * @throws ApiError 422 for a selection of more than 500 links; 404 for an id that the workspace does
   * not have, in which case nothing is changed.
   */
  async lock(member: Member, selection: BulkSelectionDto, choice: Choice, tx: EntityManager): Promise<LinkRecord[]> {
    const { ids, filter } = selection;
    return ids === undefined
      ? this.lockFilter(member, filter ?? {}, choice, tx)
      : this.lockIds(member, ids, choice, tx);
  }

  /** Exactly these links, each once; one that the workspace does not have refuses them all. */
  private async lockIds(
    member: Member,
    ids: readonly string[],
    choice: Choice,
    tx: EntityManager,
  ): Promise<LinkRecord[]> {
    // Counted as they come: how long the list may be does not depend on what is in it.
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
    // A link that was deleted since is left out.
    return this.links.findManyForUpdate(
      member.workspaceId,
      found.map((row) => row.id),
      choice,
      tx,
    );
  }
}

/** A code of its own, which tells the number; at its field like any other bound. */
function failTooLarge(part: keyof BulkSelectionDto, count: number): never {
  const error = problem(`selection.${part}`, 'too_many', { max: LIMITS.bulkSelection, what: 'links' });
  fail('selection_too_large', { count, errors: [error] });
}
