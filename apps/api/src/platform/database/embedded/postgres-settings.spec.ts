import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { availableMemory, postgresAllocator, postgresSettings } from './postgres-settings.js';

const COMPOSE = join(import.meta.dirname, '../../../../../../docker/compose.database.yaml');
const GIB = 1024 ** 3;

test('PostgreSQL in a container has the same allocator settings as the embedded one', () => {
  const settings = [...readFileSync(COMPOSE, 'utf8').matchAll(/^ +(MALLOC_\w+): '(\d+)'$/gm)];
  expect(Object.fromEntries(settings.map(([, name, value]) => [name, value]))).toEqual(postgresAllocator(8 * GIB));
});

test.each([
  [0.5, ['shared_buffers=64MB', 'work_mem=8MB', 'maintenance_work_mem=32MB', 'effective_cache_size=256MB']],
  [2, ['shared_buffers=256MB', 'work_mem=16MB', 'maintenance_work_mem=128MB', 'effective_cache_size=1024MB']],
  [64, ['shared_buffers=1024MB', 'work_mem=16MB', 'maintenance_work_mem=128MB', 'effective_cache_size=16384MB']],
])('with %d GB of memory the settings use a limited share of it', (gigabytes, wanted) => {
  expect(postgresSettings(gigabytes * GIB)).toEqual(expect.arrayContaining(wanted));
});

test('the memory limit of a container counts, but never more than the memory of the machine', () => {
  expect(availableMemory()).toBeGreaterThan(0);
  expect(availableMemory()).toBeLessThanOrEqual(totalmem());
});
