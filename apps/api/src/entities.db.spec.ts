import { createTestDatabase, type TestDatabase } from '@signpost/testing';
import { DataSource, getMetadataArgsStorage } from 'typeorm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import './app.module.js';
import { ENTITIES } from './entities.js';

let database: TestDatabase;
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await new DataSource({ type: 'postgres', url: database.url, entities: ENTITIES }).initialize();
});

afterAll(async () => {
  await source.destroy();
  await database.drop();
});

test('entities match the migrated schema', async () => {
  const { upQueries } = await source.driver.createSchemaBuilder().log();
  expect(upQueries.map(({ query }) => query)).toEqual([]);
});

test('every table has an entity', async () => {
  const tables = await database.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname`,
  );
  expect(source.entityMetadatas.map(({ tableName }) => tableName).sort()).toEqual(tables.map(({ name }) => name));
});

test('the list of entities contains every entity that a module registers', () => {
  const named = getMetadataArgsStorage().tables.map(({ target }) => target);
  expect(new Set(ENTITIES)).toEqual(new Set(named));
});
