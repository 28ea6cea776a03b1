import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@signpost/testing';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Config } from '../../platform/config/index.js';
import { checkBackup } from './database.checks.js';
import type { Verdict } from './finding.js';

const folder = mkdtempSync(join(tmpdir(), 'signpost-doctor-'));
/** A folder on another disk than the one for temporary files. */
const ELSEWHERE = '/dev';
let database: TestDatabase;
let client: pg.PoolClient;

beforeAll(async () => {
  database = await createTestDatabase();
  client = await database.pool.connect();
  await client.query(`INSERT INTO jobs (name, last_success_at, next_due_at) VALUES ('backup', now(), now())`);
});
afterAll(async () => {
  client?.release();
  await database?.drop();
  rmSync(folder, { recursive: true });
});

const states = async (backup: object, more: Partial<Config> = {}): Promise<Verdict['state']> => {
  const config = { dataDir: folder, databaseUrl: null, backup: { dir: null, s3: null, ...backup }, ...more };
  return (await checkBackup(client, config as Config)).state;
};

test('backups on the disk of the embedded database alone are warned of', async () => {
  expect(statSync(folder).dev).not.toBe(statSync(ELSEWHERE).dev);
  expect(await states({ dir: folder })).toBe('warning');
  expect(await states({ dir: join(folder, 'not-there-yet') })).toBe('ok');
  expect(await states({ dir: ELSEWHERE })).toBe('ok');
  expect(await states({ dir: folder, s3: {} })).toBe('ok');
  expect(await states({ s3: {} })).toBe('ok');
  expect(await states({ dir: folder }, { databaseUrl: database.url })).toBe('ok');
});
