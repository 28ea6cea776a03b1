import type { ClickEvent } from '@signpost/domain';

/** The fields that events of one link share until the link is changed. */
export type Target = Pick<ClickEvent, 'workspaceId' | 'linkId' | 'campaignId' | 'utm'>;
/** The properties of a visit, as words. */
export type Words = Pick<ClickEvent, 'outcome' | 'referrerHost' | 'country' | 'device' | 'browser' | 'os' | 'botClass'>;

/** An event on its way to the database. Thousands of events share one target and one set of words, which are looked up once. */
export interface RecordedClick extends Pick<ClickEvent, 'at' | 'visitor' | 'counted'> {
  readonly target: Target;
  readonly words: Words;
}

/** The event as it was recorded. */
export function eventOf({ at, target, words, visitor, counted }: RecordedClick): ClickEvent {
  return { at, ...target, ...words, visitor, counted };
}

/** An event in the form in which a journal is read. */
export function recordedClick(event: ClickEvent): RecordedClick {
  const { at, visitor, counted, workspaceId, linkId, campaignId, utm, ...words } = event;
  return { at, target: { workspaceId, linkId, campaignId, utm }, words, visitor, counted };
}
