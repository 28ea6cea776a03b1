import { CSV_COLUMNS, type TargetingSystem } from '@signpost/contracts';

/** Columns of the import format that a mapping writes, in the order of the format (decisions 10). */
export const TARGET_COLUMNS = [...CSV_COLUMNS, 'short_url', 'created_at'] as const;
export type TargetColumn = (typeof TARGET_COLUMNS)[number];

/** What a column of a file from another product can contain. */
export type Meaning =
  | Exclude<TargetColumn, 'slug' | 'aliases' | 'kept_paths' | 'targeting' | 'short_url'>
  /** The short address: whole, a path, or the code alone. */
  | 'short_address'
  /** Further short addresses of the same link, one or a list. */
  | 'further_addresses'
  /** The whole address, in a file that also has a column for the code: the import compares both. */
  | 'whole_address'
  /** True where the link is switched off. */
  | 'disabled'
  | `target_${TargetingSystem}`;

/** Meanings offered to the user, short addresses first. */
// prettier-ignore
export const MEANINGS: readonly Meaning[] = [
  'short_address', 'further_addresses', 'whole_address', 'destination_url', 'title', 'tags', 'notes',
  'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content',
  'starts_at', 'expires_at', 'scheduled_destination', 'expiration_destination', 'limit_destination', 'maximum_visits',
  'archived', 'is_enabled', 'disabled', 'campaign', 'responsible', 'review_at', 'password', 'is_protected', 'prior_clicks', 'created_at',
  'target_ios', 'target_android', 'target_windows', 'target_macos', 'target_linux', 'target_desktop',
];

/** Meanings that several columns may share: their cells are joined. */
export const JOINED: ReadonlySet<Meaning> = new Set<Meaning>(['further_addresses', 'tags', 'notes']);

/** Meanings whose cells are dates; for `end`, a date without a time means the last second of the day. */
export const DATES: ReadonlyMap<Meaning, 'start' | 'end'> = new Map([
  ['starts_at', 'start'],
  ['expires_at', 'end'],
  ['review_at', 'start'],
  ['created_at', 'start'],
]);
