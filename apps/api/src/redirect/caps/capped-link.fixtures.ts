import { randomUUID } from 'node:crypto';
import type { TestDatabase } from '@signpost/testing';

const LINK = `
  WITH workspace AS (
    INSERT INTO workspaces (id, slug, name) VALUES ($1::uuid, $1::uuid::text, 'W')),
  link AS (
    INSERT INTO links (id, workspace_id, slug, destination_url, destination_host, maximum_visits)
    VALUES ($1::uuid, $1::uuid, $1::uuid::text, 'https://example.com/', 'example.com', $2))
  INSERT INTO addresses (workspace_id, slug, kind, link_id) VALUES ($1::uuid, $1::uuid::text, 'slug', $1::uuid)`;

/** Creates a link in its own workspace, with a cap or without one (null); returns its id. */
export async function makeCappedLink(database: TestDatabase, maximum: number | null): Promise<string> {
  const linkId = randomUUID();
  await database.query(LINK, [linkId, maximum]);
  return linkId;
}
