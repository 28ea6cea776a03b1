import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppProcess } from '@signpost/testing';
import { expect } from 'vitest';

/** A folder whose disk can be filled and emptied again. */
export interface Disk {
  readonly folder: string;
  fill(app: AppProcess): void;
  empty(app: AppProcess): void;
  remove(): void;
}

const run = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;

/** Any disk, and a process whose files may not grow: what a quota does. */
export function limitedFiles(): Disk {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-quota-'));
  const limit = (app: AppProcess, bytes: string): void => {
    expect(run('prlimit', '--pid', String(app.child.pid), `--fsize=${bytes}:unlimited`)).toBe(true);
  };
  return {
    folder,
    fill: (app) => limit(app, '0'),
    empty: (app) => limit(app, 'unlimited'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A small file system of its own; null where the tests may not mount one. */
export function smallDisk(size: string): Disk | null {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-disk-'));
  if (!run('mount', '-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder)) {
    rmSync(folder, { recursive: true, force: true });
    return null;
  }
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: () => {
      for (let bytes = 65_536; bytes >= 1; bytes = bytes === 65_536 ? 1 : 0) {
        try {
          for (;;) appendFileSync(ballast, Buffer.alloc(bytes));
        } catch (error) {
          expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
        }
      }
    },
    empty: () => rmSync(ballast),
    remove: () => {
      run('umount', folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
