import type pg from 'pg';
import { lockRollups } from '../clicks/index.js';
import { inTransaction } from '../platform/database/transaction.js';
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

/** The name of an erased workspace; others always have a name. */
const NO_NAME = '';

/**
 * Erases all data of a deleted workspace in one transaction: links and their clicks, campaigns, tags, members,
 * invitations, imports, activity log and logo. Only its slug and the times of creation and deletion remain, so that the
 * slug is never reused.
 * @throws OpsError when there is no such workspace, it was not deleted, or it is already erased; ApiError
 *   `storage_unavailable` when its logo cannot be removed.
 */
export async function eraseWorkspace({ client, storage }: OpsContext, slug: string): Promise<void> {
  const { id, no, logo_key: logoKey, created_at: createdAt, deleted_at: deletedAt } = await findDeleted(client, slug);
  // First, while its key is known, and before taking locks, since a store may hang. A deleted workspace gets no other
  // logo, and if the rest fails, the deletion is simply repeated next time.
  if (logoKey !== null) await storage.delete(logoKey);
  await inTransaction(client, async () => {
    await client.query(LOCK, [id]);
    // Locked after the workspace's row, in the same order as the click writer, so that its days are not aggregated in
    // the meantime.
    await lockRollups(client, [no]);
    // Delete and insert instead of an update: triggers remove related rows whose workspace no longer exists, as for
    // expired demos.
    await client.query('DELETE FROM workspaces WHERE id = $1', [id]);
    await client.query(KEEP, [id, slug, NO_NAME, createdAt, deletedAt]);
  });
}

async function findDeleted(client: pg.Client, slug: string): Promise<WorkspaceRow> {
  const [workspace] = (await client.query<WorkspaceRow>(FIND, [slug])).rows;
  if (workspace === undefined) throw new OpsError(`There is no workspace ${slug}.`);
  if (workspace.deleted_at === null) {
    throw new OpsError(`${slug} is not deleted. Its owner has to delete it in its settings first.`);
  }
  if (workspace.name === NO_NAME) throw new OpsError(`${slug} is already erased.`);
  return workspace;
}

const FIND = 'SELECT id, no, name, logo_key, created_at, deleted_at FROM workspaces WHERE slug = $1';

const LOCK = 'SELECT FROM workspaces WHERE id = $1 FOR UPDATE';

// The row gets a new number, so that late writes under the former number belong to no workspace.
const KEEP = `
  INSERT INTO workspaces (id, slug, name, created_at, updated_at, deleted_at) VALUES ($1, $2, $3, $4, now(), $5)`;
