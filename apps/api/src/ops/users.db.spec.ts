import { createTestDatabase, untilSomebodyWaits, type TestDatabase } from '@signpost/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Config } from '../platform/config/index.js';
import type { OpsContext } from './ops-context.js';
import { resetPassword } from './users.js';

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
