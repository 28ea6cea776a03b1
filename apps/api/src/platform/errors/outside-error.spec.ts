import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { inFolder, OutsideError } from './outside-error.js';

const root = mkdtempSync(join(tmpdir(), 'signpost-folder-'));
afterAll(() => {
  chmodSync(root, 0o700);
  rmSync(root, { recursive: true });
});

/** An error of the file system; that of a write to a full disk has no path. */
const refusal = (code: string, path?: string) =>
  Object.assign(new Error(`${code}: refused`), { code, ...(path === undefined ? {} : { path }) });

test('a file instead of a folder is reported with the name of its setting', async () => {
  const file = join(root, 'file');
  writeFileSync(file, '');
  const failed = inFolder('BACKUP_DIR', file, () => mkdir(file, { recursive: true }));
  await expect(failed).rejects.toThrow(
    `BACKUP_DIR ${file}: it must be a folder (EEXIST: file already exists, mkdir '${file}').`,
  );
  await expect(failed).rejects.toBeInstanceOf(OutsideError);
});

test.each([
  ['ENOSPC', undefined, 'BACKUP_DIR /backups: free some space on its disk (ENOSPC: refused).'],
  ['EROFS', '/backups/a.part', 'BACKUP_DIR /backups: it must be on a writable file system (EROFS: refused).'],
  ['EACCES', '/', /^BACKUP_DIR \/backups: the user that runs Signpost needs permission to write to it/],
  ['EACCES', '/uploads/logo.png', /^EACCES: refused$/],
  ['EIO', '/backups/a.part', /^EIO: refused$/],
])('%s at %s', async (code, path, message) => {
  await expect(inFolder('BACKUP_DIR', '/backups', () => Promise.reject(refusal(code, path)))).rejects.toThrow(message);
});

test('the result of the work is returned', async () => {
  expect(await inFolder('BACKUP_DIR', root, () => 7)).toBe(7);
});
