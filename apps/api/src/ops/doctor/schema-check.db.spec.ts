import { createTestDatabase } from '@signpost/testing';
import { expect, test } from 'vitest';
import { checkSchema } from './database.checks.js';

test('a user who cannot migrate the database is told, before a start fails', async () => {
  const database = await createTestDatabase({ empty: true });
  const client = await database.pool.connect();
  try {
    expect(await checkSchema(client)).toMatchObject({ state: 'warning', detail: expect.stringMatching(/\w$/) });
    await client.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC; SET ROLE pg_read_all_data');
    expect(await checkSchema(client)).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('; pg_read_all_data may not create tables'),
      action: expect.stringContaining('own the database'),
    });
  } finally {
    client.release(true);
    await database.drop();
  }
});
