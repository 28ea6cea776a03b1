import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, SERVER_FLAGS, SERVER_VARIABLES } from './process.mjs';

test.each([
  ['docker/Dockerfile', SERVER_FLAGS.map((flag) => `"${flag}", `).join(''), '"dist/apps/api/main.js"'],
  ['docs/deployment.md', `${SERVER_FLAGS.join(' ')} `, 'dist/apps/api/main.js'],
])('%s starts the server as `npm start` does', (file, flags, main) => {
  const text = readFileSync(join(ROOT, file), 'utf8');
  expect(text).toContain(`${flags}${main}`);
  for (const variable of Object.entries(SERVER_VARIABLES)) expect(text).toContain(variable.join('='));
});
