import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { OpsError } from '../ops-error.js';
import { withPart } from '../part-file.js';

/** File names of backups, uncompressed and compressed. */
const PLAIN_NAME = /\.tar$/i;
const PACKED_NAME = /\.(?:tar\.gz|tgz)$/i;
/** Magic number of gzip. */
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);

/** Validates the file name of a backup. @throws OpsError for a name without a known extension. */
export function requireBackupName(file: string): void {
  if (PLAIN_NAME.test(file) || PACKED_NAME.test(file)) return;
  throw new OpsError('A backup is a tar file: let its name end in .tar, or in .tar.gz or .tgz to have it packed.');
}

/**
 * Writes a backup to a file, atomically and readable only by its owner, since it contains personal data. Compressed if
 * its name says so. @throws Error of the stream or the file system.
 */
export function writeBackupFile(stream: Readable, file: string): Promise<void> {
  return withBackupPart(stream, file, (part) => rename(part, file));
}

/** Writes a backup as {@link writeBackupFile} does, but to a part of `file`, for the time of `work` with its path. */
export function withBackupPart<T>(stream: Readable, file: string, work: (part: string) => Promise<T>): Promise<T> {
  return withPart(file, async (part) => {
    const sink = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true });
    if (PACKED_NAME.test(file)) await pipeline(stream, createGzip(), sink);
    else await pipeline(stream, sink);
    return work(part);
  });
}

/**
 * The decompressed tar stream. Compression is detected by the first bytes, because standard input has no name and a
 * name may be wrong. Closing it closes the source.
 */
export async function unpacked(source: Readable): Promise<Readable> {
  source.on('error', ignore);
  let head = Buffer.alloc(0);
  for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    head = Buffer.concat([head, chunk]);
    if (head.length >= GZIP_MAGIC.length) break;
  }
  // Shorter than the magic number: the source has ended.
  if (head.length < GZIP_MAGIC.length) return Readable.from(head, { objectMode: false });
  source.unshift(head);
  if (!head.subarray(0, GZIP_MAGIC.length).equals(GZIP_MAGIC)) return source;
  const plain = createGunzip();
  plain.on('error', ignore);
  pipeline(source, plain).catch(ignore);
  return plain;
}

/**
 * Listens to errors that may occur before anyone reads a stream, or after `pipeline` has removed its own listener: without one they
 * end the process. Whoever reads the stream still gets them.
 */
function ignore(): void {}
