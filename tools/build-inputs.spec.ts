import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isBuilt, noteBuilt, sourcesOf } from './built.mjs';

const ROOT = join(import.meta.dirname, '..');

interface Project {
  readonly targets: Record<string, { readonly inputs?: readonly unknown[] }>;
}
const read = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

// Without Nx's TypeScript plug-in its graph has no edges, so `^default`, the inputs of imported projects, is empty.
test('projects that depend on a library are rebuilt when it has changed', () => {
  const { namedInputs } = read('nx.json') as { namedInputs: Record<string, string[]> };
  expect(namedInputs['default']).toContain('{workspaceRoot}/libs/**/*');
  for (const project of ['api', 'web']) {
    const { targets } = read(`apps/${project}/project.json`) as Project;
    for (const { inputs } of Object.values(targets)) if (inputs !== undefined) expect(inputs).toContain('default');
  }
});

describe('beside a running server', () => {
  let root: string;
  const put = (path: string, text = '') => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'signpost-built-'));
    for (const path of ['apps/api/a.ts', 'libs/b/b.ts', 'dist/apps/api/main.js', 'dist/apps/web/index.html']) put(path);
  });
  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  test('an up-to-date build is not rewritten', () => {
    expect(isBuilt(root, sourcesOf(root, 'a'))).toBe(false);
    noteBuilt(root, sourcesOf(root, 'a'));
    expect(isBuilt(root, sourcesOf(root, 'a'))).toBe(true);
  });

  test('another commit, a changed, new or removed file, and an incomplete dist cause a build', () => {
    put('libs/b/c.ts', 'c');
    noteBuilt(root, sourcesOf(root, 'a'));
    expect(isBuilt(root, sourcesOf(root, 'b'))).toBe(false);
    put('libs/b/c.ts', 'changed');
    expect(isBuilt(root, sourcesOf(root, 'a'))).toBe(false);
    rmSync(join(root, 'libs/b/c.ts'));
    expect(isBuilt(root, sourcesOf(root, 'a'))).toBe(false);
    noteBuilt(root, sourcesOf(root, 'a'));
    put('libs/node_modules/d.js');
    expect(isBuilt(root, sourcesOf(root, 'a'))).toBe(true);
    rmSync(join(root, 'dist/apps/web/index.html'));
    expect(isBuilt(root, sourcesOf(root, 'a'))).toBe(false);
  });
});
