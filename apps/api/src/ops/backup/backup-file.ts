import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { OpsError } from '../ops-error.js';

/** What a name promises of a backup, packed or not. */
const PLAIN_NAME = /\.tar$/i;
const PACKED_NAME = /\.(?:tar\.gz|tgz)$/i;
/** How everything begins that gzip has packed. */
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);

/** @throws OpsError for a name that does not say what the file is. */
export function requireBackupName(file: string): void {
  if (PLAIN_NAME.test(file) || PACKED_NAME.test(file)) return;
  throw new OpsError('A backup is a tar file: let its name end in .tar, or in .tar.gz or .tgz to have it packed.');
}

/**
 * Writes a backup into a file: whole or not at all, and readable by nobody else, since it holds personal data.
 * Packed where its name says so. @throws Error of the stream or the file system.
 */
export async function writeBackupFile(stream: Readable, file: string): Promise<void> {
  const part = `${file}.part`;
  // One that a killed run has left keeps its mode and its readers: this one is made anew.
  await rm(part, { force: true });
  const sink = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true });
  try {
    if (PACKED_NAME.test(file)) await pipeline(stream, createGzip(), sink);
    else await pipeline(stream, sink);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  await rename(part, file);
}

/** The tar itself. Its first bytes say whether it is packed: standard input has no name, and a name may be wrong. */
export async function unpacked(source: Readable): Promise<Readable> {
  let head = Buffer.alloc(0);
  for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    head = Buffer.concat([head, chunk]);
    if (head.length >= GZIP_MAGIC.length) break;
  }
  const whole = async function* (): AsyncGenerator<Buffer> {
    yield head;
    yield* source as AsyncIterable<Buffer>;
  };
  const backup = Readable.from(whole(), { objectMode: false });
  return head.subarray(0, GZIP_MAGIC.length).equals(GZIP_MAGIC) ? gunzip(backup) : backup;
}

function gunzip(source: Readable): Readable {
  const plain = createGunzip();
  // The first bytes may fail before anybody reads: who reads then meets the failure.
  plain.on('error', () => undefined);
  source.on('error', (error) => plain.destroy(error));
  return source.pipe(plain);
}
