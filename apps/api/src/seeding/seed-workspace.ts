import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction } from '../platform/database/transaction.js';
import { hashPassword } from '../platform/security/index.js';

/** The workspace that is filled. */
export interface SeedWorkspace {
  readonly id: string;
  readonly no: number;
  readonly slug: string;
  readonly ownerId: string | null;
  /** Set when the account was created by this command. */
  readonly signIn: { readonly email: string; readonly password: string } | null;
}

/** An error whose message is shown to the user of the command. */
export class SeedError extends Error {}

const EMAIL = 'demo@example.com';

/**
 * The workspace to fill: the named one, the only one, or, on an instance without accounts, a new one with an account.
 * @throws SeedError when there is no such workspace or the choice is ambiguous.
 */
export async function findWorkspace(client: pg.ClientBase, slug: string | null): Promise<SeedWorkspace> {
  const found = await client.query<Omit<SeedWorkspace, 'signIn'>>(
    `SELECT w.id, w.no, w.slug, m.user_id AS "ownerId" FROM workspaces w
     LEFT JOIN memberships m ON m.workspace_id = w.id AND m.role = 'OWNER'
     WHERE w.deleted_at IS NULL AND w.demo_expires_at IS NULL AND ($1::text IS NULL OR w.slug = $1)
     ORDER BY w.no LIMIT 20`,
    [slug],
  );
  const [only, ...others] = found.rows;
  if (only !== undefined && others.length === 0) return { ...only, signIn: null };
  if (others.length > 0) {
    const slugs = found.rows.map((row) => row.slug).join(', ');
    throw new SeedError(`There are several workspaces: choose one with --workspace (${slugs}).`);
  }
  const registered = await client.query('SELECT 1 FROM users LIMIT 1');
  if (registered.rows.length === 0) return createWorkspace(client, slug ?? 'demo');
  throw new SeedError(slug === null ? 'There is no workspace yet: make one first.' : `There is no workspace ${slug}.`);
}

async function createWorkspace(client: pg.ClientBase, slug: string): Promise<SeedWorkspace> {
  if (!/^[a-z0-9](?:[a-z0-9-]{1,61})[a-z0-9]$/.test(slug)) throw new SeedError(`${slug} cannot be a workspace.`);
  const password = randomBytes(12).toString('base64url');
  const [id, ownerId] = [uuidv7(), uuidv7()];
  return inTransaction(client, async () => {
    await client.query('INSERT INTO users (id, email, verified_at) VALUES ($1, $2, now())', [ownerId, EMAIL]);
    await client.query(
      `INSERT INTO identities (id, user_id, provider, subject, email, password_hash)
       VALUES ($1, $2, 'password', $3, $4, $5)`,
      [uuidv7(), ownerId, ownerId, EMAIL, await hashPassword(password)],
    );
    const made = await client.query<{ no: number }>(
      'INSERT INTO workspaces (id, slug, name) VALUES ($1, $2, $3) RETURNING no',
      [id, slug, 'Demo'],
    );
    await client.query(`INSERT INTO memberships (workspace_id, user_id, role) VALUES ($1, $2, 'OWNER')`, [id, ownerId]);
    return { id, no: made.rows[0]?.no ?? 0, slug, ownerId, signIn: { email: EMAIL, password } };
  });
}
