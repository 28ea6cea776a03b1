import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const BUILT = new URL('../../../../dist/apps/api/', import.meta.url);

/** Text of a file of the built application, such as `main.js`. */
export function builtFile(name: string): string {
  return readFileSync(fileURLToPath(new URL(name, BUILT)), 'utf8');
}

/**
 * Every module that a built file loads before it runs, including those of its chunks: `./chunk.js`, or a package name.
 */
export function loadedBefore(file: string, found = new Set<string>()): Set<string> {
  // The files are minified: no spaces and few line breaks.
  for (const [, name = ''] of builtFile(file).matchAll(/(?<=^|;)(?:import|export)\b[^;"']*["']([^"']+)["']/gm)) {
    if (found.has(name)) continue;
    found.add(name);
    if (name.startsWith('./')) loadedBefore(name, found);
  }
  return found;
}

/** Names at the root of the dashboard that do not depend on the content: its files without a hash, and its folders; none that begins with a dot is served. */
export function dashboardNames(): string[] {
  return readdirSync(fileURLToPath(new URL('../web/', BUILT))).filter(
    (name) => !/^\.|-[\w-]{8}\.|\.(?:br|gz)$/.test(name),
  );
}
