import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SHUTDOWN_MS } from './shutdown-waits.js';

const read = (file: string): string => readFileSync(new URL(`../../../../../${file}`, import.meta.url), 'utf8');

test.each([
  ['docs/deployment.md', /^TimeoutStopSec=(\d+)$/m],
  ['docker/compose.yaml', /^ *stop_grace_period: (\d+)s$/m],
  ['docker/compose.scale.yaml', /^ *stop_grace_period: (\d+)s$/m],
])('the process is not killed while its workers may still be stopping: %s', (file, seconds) => {
  expect(Number(seconds.exec(read(file))?.[1])).toBeGreaterThan(SHUTDOWN_MS / 1000);
});

test('the documented service signals Signpost only, not its PostgreSQL at the same moment', () => {
  expect(read('docs/deployment.md')).toMatch(/^KillMode=mixed$/m);
});
