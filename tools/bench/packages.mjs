// What only a bench needs is no part of the project's packages, and is fetched when a bench first asks for it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../process.mjs';

const HERE = import.meta.dirname;

/**
 * A package of tools/bench/package-lock.json.
 *
 * @param {'autocannon' | 'lighthouse'} name
 * @returns {Promise<any>} its exports
 */
export async function fetchPackage(name) {
  if (!existsSync(join(HERE, 'node_modules', name))) {
    process.stdout.write(`Fetching what the benches need, ${name} among it ...\n`);
    const code = await run('npm', ['ci', '--prefix', HERE, '--no-audit', '--no-fund']);
    if (code !== 0) throw new Error(`npm ci in tools/bench ended with exit code ${code}.`);
  }
  return import(name);
}
