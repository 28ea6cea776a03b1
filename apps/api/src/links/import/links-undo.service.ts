import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { ImportUndone } from '@signpost/contracts';
import type { DataSource } from 'typeorm';
import { AuditService } from '../../audit/index.js';
import type { Clicks } from '../../clicks/index.js';
import type { Member } from '../../platform/access/index.js';
import { fail } from '../../platform/errors/index.js';
import { Clock } from '../../platform/time/index.js';
import { CLICK_RECORDER, RedirectInvalidator } from '../../redirect/index.js';
import { LinksRepository } from '../crud/links.repository.js';
import { LinkHistoryRepository } from '../record/link-history.repository.js';
import { ImportsRepository } from './imports.repository.js';

/** Undoes an import. */
@Injectable()
export class LinksUndoService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly imports: ImportsRepository,
    private readonly links: LinksRepository,
    private readonly history: LinkHistoryRepository,
    private readonly audit: AuditService,
    private readonly redirect: RedirectInvalidator,
    private readonly clock: Clock,
    @Inject(CLICK_RECORDER) private readonly clicks: Pick<Clicks, 'flush'>,
  ) {}

  /**
   * Moves the links that an import created to the trash, except those changed or visited since. Addresses, tags and
   * campaigns stay unchanged.
   */
  async undo(member: Member, importId: string): Promise<ImportUndone> {
    const { workspaceId } = member;
    // A visit that was answered a moment ago is one.
    await this.clicks.flush();
    const done = await this.source.transaction(async (tx) => {
      if ((await this.imports.lock(workspaceId, importId, tx)) === null) fail('import_not_found');
      const made = await this.imports.lockLinks(workspaceId, importId, tx);
      const ids = made.filter(({ isChanged, isVisited }) => !isChanged && !isVisited).map(({ id }) => id);
      if (ids.length > 0) {
        await this.links.trash(workspaceId, ids, this.clock.date(), tx);
        const entries = ids.map((linkId) => ({ linkId, action: 'deleted' as const, changes: [] }));
        await this.history.record(member, entries, tx);
      }
      const detail = { action: 'undoImport', count: ids.length, importId };
      await this.audit.record(member, 'links_bulk_action', { detail }, tx);
      const kept = made.flatMap(({ id, isChanged, isVisited }): ImportUndone['kept'] =>
        isVisited ? [{ linkId: id, reason: 'visited' }] : isChanged ? [{ linkId: id, reason: 'changed' }] : [],
      );
      return { ids, kept };
    });
    for (const id of done.ids) this.redirect.linkChanged(id);
    return { undone: done.ids.length, kept: done.kept };
  }
}
