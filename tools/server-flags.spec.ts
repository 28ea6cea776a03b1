import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, SERVER_FLAGS } from './process.mjs';

test.each([
  ['docker/Dockerfile', SERVER_FLAGS.map((flag) => `"${flag}", `).join(''), '"dist/apps/api/main.js"'],
  ['docs/deployment.md', `${SERVER_FLAGS.join(' ')} `, 'dist/apps/api/main.js'],
])('%s starts the server as `npm start` does', (file, flags, main) => {
  expect(readFileSync(join(ROOT, file), 'utf8')).toContain(`${flags}${main}`);
});
