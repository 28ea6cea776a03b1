import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commitOfBuild } from './commit.mjs';

// Nx, run without its daemon, rewrites dist each time it is called. That removes files of a running server for a
// moment, so it is called only when something may have changed.

const SOURCES = [
  'apps',
  'libs',
  'tools',
  'nx.json',
  'tsconfig.base.json',
  'package.json',
  'package-lock.json',
  'NOTICE',
];
const PRODUCTS = ['dist/apps/api/main.js', 'dist/apps/web/index.html'];
const STAMP = 'dist/.built';

/**
 * A hash of the sources of a build: names, sizes, modification times, and the commit. Must be computed before a build,
 * because changes during the build are not part of it.
 * @param {string} root the repository's folder
 * @returns {string}
 */
export function sourcesOf(root, commit = commitOfBuild()) {
  const hash = createHash('sha256').update(`${commit}\n`);
  for (const path of SOURCES) addTo(hash, root, path);
  return hash.digest('hex');
}

function addTo(hash, root, path) {
  const facts = statSync(join(root, path), { throwIfNoEntry: false });
  if (facts === undefined) return;
  if (!facts.isDirectory()) {
    hash.update(`${path} ${facts.size} ${facts.mtimeMs}\n`);
    return;
  }
  for (const name of readdirSync(join(root, path)).sort()) {
    if (name !== 'node_modules') addTo(hash, root, `${path}/${name}`);
  }
}

/** Records that everything has been built from these sources. */
export function noteBuilt(root, sources) {
  writeFileSync(join(root, STAMP), sources);
}

/** Whether dist was built from these sources. */
export function isBuilt(root, sources) {
  if (![STAMP, ...PRODUCTS].every((path) => existsSync(join(root, path)))) return false;
  return readFileSync(join(root, STAMP), 'utf8') === sources;
}
