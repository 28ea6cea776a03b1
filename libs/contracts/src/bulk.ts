import type { Link, LinkFilter } from './links.js';

export interface BatchItemInput {
  /** Names the row in the answer; it makes no repeat safe. */
  clientKey: string;
  /** Value of `utm_source` that is sent on. */
  utmSource: string;
  /** Value of `utm_medium`, in place of the campaign's. */
  utmMedium?: string | null;
  /** Value of `utm_content`. */
  utmContent?: string | null;
  /** Address, without a prefix. Empty: one is made. */
  slug?: string | null;
}

export interface BatchInput {
  /** Id of a campaign for all of them. */
  campaignId?: string | null;
  /** Where all of them lead: an http or https address. */
  destinationUrl: string;
  /** What people call all of them. */
  title?: string | null;
  /** Id of the member who looks after all of them. */
  responsibleUserId?: string | null;
  /** One row for each link. */
  items: BatchItemInput[];
}

export interface BatchResult {
  /** One for each row, in their order. */
  results: {
    /** Key of the row. */
    clientKey: string;
    /** What became of it. */
    status: 'created';
    link?: Link;
    /** What is wrong with it. */
    error?: string;
  }[];
}

export const BULK_ACTIONS = ['tag', 'untag', 'assignCampaign', 'archive'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** Links by their ids. */
export interface IdSelection {
  /** Ids of links. */
  ids: string[];
}

/** Links that a filter finds. */
export interface FilterSelection {
  /** Filters of the list, which may be empty for all links. */
  filter: LinkFilter;
}

export interface BulkInput {
  /** Which links: up to 500 ids, or a filter that finds up to 500. */
  selection: IdSelection | FilterSelection;
  /** What is done to them. */
  action: BulkAction;
  /** Id of the tag, for `tag` and `untag`. */
  tagId?: string | null;
  /** Null detaches. */
  campaignId?: string | null;
}

/**
 * Fields that `POST /api/links/bulk/update` sets, in the order in which the activity log names them.
 * @minProperties 1
 */
export interface BulkChanges {
  /** False pauses links. */
  isEnabled?: boolean;
  /** Whether links are out of the way. */
  archived?: boolean;
  /** Null: nobody. */
  responsibleUserId?: string | null;
  /** Unix milliseconds; null: none. */
  reviewAt?: number | null;
  /** Unix milliseconds, later than the link's own start; null: never. */
  expiresAt?: number | null;
  /** True puts links into the trash, false takes them out of it. */
  trashed?: boolean;
}

export interface BulkUpdateInput {
  /** At most 500 links. Links in the trash can be chosen where `changes.trashed` is false. */
  selection: IdSelection | FilterSelection;
  /** Fields that are set, one at least. */
  changes: BulkChanges;
}

export interface BulkResult {
  /** Number of links that the action changed. */
  affected: number;
  /** One for each link. */
  results: {
    id: string;
    /** What became of it. */
    status: 'ok' | 'error';
    /** Why it was not changed. */
    error?: string;
  }[];
}
