import {
  createReadStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  type ReadStream,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { unpacked, writeBackupFile } from './backup-file.js';
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

test('two backups to the same file do not touch what the other one writes', async () => {
  const place = mkdtempSync(join(folder, 'twice-'));
  const file = join(place, 'a.tar');
  const slow = new PassThrough();
  const first = writeBackupFile(slow, file);
  slow.write('the ');
  while (readdirSync(place).length === 0) await new Promise((resolve) => setImmediate(resolve));
  await writeBackupFile(Readable.from(['the second']), file);
  expect(readFileSync(file, 'utf8')).toBe('the second');
  slow.end('first');
  await first;
  expect(readFileSync(file, 'utf8')).toBe('the first');
  expect(readdirSync(place)).toEqual(['a.tar']);
});

test('a backup that cannot get its name leaves nothing behind', async () => {
  const place = mkdtempSync(join(folder, 'taken-'));
  mkdirSync(join(place, 'a.tar'));
  await expect(writeBackupFile(Readable.from(['x']), join(place, 'a.tar'))).rejects.toThrow(/EISDIR|EEXIST/);
  expect(readdirSync(place)).toEqual(['a.tar']);
});
