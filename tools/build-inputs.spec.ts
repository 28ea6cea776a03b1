import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

interface Project {
  readonly targets: Record<string, { readonly inputs?: readonly unknown[] }>;
}
const read = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

// Without Nx's plug-in for TypeScript its graph has no edges, so that `^default`, the inputs of what is imported, is empty.
test('what is built from the libraries is built anew when one of them has changed', () => {
  const { namedInputs } = read('nx.json') as { namedInputs: Record<string, string[]> };
  expect(namedInputs['default']).toContain('{workspaceRoot}/libs/**/*');
  for (const project of ['api', 'web']) {
    const { targets } = read(`apps/${project}/project.json`) as Project;
    for (const { inputs } of Object.values(targets)) if (inputs !== undefined) expect(inputs).toContain('default');
  }
});
