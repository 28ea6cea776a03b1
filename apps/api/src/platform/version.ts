import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Injectable } from '@nestjs/common';

/** Written by the build next to the bundle: the commit that it was built from; null for a release or without git. */
const BUILD_FILE = 'build.json';

/**
 * The software version: that of the nearest package.json of Signpost above this file and, for a build between releases, the
 * commit that it was built from (`1.1.0+3f2a91c`).
 */
export function readVersion(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  let commit: string | null = null;
  for (;;) {
    const build = join(folder, BUILD_FILE);
    if (existsSync(build)) ({ commit } = JSON.parse(readFileSync(build, 'utf8')) as { commit: string | null });
    const file = join(folder, 'package.json');
    if (existsSync(file)) {
      const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as { name?: string; version?: string };
      if (name === 'signpost' && version !== undefined) return commit === null ? version : `${version}+${commit}`;
    }
    const parent = dirname(folder);
    if (parent === folder) throw new Error('package.json of signpost was not found');
    folder = parent;
  }
}

/** The software version, for injection. */
@Injectable()
export class Version {
  readonly value = readVersion();
}
