import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LIMITS, type BulkResult, type HistoryChange } from '@signpost/contracts';
import { UUID } from '@signpost/domain';
import type { DataSource, EntityManager } from 'typeorm';
import type { Member } from '../../platform/access/index.js';
import { execute, firstRow } from '../../platform/database/index.js';
import { fail, failField } from '../../platform/errors/index.js';
import { Clock } from '../../platform/time/index.js';
import { RedirectInvalidator } from '../../redirect/index.js';
import { LinkReferences } from '../record/link-references.js';
import { byName, type StoredTag } from '../record/link-tags.js';
import { BulkRecorder, changedOf, updated, type Verdict } from './bulk-recorder.js';
import { BulkSelections } from './bulk-selections.js';
import type { BulkDto } from './links-bulk.dto.js';
import type { LinkRecord } from '../record/link-record.js';

/** An action: how it checks a link, and the statement that executes it. */
interface Action {
  check(link: LinkRecord): Verdict;
  carryOut(ids: readonly string[], tx: EntityManager): Promise<void>;
}

/** Applies one action to many links, in one transaction and a constant number of statements. */
@Injectable()
export class LinksBulkService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly selections: BulkSelections,
    private readonly references: LinkReferences,
    private readonly recorder: BulkRecorder,
    private readonly redirect: RedirectInvalidator,
    private readonly clock: Clock,
  ) {}

  async run(member: Member, input: BulkDto): Promise<BulkResult> {
    const done = await this.source.transaction(async (tx) => {
      const action = await this.actionOf(member, input, tx);
      const links = await this.selections.lock(member, input.selection, 'live', tx);
      const checked = links.map((link) => ({ link, verdict: action.check(link) }));
      const ids = changedOf(checked).map(({ id }) => id);
      if (ids.length > 0) await action.carryOut(ids, tx);
      return { ids, result: await this.recorder.record(member, checked, { action: input.action }, tx) };
    });
    for (const id of done.ids) this.redirect.linkChanged(id);
    return done.result;
  }

  /**
   * The action with its tag or campaign, locked against deletion until the transaction ends. An unknown id is refused
   * even if the action does not use it.
   */
  private async actionOf(member: Member, input: BulkDto, tx: EntityManager): Promise<Action> {
    const tag = input.tagId == null ? null : await this.lockTag(member, input.tagId, tx);
    const campaignId =
      input.campaignId == null ? input.campaignId : await this.lockCampaign(member, input.campaignId, tx);
    switch (input.action) {
      case 'tag':
      case 'untag':
        return this.tagging(member, input.action, tag ?? failField('tagId', 'required'));
      case 'assignCampaign':
        return this.assigning(member, campaignId ?? null);
      case 'archive':
        return {
          check: (link) => updated(link, link.archived ? [] : [{ field: 'archived', from: false, to: true }]),
          carryOut: async (ids, db) => {
            await execute(db, LOCK_COUNTERS, [member.workspaceId, ids]);
            await execute(db, ARCHIVE, [member.workspaceId, ids, this.clock.date()]);
          },
        };
    }
  }

  private async lockTag({ workspaceId }: Member, tagId: string, tx: EntityManager): Promise<StoredTag> {
    const tag = UUID.test(tagId) ? await firstRow<StoredTag>(tx, LOCK_TAG, [workspaceId, tagId]) : null;
    return tag ?? fail('tag_not_found');
  }

  private async lockCampaign({ workspaceId }: Member, campaignId: string, tx: EntityManager): Promise<string> {
    const isKnown = UUID.test(campaignId) && (await this.references.hasCampaign(workspaceId, campaignId, tx));
    return isKnown ? campaignId.toLowerCase() : fail('campaign_not_found');
  }

  private tagging({ workspaceId }: Member, action: 'tag' | 'untag', tag: StoredTag): Action {
    const check = (link: LinkRecord): Verdict => {
      const { tags } = link;
      if (tags.includes(tag.name) === (action === 'tag')) return updated(link, []);
      if (action === 'untag') {
        return updated(link, [{ field: 'tags', from: tags, to: tags.filter((name) => name !== tag.name) }]);
      }
      if (tags.length >= LIMITS.tagsPerLink) return { error: `The link already has ${LIMITS.tagsPerLink} tags.` };
      return updated(link, [{ field: 'tags', from: tags, to: [...tags, tag.name].sort(byName) }]);
    };
    return {
      check,
      carryOut: async (ids, db) => {
        await execute(db, action === 'tag' ? TAG : UNTAG, [workspaceId, ids, tag.id]);
        await execute(db, TOUCH, [workspaceId, ids, this.clock.date()]);
      },
    };
  }

  private assigning({ workspaceId }: Member, target: string | null): Action {
    return {
      check: (link) => {
        const changes: HistoryChange[] = [];
        if (link.campaignId !== target) changes.push({ field: 'campaignId', from: link.campaignId, to: target });
        // A campaign sets the UTM value; a database constraint forbids having both.
        if (target !== null && link.utmCampaign !== null) {
          changes.push({ field: 'utmCampaign', from: link.utmCampaign, to: null });
        }
        return updated(link, changes);
      },
      carryOut: async (ids, db) => {
        await execute(db, ASSIGN, [workspaceId, ids, target, this.clock.date()]);
      },
    };
  }
}

// SQL, because each changes many links in one statement; tags and campaigns depend on links, so that their entities cannot
// be imported here.

const LOCK_TAG = `SELECT id, name FROM tags WHERE workspace_id = $1 AND id = $2 FOR KEY SHARE`;

const TAG = `
  INSERT INTO link_tags (workspace_id, link_id, tag_id)
  SELECT $1, chosen.id, $3 FROM unnest($2::uuid[]) AS chosen (id)
  ON CONFLICT DO NOTHING`;
const UNTAG = `DELETE FROM link_tags WHERE workspace_id = $1 AND link_id = ANY($2::uuid[]) AND tag_id = $3`;
const TOUCH = `UPDATE links SET updated_at = $3 WHERE workspace_id = $1 AND id = ANY($2::uuid[])`;
// Archiving also updates the counters (they store which links are shown); locked in the same order as the click writer
// locks them, to avoid deadlocks.
export const LOCK_COUNTERS = `
  SELECT 1 FROM link_counters WHERE workspace_id = $1 AND link_id = ANY($2::uuid[]) ORDER BY link_id FOR NO KEY UPDATE`;
const ARCHIVE = `
  UPDATE links SET archived_at = $3, updated_at = $3 WHERE workspace_id = $1 AND id = ANY($2::uuid[])`;
const ASSIGN = `
  UPDATE links SET campaign_id = $3, utm_campaign = CASE WHEN $3::uuid IS NULL THEN utm_campaign END, updated_at = $4
  WHERE workspace_id = $1 AND id = ANY($2::uuid[])`;
