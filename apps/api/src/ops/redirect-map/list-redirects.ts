import { buildDestination, effectiveUtm, linkStatus, ROOT_PREFIX } from '@signpost/domain';
import type pg from 'pg';
import type { Config } from '../../platform/config/index.js';
import { WorkspaceViews } from '../../workspaces/index.js';

/** One address that currently redirects every visitor to the same destination. */
export interface MappedAddress {
  /** With a port if the short domain has one. */
  readonly host: string;
  /** Decoded, without a trailing slash: a lower-case slug with its prefix, or a kept path as published. */
  readonly path: string;
  /** Whether another address of the host differs only in case, so that this one must be matched case-sensitively. */
  readonly isCaseExact: boolean;
  /** Safe for a `Location` header. */
  readonly destination: string;
}

/** Number of links per query. */
const BATCH = 5_000;
/** Smaller than every id. */
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
 * Every live address of every workspace with its destination at `at` (Unix milliseconds): slugs and aliases, under the
 * current link prefix and the retained ones, and kept paths, grouped by host. Links with a password and links that are
 * quarantined, paused, expired, scheduled or used up are omitted. For links with targeting the main destination is
 * used. Reads within the transaction of `client`.
 */
export async function* listRedirects(client: pg.ClientBase, config: Config, at: number): AsyncGenerator<MappedAddress> {
  const views = new WorkspaceViews(config);
  const { rows: workspaces } = await client.query<WorkspaceRow>(WORKSPACES, [new Date(at)]);
  for (const workspace of workspaces) {
    const host = views.shortHost(workspace.slug);
    const prefixes = workspace.has_prefix ? workspace.prefixes : [ROOT_PREFIX, ...workspace.prefixes];
    const bases = [...new Set(prefixes)].map((prefix) => (prefix === ROOT_PREFIX ? '' : `/${prefix}`));
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

/** Upper bound of the number of addresses. */
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

/** The current destination of a link; null when it does not redirect every visitor. */
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

// Pages by the key of a workspace's links. Addresses and visits are read by subqueries through their own keys instead
// of joins, because on tables without statistics (never analysed) the planner assumes them empty and would scan them
// for each link.
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
