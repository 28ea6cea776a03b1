import type { CodedEvent, CodedWords } from './click-codes.js';
import type { ClickList } from './click-list.js';

/**
 * Events in numbers, as they are stored: an array, or {@link CodedClicks}, of which the event that `at` answers is another
 * one after the next call.
 */
export type CodedEvents = Pick<readonly CodedEvent[], 'length' | 'at'>;

/** What events lead to, in numbers. */
export type CodedTarget = Pick<CodedEvent, 'workspaceNo' | 'linkNo' | 'campaignNo' | 'utmNo'>;

/** Events of a list in numbers. One object takes the place of each in turn: a batch has tens of thousands. */
export class CodedClicks implements CodedEvents {
  private readonly event: CodedEvent = {
    ...{ at: 0, workspaceNo: 0, linkNo: 0, campaignNo: 0, utmNo: 0, referrerNo: 0, visitor: 0n },
    ...{ country: 0, outcome: 0, device: 0, browser: 0, os: 0, bot: 0 },
  };

  /**
   * @param known places in the list of those that are meant.
   * @param targets by the place of the list's targets; each of an event that is meant is there.
   * @param words likewise.
   */
  constructor(
    private readonly clicks: ClickList,
    private readonly known: Int32Array,
    private readonly targets: readonly (CodedTarget | null)[],
    private readonly words: readonly CodedWords[],
  ) {}

  get length(): number {
    return this.known.length;
  }

  at(index: number): CodedEvent | undefined {
    const { clicks, event } = this;
    const place = this.known[index];
    if (place === undefined) return undefined;
    const target = this.targets[clicks.targetAt(place)];
    const words = this.words[clicks.wordsAt(place)];
    if (target === undefined || target === null || words === undefined) return undefined;
    event.at = clicks.timeAt(place);
    event.visitor = clicks.visitorAt(place);
    event.workspaceNo = target.workspaceNo;
    event.linkNo = target.linkNo;
    event.campaignNo = target.campaignNo;
    event.utmNo = target.utmNo;
    event.referrerNo = words.referrerNo;
    event.country = words.country;
    event.outcome = words.outcome;
    event.device = words.device;
    event.browser = words.browser;
    event.os = words.os;
    event.bot = words.bot;
    return event;
  }

  /** Whether a visit was counted towards its link's limit when it happened. */
  isCountedAt(index: number): boolean {
    const place = this.known[index];
    return place !== undefined && this.clicks.isCountedAt(place);
  }
}
