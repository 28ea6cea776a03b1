import { Injectable } from '@nestjs/common';
import type { BulkChanges, BulkResult, HistoryChange } from '@signpost/contracts';
import type { EntityManager } from 'typeorm';
import { AuditService } from '../../audit/index.js';
import type { Member } from '../../platform/access/index.js';
import { LinkHistoryRepository, type HistoryEntry } from '../record/link-history.repository.js';
import type { LinkRecord } from '../record/link-record.js';

/** Result for one link: its history entries, none if it has these values already, or why it cannot be changed. */
export type Verdict = Update | { readonly error: string };

interface Update {
  readonly entries: readonly HistoryEntry[];
}

/** The result for a link with these changes. */
export function updated({ id }: LinkRecord, changes: HistoryChange[]): Update {
  return { entries: changes.length === 0 ? [] : [{ linkId: id, action: 'updated', changes }] };
}

/** A selected link with its result. */
export interface CheckedLink {
  readonly link: LinkRecord;
  readonly verdict: Verdict;
}

/** The links that a bulk request changes. */
export function changedOf(checked: readonly CheckedLink[]): LinkRecord[] {
  return checked.filter(({ verdict }) => entriesOf(verdict).length > 0).map(({ link }) => link);
}

const entriesOf = (verdict: Verdict): readonly HistoryEntry[] => ('entries' in verdict ? verdict.entries : []);

/** Records a bulk request in the history of each changed link and in the activity log, and builds the response. */
@Injectable()
export class BulkRecorder {
  constructor(
    private readonly history: LinkHistoryRepository,
    private readonly audit: AuditService,
  ) {}

  /** @param detail of the request's single audit event. */
  async record(
    member: Member,
    checked: readonly CheckedLink[],
    detail: { readonly action: string; readonly fields?: readonly (keyof BulkChanges)[] },
    tx: EntityManager,
  ): Promise<BulkResult> {
    const entries = checked.flatMap(({ verdict }) => entriesOf(verdict));
    await this.history.record(member, entries, tx);
    const changed = changedOf(checked);
    const link = changed.length === 1 ? (changed[0] ?? null) : null;
    const { action, ...more } = detail;
    const facts = { link, detail: { action, count: changed.length, ...more } };
    await this.audit.record(member, 'links_bulk_action', facts, tx);
    const results = checked.map(({ link: { id }, verdict }): BulkResult['results'][number] =>
      'error' in verdict ? { id, status: 'error', error: verdict.error } : { id, status: 'ok' },
    );
    return { affected: changed.length, results };
  }
}
