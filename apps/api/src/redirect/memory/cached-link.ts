import type { Targeting } from '@signpost/contracts';
import { effectiveUtm, type RedirectLink, type UtmValues } from '@signpost/domain';

/** Shared by all entries that hold values of one campaign, so that one change marks all of them as stale. */
export interface CampaignStamp {
  stale: boolean;
}

/** A row of {@link LINK_SQL}. */
export interface LinkRow {
  workspace_id: string;
  address: string;
  id: string;
  destination_url: string;
  is_quarantined: boolean;
  is_enabled: boolean;
  starts_at: string | null;
  expires_at: string | null;
  scheduled_destination: string | null;
  expiration_destination: string | null;
  limit_destination: string | null;
  maximum_visits: number | null;
  password_version: string | null;
  campaign_id: string | null;
  campaign_utm_campaign: string | null;
  campaign_utm_medium: string | null;
  utm_source: string | null;
  utm_medium: string | null;
  utm_campaign: string | null;
  utm_term: string | null;
  utm_content: string | null;
  targeting: Targeting | null;
}

/** Columns that identify a link and its destination; all others are optional settings of the link. */
type OwnColumn = 'workspace_id' | 'address' | 'id' | 'destination_url';

const MS = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::bigint`;

/**
 * SQL expression of each column, and its value for a plain link, which has a destination and nothing else. The type makes
 * a missing column a compile error, so that none is left out of the statement or of the test for plain links.
 */
const COLUMNS: {
  readonly [Column in Exclude<keyof LinkRow, OwnColumn>]: readonly [sql: string, plain: LinkRow[Column]];
} = {
  is_quarantined: ['l.quarantined_at IS NOT NULL', false],
  is_enabled: ['l.is_enabled', true],
  starts_at: [MS('l.starts_at'), null],
  expires_at: [MS('l.expires_at'), null],
  scheduled_destination: ['l.scheduled_destination', null],
  expiration_destination: ['l.expiration_destination', null],
  limit_destination: ['l.limit_destination', null],
  maximum_visits: ['l.maximum_visits', null],
  password_version: ['l.password_version', null],
  campaign_id: ['l.campaign_id', null],
  campaign_utm_campaign: ['c.utm_campaign', null],
  campaign_utm_medium: ['c.utm_medium', null],
  utm_source: ['l.utm_source', null],
  utm_medium: ['l.utm_medium', null],
  utm_campaign: ['l.utm_campaign', null],
  utm_term: ['l.utm_term', null],
  utm_content: ['l.utm_content', null],
  targeting: ['l.targeting', null],
};

/**
 * Live links behind addresses, one row each; times as Unix milliseconds.
 *
 * `OFFSET 0` stops the planner from merging the subqueries, so that it can only use the unique keys, whatever the table
 * statistics say. For a table that was never analysed it would expect almost no live links and scan the whole workspace
 * for each address, which takes seconds with two thousand links.
 */
const linkSql = (address: string): string => `
  SELECT wanted.workspace_id, wanted.slug AS address, l.id, l.destination_url,
         ${Object.entries(COLUMNS)
           .map(([column, [sql]]) => `${sql} AS ${column}`)
           .join(', ')}
  FROM unnest($1::uuid[], $2::text[]) AS wanted (workspace_id, slug)
  CROSS JOIN LATERAL (${address} OFFSET 0) a
  CROSS JOIN LATERAL (
    SELECT * FROM links WHERE workspace_id = wanted.workspace_id AND id = a.link_id OFFSET 0) l
  LEFT JOIN campaigns c ON c.workspace_id = l.workspace_id AND c.id = l.campaign_id
  WHERE l.deleted_at IS NULL`;

/** Links behind slugs and aliases. */
export const LINK_SQL = linkSql(`
    SELECT link_id FROM addresses
    WHERE workspace_id = wanted.workspace_id AND slug = wanted.slug AND kind IN ('slug', 'alias')`);

/**
 * Links behind kept paths (decisions 10). An address with one leading slash is matched exactly. One with two leading slashes
 * is case-folded and matches only where a single kept path, and no slug, of the workspace folds to it.
 */
export const KEPT_LINK_SQL = linkSql(`
    SELECT link_id FROM kept_paths
    WHERE workspace_id = wanted.workspace_id AND path = substr(wanted.slug, 2) AND is_live AND wanted.slug NOT LIKE '//%'
    UNION ALL
    SELECT min(link_id::text)::uuid FROM kept_paths
    WHERE workspace_id = wanted.workspace_id AND folded = substr(wanted.slug, 3) AND is_live AND wanted.slug LIKE '//%'
      AND NOT EXISTS (
        SELECT FROM addresses s
        WHERE s.workspace_id = wanted.workspace_id AND s.slug = lower(substr(wanted.slug, 3)) AND s.link_id IS NOT NULL)
    HAVING count(*) = 1`);

/** What {@link LinkTable} adds to a link that it returns. */
abstract class CacheSlot {
  /** Epoch in which the link was last read. */
  epoch = 0;
}

/**
 * A link in memory. The state of a link is never cached: every request compares these facts with the clock.
 * `usedVisits` is always 0 here: the database is queried for the visits that remain under a cap.
 */
export type CachedLink = PlainLink | FullLink;

/** A link with only a destination, as most links are. The table stores them packed and creates this object for each visit. */
export class PlainLink extends CacheSlot implements RedirectLink {
  constructor(
    readonly id: string,
    readonly workspaceId: string,
    readonly destinationUrl: string,
  ) {
    super();
  }
  get campaign(): CampaignStamp | null {
    return null;
  }
  get campaignId(): null {
    return null;
  }
  get isQuarantined(): boolean {
    return false;
  }
  get isEnabled(): boolean {
    return true;
  }
  get startsAt(): number | null {
    return null;
  }
  get expiresAt(): number | null {
    return null;
  }
  get maximumVisits(): number | null {
    return null;
  }
  get usedVisits(): number {
    return 0;
  }
  get scheduledDestination(): string | null {
    return null;
  }
  get expirationDestination(): string | null {
    return null;
  }
  get limitDestination(): string | null {
    return null;
  }
  get hasPassword(): boolean {
    return false;
  }
  get passwordVersion(): string | null {
    return null;
  }
  get targeting(): Targeting | null {
    return null;
  }
  get utm(): UtmValues | null {
    return null;
  }
}

/** A link with any of the optional settings. */
export class FullLink extends CacheSlot implements RedirectLink {
  readonly id: string;
  readonly destinationUrl: string;
  readonly campaignId: string | null;
  readonly isQuarantined: boolean;
  readonly isEnabled: boolean;
  readonly startsAt: number | null;
  readonly expiresAt: number | null;
  readonly maximumVisits: number | null;
  readonly scheduledDestination: string | null;
  readonly expirationDestination: string | null;
  readonly limitDestination: string | null;
  readonly passwordVersion: string | null;
  readonly targeting: Targeting | null;
  readonly utm: UtmValues | null;

  constructor(
    row: LinkRow,
    readonly workspaceId: string,
    readonly campaign: CampaignStamp | null,
  ) {
    super();
    this.id = row.id;
    this.destinationUrl = row.destination_url;
    this.campaignId = row.campaign_id;
    this.isQuarantined = row.is_quarantined;
    this.isEnabled = row.is_enabled;
    this.startsAt = row.starts_at === null ? null : Number(row.starts_at);
    this.expiresAt = row.expires_at === null ? null : Number(row.expires_at);
    this.maximumVisits = row.maximum_visits;
    this.scheduledDestination = row.scheduled_destination;
    this.expirationDestination = row.expiration_destination;
    this.limitDestination = row.limit_destination;
    this.passwordVersion = row.password_version;
    this.targeting = row.targeting;
    this.utm = utmOf(row);
  }

  get usedVisits(): number {
    return 0;
  }

  get hasPassword(): boolean {
    return this.passwordVersion !== null;
  }
}

/**
 * The smallest form that holds a row.
 * @param workspaceId equal to the row's, but one shared string for all links of the workspace: the driver creates a new one
 *   for each row.
 */
export function linkFromRow(row: LinkRow, workspaceId: string, campaign: CampaignStamp | null): CachedLink {
  return isPlain(row)
    ? new PlainLink(row.id, workspaceId, row.destination_url)
    : new FullLink(row, workspaceId, campaign);
}

/** Whether a row has only a destination; an empty UTM value counts as none. */
function isPlain(row: LinkRow): boolean {
  const columns = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
  return columns.every((column) => row[column] === COLUMNS[column][1] || row[column] === '');
}

/** Estimated bytes of memory that a link takes as an object, including its texts. */
export function fullLinkBytes(link: FullLink): number {
  return 600 + link.destinationUrl.length + (link.targeting === null ? 0 : JSON.stringify(link.targeting).length * 2);
}

function utmOf(row: LinkRow): UtmValues | null {
  const campaign =
    row.campaign_utm_campaign === null
      ? null
      : { utmCampaign: row.campaign_utm_campaign, utmMedium: row.campaign_utm_medium };
  const utm = effectiveUtm(
    {
      utmSource: row.utm_source,
      utmMedium: row.utm_medium,
      utmCampaign: row.utm_campaign,
      utmTerm: row.utm_term,
      utmContent: row.utm_content,
    },
    campaign,
  );
  return Object.values(utm).some((value) => value !== null && value !== '') ? utm : null;
}
