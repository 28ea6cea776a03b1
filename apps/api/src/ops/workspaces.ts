import type pg from 'pg';
import { lockRollups } from '../clicks/index.js';
import type { OpsContext } from './ops-context.js';
import { OpsError } from './ops-error.js';

interface WorkspaceRow {
  readonly id: string;
  readonly no: number;
  readonly name: string;
  readonly logo_key: string | null;
  readonly created_at: Date;
  readonly deleted_at: Date | null;
}

/** The name of a workspace that was erased: no other is without one. */
const NO_NAME = '';

/**
 * Erases everything in a workspace that was deleted: links and their clicks, campaigns, tags, members, invitations,
 * imports, activity log and logo, all of it or nothing. That it existed, and when, stays: its slug is given to nobody else.
 * @throws OpsError when there is no such workspace, it was not deleted, or it is erased already; ApiError
 * `storage_unavailable` when its logo cannot be removed.
 */
export async function eraseWorkspace({ client, storage }: OpsContext, slug: string): Promise<void> {
  const { id, no, logo_key: logoKey, created_at: createdAt, deleted_at: deletedAt } = await findDeleted(client, slug);
  // While its key is known, and before any lock, since a store may hang: nobody gives a deleted workspace another one. Should
  // the rest fail nobody misses it, and it is removed again the next time.
  if (logoKey !== null) await storage.delete(logoKey);
  await client.query('BEGIN');
  try {
    await client.query(LOCK, [id]);
    // After the workspace's row, in the order of whoever stores clicks: its days are not folded meanwhile.
    await lockRollups(client, [no]);
    // Two statements: triggers clear up what they do not find the workspace of, as when an ended demo is erased.
    await client.query('DELETE FROM workspaces WHERE id = $1', [id]);
    await client.query(KEEP, [id, slug, NO_NAME, createdAt, deletedAt]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function findDeleted(client: pg.Client, slug: string): Promise<WorkspaceRow> {
  const [workspace] = (await client.query<WorkspaceRow>(FIND, [slug])).rows;
  if (workspace === undefined) throw new OpsError(`There is no workspace ${slug}.`);
  if (workspace.deleted_at === null) {
    throw new OpsError(`${slug} is not deleted. Its owner deletes it first, in its settings.`);
  }
  if (workspace.name === NO_NAME) throw new OpsError(`${slug} is erased already.`);
  return workspace;
}

const FIND = 'SELECT id, no, name, logo_key, created_at, deleted_at FROM workspaces WHERE slug = $1';

const LOCK = 'SELECT FROM workspaces WHERE id = $1 FOR UPDATE';

// With a number of its own: what could still be written under the former one is of no workspace.
const KEEP = `
  INSERT INTO workspaces (id, slug, name, created_at, updated_at, deleted_at) VALUES ($1, $2, $3, $4, now(), $5)`;
