import { createReadStream, mkdtempSync, rmSync, writeFileSync, type ReadStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { unpacked } from './backup-file.js';
import { checkBackup } from './check-backup.js';

const folder = mkdtempSync(join(tmpdir(), 'signpost-backup-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Without a listener for errors, as in the application. */
const closing = (file: ReadStream) => new Promise<void>((resolve) => file.once('close', () => resolve()));

const plain = Buffer.alloc(500_000, 'x');
const packed = gzipSync(plain);

test.each([
  ['an uncompressed backup', plain],
  ['a compressed one', packed],
])('%s that is not read to its end: its file is closed', async (_, bytes) => {
  writeFileSync(join(folder, 'backup'), bytes);
  const file = createReadStream(join(folder, 'backup'));
  const closed = closing(file);
  (await unpacked(file)).destroy();
  await closed;
});

test('a damaged backup is closed, too', async () => {
  const damaged = Buffer.concat([packed.subarray(0, 100), Buffer.alloc(300_000, 1)]);
  writeFileSync(join(folder, 'damaged'), damaged);
  const file = createReadStream(join(folder, 'damaged'));
  const closed = closing(file);
  await expect(checkBackup(file)).rejects.toThrow('The backup is damaged');
  await closed;
});
