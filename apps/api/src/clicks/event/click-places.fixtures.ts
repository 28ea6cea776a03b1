import { randomUUID } from 'node:crypto';
import type { ClickEvent } from '@signpost/domain';
import type { TestDatabase } from '@signpost/testing';

/** A workspace and a link of it, by id. */
export interface ClickedLink {
  readonly workspaceId: string;
  readonly linkId: string;
}

/** Creates a workspace with one link. */
export async function aClickedLink(database: TestDatabase): Promise<ClickedLink> {
  const workspaceId = randomUUID();
  await database.query('INSERT INTO workspaces (id, slug, name) VALUES ($1::uuid, $1::uuid::text, $2)', [
    workspaceId,
    'W',
  ]);
  return { workspaceId, linkId: await aLink(database, workspaceId) };
}

/** Creates another link in a workspace; returns its id. */
export async function aLink(database: TestDatabase, workspaceId: string): Promise<string> {
  const linkId = randomUUID();
  await addLinks(database, workspaceId, [linkId]);
  return linkId;
}

/** Creates many links in a workspace, with ids in random order; returns the ids. */
export async function manyLinks(database: TestDatabase, workspaceId: string, count: number): Promise<string[]> {
  const linkIds = Array.from({ length: count }, () => randomUUID());
  await addLinks(database, workspaceId, linkIds);
  return linkIds;
}

async function addLinks(database: TestDatabase, workspaceId: string, linkIds: readonly string[]): Promise<void> {
  await database.transaction(async (client) => {
    await client.query(
      `INSERT INTO links (id, workspace_id, slug, destination_url, destination_host)
       SELECT id, $2, id::text, 'https://example.com/', 'example.com' FROM unnest($1::uuid[]) AS id`,
      [linkIds, workspaceId],
    );
    await client.query(
      `INSERT INTO addresses (workspace_id, slug, kind, link_id)
       SELECT $1, id::text, 'slug', id FROM unnest($2::uuid[]) AS id`,
      [workspaceId, linkIds],
    );
  });
}

/** A human visit; `visitor` distinguishes events. */
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
