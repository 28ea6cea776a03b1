import { createTestDatabase, untilSomebodyWaits, type TestDatabase } from '@signpost/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { VisitorSalts } from './visitor-salts.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const NOON = Date.UTC(2044, 4, 5, 12);
const SALT = Buffer.alloc(32, 7);

const hashOf = (salts: VisitorSalts): string => salts.visitor(NOON, 'workspace', '192.0.2.1', 'agent');
const someSalts = (): VisitorSalts => new VisitorSalts(database.pool, () => NOON);

test('processes that start on the same day share one salt, whichever of them created it', async () => {
  const first = await database.pool.connect();
  await first.query('BEGIN');
  await first.query(`INSERT INTO visitor_salts (day, salt) VALUES ('2044-05-05', $1), ('2044-05-06', $1)`, [SALT]);
  const salts = someSalts();
  const started = salts.start();
  await untilSomebodyWaits(database);
  await first.query('COMMIT');
  first.release();
  await started;
  const later = someSalts();
  await later.start();
  expect(hashOf(salts)).toBe(hashOf(later));
  salts.stop();
  later.stop();
});
