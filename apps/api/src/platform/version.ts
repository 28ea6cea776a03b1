import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Injectable } from '@nestjs/common';

/** The software version: that of the nearest package.json of Signpost above this file. */
export function readVersion(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const file = join(folder, 'package.json');
    if (existsSync(file)) {
      const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as { name?: string; version?: string };
      if (name === 'signpost' && version !== undefined) return version;
    }
    const parent = dirname(folder);
    if (parent === folder) throw new Error('package.json of signpost was not found');
    folder = parent;
  }
}

@Injectable()
export class Version {
  readonly value = readVersion();
}
