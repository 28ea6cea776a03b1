import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { BulkChanges, BulkResult } from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import type { Member } from '../../platform/access/index.js';
import { execute } from '../../platform/database/index.js';
import { fail } from '../../platform/errors/index.js';
import { Clock } from '../../platform/time/index.js';
import { RedirectInvalidator } from '../../redirect/index.js';
import { LinksService } from '../crud/links.service.js';
import { changesBetween } from '../record/link-changes.js';
import type { HistoryEntry } from '../record/link-history.repository.js';
import { applyInput } from '../record/link-input.js';
import type { LinkRecord } from '../record/link-record.js';
import { LinkReferences } from '../record/link-references.js';
import { validateFields } from '../record/link-rules.js';
import { BulkRecorder, changedOf, updated, type Verdict } from './bulk-recorder.js';
import { BulkSelections } from './bulk-selections.js';
import { LOCK_COUNTERS } from './links-bulk.service.js';
import type { BulkUpdateDto } from './links-bulk.dto.js';

/** Sets the same values on many links, in one transaction and a constant number of statements. */
@Injectable()
export class LinksBulkUpdateService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly service: LinksService,
    private readonly selections: BulkSelections,
    private readonly references: LinkReferences,
    private readonly recorder: BulkRecorder,
    private readonly redirect: RedirectInvalidator,
    private readonly clock: Clock,
  ) {}

  /**
   * Sets the given fields on every selected link whose own rules permit them; the others are reported as errors and
   * stay unchanged.
   */
  async update(member: Member, { selection, changes }: BulkUpdateDto): Promise<BulkResult> {
    const fields = CHANGED_FIELDS.filter((field) => changes[field] !== undefined);
    const done = await this.source.transaction(async (tx) => {
      await this.checkReferences(member, changes, tx);
      const isRestore = changes.trashed === false;
      // Locked before the links, in the same order as every other restore, to avoid deadlocks.
      if (isRestore) await this.service.makeRoom(member.workspace, 0, tx);
      const links = await this.selections.lock(member, selection, isRestore ? 'any' : 'live', tx);
      const checked = links.map((link) => ({ link, verdict: check(link, changes) }));
      const changed = changedOf(checked);
      if (isRestore) await this.service.makeRoom(member.workspace, changed.filter((link) => link.isTrashed).length, tx);
      const ids = changed.map(({ id }) => id);
      if (ids.length > 0) await this.write(member.workspaceId, ids, changes, tx);
      return { changed, result: await this.recorder.record(member, checked, { action: 'update', fields }, tx) };
    });
    for (const link of done.changed) {
      // The redirect cache may hold the addresses of a restored link as unknown.
      if (link.isTrashed) this.service.announceAddresses(member.workspaceId, link);
      else this.redirect.linkChanged(link.id);
    }
    return done.result;
  }

  private async checkReferences(member: Member, changes: BulkChanges, tx: EntityManager): Promise<void> {
    const errors = await this.references.check(member.workspaceId, changes, tx);
    if (errors.length === 0) return;
    fail('validation_failed', {
      errors: errors.map((error) => ({ ...error, field: `changes.${error.field}` })),
    });
  }

  private async write(
    workspaceId: string,
    ids: readonly string[],
    changes: BulkChanges,
    tx: EntityManager,
  ): Promise<void> {
    await execute(tx, LOCK_COUNTERS, [workspaceId, ids]);
    const parameters: unknown[] = [workspaceId, ids, this.clock.date()];
    const set = CHANGED_FIELDS.filter((field) => changes[field] !== undefined).map((field) =>
      SET[field](`$${parameters.push(toParameter(field, changes))}`),
    );
    await execute(
      tx,
      `UPDATE links SET updated_at = $3, ${set.join(', ')} WHERE workspace_id = $1 AND id = ANY($2::uuid[])`,
      parameters,
    );
  }
}

function check(link: LinkRecord, { trashed, ...changes }: BulkChanges): Verdict {
  // None of these fields is a URL, so neither private hosts nor loops need checking.
  const { fields } = applyInput(link, changes, false);
  const [problem] = validateFields(fields, changes, []);
  if (problem !== undefined) return { error: problem.message };
  const verdict = updated(link, changesBetween(link, fields));
  if (trashed === undefined || trashed === link.isTrashed) return verdict;
  const moved: HistoryEntry = { linkId: link.id, action: trashed ? 'deleted' : 'restored', changes: [] };
  return { entries: [...verdict.entries, moved] };
}

/** SQL assignment of each field, given the parameter with its value. `$3` is the time of the change. */
const SET: Readonly<Record<keyof BulkChanges, (value: string) => string>> = {
  isEnabled: (value) => `is_enabled = ${value}`,
  archived: (value) => `archived_at = CASE WHEN ${value}::boolean THEN COALESCE(archived_at, $3) END`,
  responsibleUserId: (value) => `responsible_user_id = ${value}`,
  reviewAt: (value) => `review_at = ${value}`,
  expiresAt: (value) => `expires_at = ${value}`,
  trashed: (value) => `deleted_at = CASE WHEN ${value}::boolean THEN COALESCE(deleted_at, $3) END`,
};
const CHANGED_FIELDS = Object.keys(SET) as (keyof BulkChanges)[];

function toParameter(field: keyof BulkChanges, changes: BulkChanges): unknown {
  const value = changes[field];
  return typeof value === 'number' ? new Date(value) : value;
}
