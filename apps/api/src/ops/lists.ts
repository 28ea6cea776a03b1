import { OpsError } from './ops-error.js';
import type { OpsContext } from './ops-context.js';

/**
 * One line per account, columns separated by tabs: address, `verified` or `unverified`, and `slug:ROLE` of each
 * workspace.
 * @param workspace slug of the workspace whose members are listed; null for all accounts.
 * @throws OpsError when there is no such workspace.
 */
export async function listUsers({ client }: OpsContext, workspace: string | null): Promise<string[]> {
  const { rows } = await client.query<{ email: string; verified: boolean; roles: string }>(USERS, [workspace]);
  if (rows.length === 0 && workspace !== null) await requireWorkspace(client, workspace);
  return rows.map(({ email, verified, roles }) => [email, verified ? 'verified' : 'unverified', roles].join('\t'));
}

async function requireWorkspace(client: OpsContext['client'], slug: string): Promise<void> {
  const found = await client.query('SELECT FROM workspaces WHERE slug = $1 AND deleted_at IS NULL', [slug]);
  if (found.rowCount === 0) throw new OpsError(`There is no workspace ${slug}.`);
}

/** One line per workspace, columns separated by tabs: slug, `live` or `deleted`, links, members, owner. */
export async function listWorkspaces({ client }: OpsContext): Promise<string[]> {
  const { rows } = await client.query<{ slug: string; live: boolean; links: string; members: string; owner: string }>(
    WORKSPACES,
  );
  return rows.map(({ slug, live, links, members, owner }) =>
    [slug, live ? 'live' : 'deleted', `${links} links`, `${members} members`, owner].join('\t'),
  );
}

// Across all workspaces, for operators with shell access. Demo accounts are omitted.
const USERS = `
  SELECT u.email, u.verified_at IS NOT NULL AS verified,
    coalesce(string_agg(w.slug || ':' || m.role, ' ' ORDER BY w.slug), '') AS roles
  FROM users u
  LEFT JOIN memberships m ON m.user_id = u.id AND m.is_active
  LEFT JOIN workspaces w ON w.id = m.workspace_id AND w.deleted_at IS NULL
  WHERE NOT u.is_demo GROUP BY u.id HAVING $1::text IS NULL OR bool_or(w.slug = $1) ORDER BY u.email`;

const WORKSPACES = `
  SELECT w.slug, w.deleted_at IS NULL AS live,
    (SELECT count(*) FROM links l WHERE l.workspace_id = w.id AND l.deleted_at IS NULL) AS links,
    (SELECT count(*) FROM memberships m WHERE m.workspace_id = w.id AND m.is_active) AS members,
    coalesce((SELECT min(u.email) FROM memberships m JOIN users u ON u.id = m.user_id
      WHERE m.workspace_id = w.id AND m.role = 'OWNER'), '') AS owner
  FROM workspaces w WHERE w.demo_expires_at IS NULL ORDER BY w.slug`;
