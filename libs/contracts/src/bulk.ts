import type { Link, LinkFilter } from './links.js';

export interface BatchItemInput {
  /** Identifies the row in the response; it is not an idempotency key. */
  clientKey: string;
  /** Value of `utm_source`, sent to the destination. */
  utmSource: string;
  /** Value of `utm_medium`, overrides the campaign's. */
  utmMedium?: string | null;
  /** Value of `utm_content`. */
  utmContent?: string | null;
  /** Slug, without a prefix. Empty: a random one is generated. */
  slug?: string | null;
}

export interface BatchInput {
  /** Id of a campaign for all of them. */
  campaignId?: string | null;
  /** Destination of all links: an http or https URL. */
  destinationUrl: string;
  /** Title of all links. */
  title?: string | null;
  /** Id of the member responsible for all of them. */
  responsibleUserId?: string | null;
  /** One row per link. */
  items: BatchItemInput[];
}

export interface BatchResult {
  /** One per row, in the same order. */
  results: {
    /** Key of the row. */
    clientKey: string;
    /** Result. */
    status: 'created';
    link?: Link;
    /** Error message. */
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

/** Links that match a filter. */
export interface FilterSelection {
  /** Filters of the link list; an empty object selects all links. */
  filter: LinkFilter;
}

export interface BulkInput {
  /** Which links: up to 500 ids, or a filter that matches up to 500 links. */
  selection: IdSelection | FilterSelection;
  /** The action to apply. */
  action: BulkAction;
  /** Id of the tag, for `tag` and `untag`. */
  tagId?: string | null;
  /** Id of the campaign, for `assignCampaign`; null removes links from their campaign. */
  campaignId?: string | null;
}

/**
 * Fields that `POST /api/links/bulk/update` sets, in the order in which the activity log lists them.
 * @minProperties 1
 */
export interface BulkChanges {
  /** False pauses links. */
  isEnabled?: boolean;
  /** Whether links are archived. */
  archived?: boolean;
  /** Null: none. */
  responsibleUserId?: string | null;
  /** Unix milliseconds; null: none. */
  reviewAt?: number | null;
  /** Unix milliseconds, later than the link's own start; null: never. */
  expiresAt?: number | null;
  /** True moves links to the trash, false restores them. */
  trashed?: boolean;
}

export interface BulkUpdateInput {
  /** At most 500 links. Links in the trash can be selected if `changes.trashed` is false. */
  selection: IdSelection | FilterSelection;
  /** Fields to set, at least one. */
  changes: BulkChanges;
}

export interface BulkResult {
  /** Number of links that the action changed. */
  affected: number;
  /** One per link. */
  results: {
    id: string;
    /** Result. */
    status: 'ok' | 'error';
    /** Reason why it was not changed. */
    error?: string;
  }[];
}
