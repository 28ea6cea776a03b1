import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { POSTGRES_ALLOCATOR } from './postgres-settings.js';

const COMPOSE = join(import.meta.dirname, '../../../../../docker/compose.database.yaml');

test('PostgreSQL in a container keeps memory as the embedded one does', () => {
  const said = [...readFileSync(COMPOSE, 'utf8').matchAll(/^ +(MALLOC_\w+): '(\d+)'$/gm)];
  expect(Object.fromEntries(said.map(([, name, value]) => [name, value]))).toEqual(POSTGRES_ALLOCATOR);
});
