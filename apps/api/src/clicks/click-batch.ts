import { countClass, type ClickEvent } from '@signpost/domain';
import { codesOf, type CodedEvent } from './click-codes.js';
import { linkKey, utmText } from './click-dictionaries.js';

/** What is known of one event before the database is asked. */
export interface PreparedEvent {
  readonly event: ClickEvent;
  /** See {@link linkKey}. */
  readonly link: string;
  /** See {@link utmText}. */
  readonly utm: string | null;
  /** With 0 for every number that the database gives. */
  readonly coded: CodedEvent;
  /** Whether it is to be added to the link's used visits. */
  readonly isVisit: boolean;
}

/** Events on their way into the database, as far as they can be prepared while it is busy with others. */
export class ClickBatch {
  readonly prepared: readonly PreparedEvent[];
  readonly workspaceIds = new Set<string>();
  readonly linkIds = new Set<string>();
  readonly campaignIds = new Set<string>();

  constructor(events: readonly ClickEvent[]) {
    this.prepared = events.map((event) => {
      this.workspaceIds.add(event.workspaceId);
      this.linkIds.add(event.linkId);
      if (event.campaignId !== null) this.campaignIds.add(event.campaignId);
      return {
        event,
        link: linkKey(event),
        utm: utmText(event.utm),
        coded: codesOf(event),
        isVisit: !event.counted && countClass(event) === 'clicks',
      };
    });
  }
}
