// Removes from node_modules the code of packages that are only used through the bundle. Their package.json stays for scanners and
// SBOM tools, their licences because the bundle contains their code. The Dockerfile runs it in the folder of package-lock.json.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { OUTSIDE } from './outside-packages.mjs';

const KEPT = /^(?:package\.json|node_modules|(?:licen[cs]e|notice|copying)\b.*)$/i;

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));

/** Where `from` finds the package `name`, as Node looks for it; null where it is not installed. */
function find(from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const path = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (path in packages && existsSync(path)) return path;
    if (at === '') return null;
  }
}

const needed = new Set();
function need(path) {
  if (path === null || needed.has(path)) return;
  needed.add(path);
  const { dependencies, optionalDependencies, peerDependencies } = packages[path];
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
    need(find(path, name));
}
const { dependencies, optionalDependencies } = packages[''];
for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
  if (OUTSIDE.test(name)) need(find('', name));
}

for (const path of Object.keys(packages)) {
  if (path === '' || needed.has(path) || !existsSync(path)) continue;
  for (const entry of readdirSync(path)) {
    if (!KEPT.test(entry)) rmSync(`${path}/${entry}`, { recursive: true });
  }
}
