import type { ClickEvent } from '@signpost/domain';

/** What the events of one link have in common, as long as nobody changes it. */
export type Target = Pick<ClickEvent, 'workspaceId' | 'linkId' | 'campaignId' | 'utm'>;
/** What is said of a visit in words. */
export type Words = Pick<ClickEvent, 'outcome' | 'referrerHost' | 'country' | 'device' | 'browser' | 'os' | 'botClass'>;

/** An event on its way into the database. Thousands share one target and one set of words, which are looked up once. */
export interface RecordedClick extends Pick<ClickEvent, 'at' | 'visitor' | 'counted'> {
  readonly target: Target;
  readonly words: Words;
}

/** The event as it was recorded. */
export function eventOf({ at, target, words, visitor, counted }: RecordedClick): ClickEvent {
  return { at, ...target, ...words, visitor, counted };
}

/** An event as a journal would hand it on. */
export function recordedClick(event: ClickEvent): RecordedClick {
  const { at, visitor, counted, workspaceId, linkId, campaignId, utm, ...words } = event;
  return { at, target: { workspaceId, linkId, campaignId, utm }, words, visitor, counted };
}
