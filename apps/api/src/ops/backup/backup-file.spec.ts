import { createReadStream, mkdtempSync, rmSync, writeFileSync, type ReadStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
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

test('a backup that ends too early before anyone reads it does not end the process, and its reader is told', async () => {
  writeFileSync(join(folder, 'cut'), gzipSync('short').subarray(0, -10));
  const stream = await unpacked(createReadStream(join(folder, 'cut')));
  while (!stream.destroyed) await new Promise((resolve) => setImmediate(resolve));
  await expect(text(stream)).rejects.toThrow('unexpected end of file');
});

test('so does one whose source breaks off', async () => {
  const source = new PassThrough();
  source.write(plain.subarray(0, 1000));
  const stream = await unpacked(source);
  source.destroy(new Error('the bucket hung up'));
  await new Promise((resolve) => setImmediate(resolve));
  await expect(text(stream)).rejects.toThrow('the bucket hung up');
});
