import type { ClickEvent } from '@signpost/domain';
import { giveWay } from './core-turns.js';

/** Events on their way into the database, as far as they can be prepared while it is busy with others. */
export class ClickBatch {
  readonly workspaceIds = new Set<string>();
  readonly linkIds = new Set<string>();
  readonly campaignIds = new Set<string>();

  constructor(readonly events: readonly ClickEvent[]) {
    for (const { workspaceId, linkId, campaignId } of events) {
      this.workspaceIds.add(workspaceId);
      this.linkIds.add(linkId);
      if (campaignId !== null) this.campaignIds.add(campaignId);
      giveWay();
    }
  }
}
