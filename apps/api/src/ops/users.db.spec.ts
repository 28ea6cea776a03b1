import { createTestDatabase, untilSomebodyWaits, type TestDatabase } from '@signpost/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Config } from '../platform/config/index.js';
import type { OpsContext } from './ops-context.js';
import { createUser, resetPassword } from './users.js';

const EMAIL = 'somebody@example.test';

let database: TestDatabase;
let context: OpsContext;

beforeAll(async () => {
  database = await createTestDatabase();
  context = { config: { databaseUrl: database.url } as Config } as OpsContext;
});
afterAll(async () => {
  await database?.drop();
});
beforeEach(async () => {
  await database.query('DELETE FROM users');
  await database.query('INSERT INTO users (id, email) VALUES (gen_random_uuid(), $1)', [EMAIL]);
  await database.query(
    `INSERT INTO identities (id, user_id, provider, subject, email, password_hash)
     SELECT gen_random_uuid(), id, 'password', id::text, email, 'former' FROM users`,
  );
});

test('a reset waits for a concurrent password change, and neither fails', async () => {
  const client = await database.pool.connect();
  let reset: Promise<unknown>;
  try {
    // In the application's lock order: the account, then its sign-in methods.
    await client.query('BEGIN');
    await client.query('SELECT FROM users FOR UPDATE');
    reset = resetPassword(context, EMAIL, null);
    await untilSomebodyWaits(database);
    await client.query(`UPDATE identities SET password_hash = 'meanwhile'`);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
  await expect(reset).resolves.toMatchObject({ email: EMAIL });
  expect(await database.query('SELECT left(password_hash, 8) AS hash FROM identities')).toEqual([{ hash: '$argon2i' }]);
});

test('an account that is added to a workspace is invited to it no longer', async () => {
  await database.query(`INSERT INTO workspaces (id, slug, name) VALUES (gen_random_uuid(), 'acme', 'Acme')`);
  await database.query('UPDATE users SET verified_at = now()');
  await database.query(
    `INSERT INTO invitations (id, workspace_id, email, role, token_hash, expires_at)
     SELECT gen_random_uuid(), id, $1, 'MEMBER', 'x', now() + interval '1 day' FROM workspaces`,
    [EMAIL],
  );
  await createUser(context, { email: EMAIL, password: null, workspace: 'acme', role: 'VIEWER' });
  expect(await database.query('SELECT closed_at IS NOT NULL AS closed FROM invitations')).toEqual([{ closed: true }]);
});
