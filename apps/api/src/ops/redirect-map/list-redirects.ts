import { buildDestination, effectiveUtm, linkStatus } from '@signpost/domain';
import type pg from 'pg';
import type { Config } from '../../platform/config/index.js';
import { WorkspaceViews } from '../../workspaces/index.js';

/** One address that leads somewhere for everybody now. */
export interface MappedAddress {
  /** With a port where the short domain has one. */
  readonly host: string;
  /** Decoded, without a trailing slash: a slug in lower case with its prefix, or a kept path as it was printed. */
  readonly path: string;
  /** Whether another address of the host differs from it by case alone, so that it is itself in this spelling only. */
  readonly isCaseExact: boolean;
  /** Fit for a `Location` header. */
  readonly destination: string;
}

/** Links that are read at once. */
const BATCH = 5_000;
/** How addresses name the root among former prefixes. */
const ROOT = '_root_';

/** Before every id. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

interface WorkspaceRow {
  readonly id: string;
  readonly slug: string;
  readonly has_prefix: boolean;
  readonly prefixes: readonly string[];
}

interface Row {
  readonly id: string;
  readonly slugs: readonly string[];
  readonly kept_paths: readonly string[];
  readonly exact_paths: readonly string[];
  readonly destination_url: string;
  readonly is_quarantined: boolean;
  readonly is_enabled: boolean;
  readonly starts_at: Date | null;
  readonly expires_at: Date | null;
  readonly maximum_visits: number | null;
  readonly used_visits: string;
  readonly campaign: boolean;
  readonly campaign_utm_campaign: string | null;
  readonly campaign_utm_medium: string | null;
  readonly utm_source: string | null;
  readonly utm_medium: string | null;
  readonly utm_campaign: string | null;
  readonly utm_term: string | null;
  readonly utm_content: string | null;
}

/**
 * Every live address of every workspace with where it leads at `at` (Unix milliseconds): slugs and aliases, below the present
 * link prefix and the retained ones, and kept paths; all of a host stand together. Left out are links with a password and those that are
 * paused, expired, scheduled or used up. Where a link goes by the visitor's country or system, its own destination stands.
 * Read within the transaction of `client`.
 */
export async function* listRedirects(client: pg.ClientBase, config: Config, at: number): AsyncGenerator<MappedAddress> {
  const views = new WorkspaceViews(config);
  const { rows: workspaces } = await client.query<WorkspaceRow>(WORKSPACES, [new Date(at)]);
  for (const workspace of workspaces) {
    const host = views.shortHost(workspace.slug);
    const prefixes = workspace.has_prefix ? workspace.prefixes : [ROOT, ...workspace.prefixes];
    const bases = [...new Set(prefixes)].map((prefix) => (prefix === ROOT ? '' : `/${prefix}`));
    for (let after: string | null = BEFORE_ALL; after !== null;) {
      const { rows }: { rows: Row[] } = await client.query<Row>(LINKS, [workspace.id, after, BATCH]);
      for (const row of rows) {
        const destination = destinationOf(row, at);
        if (destination === null) continue;
        for (const base of bases)
          for (const slug of row.slugs) yield { host, path: `${base}/${slug}`, isCaseExact: false, destination };
        for (const path of row.kept_paths)
          yield { host, path: `/${path}`, isCaseExact: row.exact_paths.includes(path), destination };
      }
      after = rows.length < BATCH ? null : (rows.at(-1)?.id ?? null);
    }
  }
}

/** How many addresses there can be at most. */
export async function countAddresses(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `SELECT coalesce(sum(links * greatest(prefixes, 1)), 0) AS count FROM (
       SELECT count(*) FILTER (WHERE kind IN ('slug', 'alias')) AS links,
              count(*) FILTER (WHERE kind IN ('prefix', 'retained')) + 1 AS prefixes
       FROM addresses GROUP BY workspace_id
       UNION ALL SELECT count(*), 1 FROM kept_paths WHERE is_live) AS counted`,
  );
  return Number(rows[0]?.count ?? 0);
}

/** Where a link leads now; null for one that leads nowhere, or not everybody. */
function destinationOf(row: Row, at: number): string | null {
  const status = linkStatus(
    {
      isQuarantined: row.is_quarantined,
      isEnabled: row.is_enabled,
      startsAt: row.starts_at?.getTime() ?? null,
      expiresAt: row.expires_at?.getTime() ?? null,
      maximumVisits: row.maximum_visits,
      usedVisits: Number(row.used_visits),
    },
    at,
  );
  if (status !== 'active') return null;
  const utm = effectiveUtm(
    {
      utmSource: row.utm_source,
      utmMedium: row.utm_medium,
      utmCampaign: row.utm_campaign,
      utmTerm: row.utm_term,
      utmContent: row.utm_content,
    },
    row.campaign ? { utmCampaign: row.campaign_utm_campaign ?? '', utmMedium: row.campaign_utm_medium } : null,
  );
  return buildDestination(row.destination_url, utm, '');
}

const WORKSPACES = `
  SELECT id, slug, link_prefix IS NOT NULL AS has_prefix,
    ARRAY(SELECT p.slug FROM addresses p
          WHERE p.workspace_id = w.id AND p.kind IN ('prefix', 'retained') ORDER BY p.slug) AS prefixes
  FROM workspaces w
  WHERE deleted_at IS NULL AND (demo_expires_at IS NULL OR demo_expires_at > $1)
  ORDER BY no`;

// A page along the key of a workspace's links. What a link has of addresses and visits is read by its own keys, whatever the
// statistics say: a table that was never analysed seems to be empty, and a join of it would read all for each link.
const LINKS = `
  SELECT l.id,
    ARRAY(SELECT a.slug FROM addresses a
          WHERE a.workspace_id = l.workspace_id AND a.link_id = l.id AND a.kind IN ('slug', 'alias')
          ORDER BY a.slug) AS slugs,
    ARRAY(SELECT k.path FROM kept_paths k
          WHERE k.workspace_id = l.workspace_id AND k.link_id = l.id AND k.is_live ORDER BY k.path) AS kept_paths,
    ARRAY(SELECT k.path FROM kept_paths k
          WHERE k.workspace_id = l.workspace_id AND k.link_id = l.id AND k.is_live AND (
            EXISTS (SELECT FROM kept_paths o
                    WHERE o.workspace_id = k.workspace_id AND o.folded = k.folded AND o.is_live AND o.path <> k.path)
            OR EXISTS (SELECT FROM addresses s
                       WHERE s.workspace_id = k.workspace_id AND s.slug = lower(k.folded) AND s.link_id IS NOT NULL))) AS exact_paths,
    (SELECT k.used_visits FROM link_counters k
     WHERE k.workspace_id = l.workspace_id AND k.link_id = l.id) AS used_visits,
    l.destination_url, l.quarantined_at IS NOT NULL AS is_quarantined, l.is_enabled, l.starts_at, l.expires_at, l.maximum_visits,
    c.id IS NOT NULL AS campaign, c.utm_campaign AS campaign_utm_campaign, c.utm_medium AS campaign_utm_medium,
    l.utm_source, l.utm_medium, l.utm_campaign, l.utm_term, l.utm_content
  FROM (
    SELECT * FROM links
    WHERE workspace_id = $1 AND id > $2 AND deleted_at IS NULL AND password_hash IS NULL
    ORDER BY id LIMIT $3) l
  LEFT JOIN campaigns c ON c.workspace_id = l.workspace_id AND c.id = l.campaign_id
  ORDER BY l.id`;
