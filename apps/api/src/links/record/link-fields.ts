import type { CsvColumn, Targeting } from '@signpost/contracts';

/**
 * The fields of a link that callers set: validated by rules and compared by the history. Times are Unix milliseconds.
 */
export interface LinkFields {
  slug: string;
  destinationUrl: string;
  destinationHost: string;
  /** Decoded destination for search; empty if decoding changes nothing. */
  destinationText: string;
  title: string | null;
  notes: string | null;
  isEnabled: boolean;
  archived: boolean;
  startsAt: number | null;
  expiresAt: number | null;
  scheduledDestination: string | null;
  expirationDestination: string | null;
  limitDestination: string | null;
  maximumVisits: number | null;
  campaignId: string | null;
  utmSource: string | null;
  utmMedium: string | null;
  utmCampaign: string | null;
  utmTerm: string | null;
  utmContent: string | null;
  targeting: Targeting | null;
  responsibleUserId: string | null;
  reviewAt: number | null;
  /** Clicks counted by another shortener before the import; only imports set it. */
  priorClicks: number;
  /** Names in alphabetical order. */
  tags: string[];
}

/**
 * How a field is read, written and validated. `plain` values are used as their DTO returns them; a `destination`
 * follows decisions 4; an `instant` is Unix milliseconds; an `archived` flag is stored as the time it was set.
 */
export type FieldKind =
  'slug' | 'plain' | 'destination' | 'derived' | 'instant' | 'count' | 'archived' | 'targeting' | 'tags';

/** How a field of a link is stored, read, written and shown. */
export interface LinkField {
  /** Column of `links` and its SQL type; null for fields stored in another table. */
  readonly column: string | null;
  readonly type: 'text' | 'boolean' | 'timestamptz' | 'integer' | 'bigint' | 'uuid' | 'jsonb' | null;
  readonly kind: FieldKind;
  /** CSV column with the value of this field. */
  readonly csv: CsvColumn | null;
  /** Whether history compares and shows it. */
  readonly history: boolean;
  /** Value in a new link by default. */
  readonly initial: unknown;
}

const text = (column: string, csv: CsvColumn | null): LinkField => {
  return { column, type: 'text', kind: 'plain', csv, history: true, initial: null };
};
const destination = (column: CsvColumn): LinkField => ({ ...text(column, column), kind: 'destination' });
const instant = (column: CsvColumn): LinkField => {
  return { column, type: 'timestamptz', kind: 'instant', csv: column, history: true, initial: null };
};
const id = (column: string): LinkField => ({ ...text(column, null), type: 'uuid' });

/**
 * Every field of a link, in the order in which the history shows them. SELECT, INSERT, UPDATE, comparison, history,
 * input, loop detection and CSV columns are derived from it; a missing field does not compile.
 */
export const LINK_FIELDS: Readonly<Record<keyof LinkFields, LinkField>> = {
  slug: { ...text('slug', 'slug'), kind: 'slug', initial: '' },
  destinationUrl: { ...destination('destination_url'), initial: '' },
  // Derived from the destination.
  destinationHost: { ...text('destination_host', null), kind: 'derived', history: false, initial: '' },
  destinationText: { ...text('destination_text', null), kind: 'derived', history: false, initial: '' },
  title: text('title', 'title'),
  notes: text('notes', 'notes'),
  isEnabled: {
    column: 'is_enabled',
    type: 'boolean',
    kind: 'plain',
    csv: 'is_enabled',
    history: true,
    initial: true,
  },
  archived: {
    column: 'archived_at',
    type: 'timestamptz',
    kind: 'archived',
    csv: 'archived',
    history: true,
    initial: false,
  },
  startsAt: instant('starts_at'),
  expiresAt: instant('expires_at'),
  scheduledDestination: destination('scheduled_destination'),
  expirationDestination: destination('expiration_destination'),
  limitDestination: destination('limit_destination'),
  maximumVisits: {
    column: 'maximum_visits',
    type: 'integer',
    kind: 'plain',
    csv: 'maximum_visits',
    history: true,
    initial: null,
  },
  campaignId: id('campaign_id'),
  utmSource: text('utm_source', 'utm_source'),
  utmMedium: text('utm_medium', 'utm_medium'),
  utmCampaign: text('utm_campaign', 'utm_campaign'),
  utmTerm: text('utm_term', 'utm_term'),
  utmContent: text('utm_content', 'utm_content'),
  targeting: { column: 'targeting', type: 'jsonb', kind: 'targeting', csv: 'targeting', history: true, initial: null },
  responsibleUserId: id('responsible_user_id'),
  reviewAt: instant('review_at'),
  priorClicks: {
    column: 'prior_clicks',
    type: 'bigint',
    kind: 'count',
    csv: 'prior_clicks',
    history: true,
    initial: 0,
  },
  tags: { column: null, type: null, kind: 'tags', csv: 'tags', history: true, initial: [] },
};

/** Name of a field of a link. */
export type FieldName = keyof LinkFields;

/** Names of all fields, in their order. */
export const FIELD_NAMES = Object.keys(LINK_FIELDS) as FieldName[];

/** Names of the fields of these kinds, in their order. */
export function fieldsOfKind(...kinds: readonly FieldKind[]): FieldName[] {
  return FIELD_NAMES.filter((name) => kinds.includes(LINK_FIELDS[name].kind));
}

/** Name of a field that leads visitors somewhere. */
export type DestinationField = 'destinationUrl' | 'scheduledDestination' | 'expirationDestination' | 'limitDestination';

/** Fields that lead visitors somewhere; targeting does so, too. */
export const DESTINATION_FIELDS = fieldsOfKind('destination') as readonly DestinationField[];

/** Fields stored in the link's own row, with their column. */
export const STORED_FIELDS = FIELD_NAMES.flatMap((name) => {
  const { column, type, kind } = LINK_FIELDS[name];
  return column === null || type === null ? [] : [{ name, column, type, kind }];
});

/** Default values of a new link. */
export const EMPTY_FIELDS = Object.freeze(
  Object.fromEntries(FIELD_NAMES.map((name) => [name, LINK_FIELDS[name].initial])),
) as unknown as Readonly<LinkFields>;

/** Reads the fields from a row with the columns of {@link STORED_FIELDS} and tags. */
export function fieldsFromRow(row: Readonly<Record<string, unknown>>): LinkFields {
  const stored = STORED_FIELDS.map(({ name, column, kind }) => [name, fromColumn(kind, row[column])]);
  return { ...Object.fromEntries(stored), tags: row['tags'] } as LinkFields;
}

function fromColumn(kind: FieldKind, value: unknown): unknown {
  switch (kind) {
    case 'archived':
      return value !== null;
    case 'instant':
      return value instanceof Date ? value.getTime() : null;
    case 'count':
      return Number(value);
    default:
      return value;
  }
}

/**
 * The value of a stored field as a statement parameter; an `archived` flag stays boolean, because the statement
 * determines the time.
 */
export function toParameter(name: FieldName, fields: LinkFields): unknown {
  const value = fields[name];
  if (LINK_FIELDS[name].kind === 'instant') return typeof value === 'number' ? new Date(value) : null;
  if (LINK_FIELDS[name].kind === 'targeting') return value === null ? null : JSON.stringify(value);
  return value;
}
