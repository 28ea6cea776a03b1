import { randomUUID } from 'node:crypto';
import type { ClickEvent } from '@signpost/domain';
import type { TestDatabase } from '@signpost/testing';

/** A workspace and a link of it, by id. */
export interface ClickedLink {
  readonly workspaceId: string;
  readonly linkId: string;
}

/** Makes a workspace with one link. */
export async function aClickedLink(database: TestDatabase): Promise<ClickedLink> {
  const workspaceId = randomUUID();
  await database.query('INSERT INTO workspaces (id, slug, name) VALUES ($1::uuid, $1::uuid::text, $2)', [
    workspaceId,
    'W',
  ]);
  return { workspaceId, linkId: await aLink(database, workspaceId) };
}

/** Makes one more link of a workspace; answers its id. */
export async function aLink(database: TestDatabase, workspaceId: string): Promise<string> {
  const linkId = randomUUID();
  const client = await database.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(
      `INSERT INTO links (id, workspace_id, slug, destination_url, destination_host)
       VALUES ($1::uuid, $2, $1::uuid::text, 'https://example.com/', 'example.com')`,
      [linkId, workspaceId],
    );
    await client.query(
      `INSERT INTO addresses (workspace_id, slug, kind, link_id) VALUES ($1, $2::uuid::text, 'slug', $2::uuid)`,
      [workspaceId, linkId],
    );
    await client.query('COMMIT');
  } finally {
    client.release();
  }
  return linkId;
}

/** A human visit; `visitor` tells events apart. */
export function aVisit(link: ClickedLink, visitor = 1): ClickEvent {
  return {
    at: Date.UTC(2026, 10, 21, 12),
    workspaceId: link.workspaceId,
    linkId: link.linkId,
    campaignId: null,
    utm: { source: null, medium: null, campaign: null, term: null, content: null },
    outcome: 'redirect_success',
    referrerHost: 'direct',
    country: null,
    device: 'desktop',
    browser: 'Chrome',
    os: 'Windows',
    botClass: null,
    visitor: visitor.toString(16).padStart(16, '0'),
    counted: false,
  };
}
