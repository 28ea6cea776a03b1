import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SHUTDOWN_MS } from './shutdown-waits.js';

test('the service of the documentation is not killed while its workers may still stop', () => {
  const text = readFileSync(new URL('../../../../../docs/deployment.md', import.meta.url), 'utf8');
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1])).toBeGreaterThan(SHUTDOWN_MS / 1000);
});
