import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { POSTGRES_ALLOCATOR } from '../apps/api/src/platform/database/postgres-settings.js';
import { ROOT, SERVER_FLAGS } from './process.mjs';

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

test.each([
  ['docker/Dockerfile', SERVER_FLAGS.map((flag) => `"${flag}", `).join(''), '"dist/apps/api/main.js"'],
  ['docs/deployment.md', `${SERVER_FLAGS.join(' ')} `, 'dist/apps/api/main.js'],
])('%s starts the server as `npm start` does', (file, flags, main) => {
  expect(read(file)).toContain(`${flags}${main}`);
});

test('PostgreSQL in a container keeps memory as the embedded one does', () => {
  const said = [...read('docker/compose.database.yaml').matchAll(/^ +(MALLOC_\w+): '(\d+)'$/gm)];
  expect(Object.fromEntries(said.map(([, name, value]) => [name, value]))).toEqual(POSTGRES_ALLOCATOR);
});
