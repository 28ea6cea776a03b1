import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';
import { OpsError } from '../ops-error.js';
import {
  digestOf,
  END_ENTRY,
  isEnd,
  isManifest,
  MANIFEST_ENTRY,
  TABLES_FOLDER,
  UPLOADS_FOLDER,
  type BackupEnd,
  type BackupManifest,
} from './backup-format.js';
import { unpacked } from './backup-file.js';

/** First and last entry of a verified backup. */
export interface CheckedBackup {
  readonly manifest: BackupManifest;
  readonly end: BackupEnd;
}

const NEW_LINE = 10;

/**
 * Reads a complete backup, compressed or not, and verifies its contents against its checksums and row counts. Needs no
 * database.
 * @throws OpsError for an incomplete or damaged one.
 */
export async function checkBackup(source: Readable): Promise<CheckedBackup> {
  const tar = extract();
  const tables = new Map<string, { rows: number; hash: Hash }>();
  const uploads = new Map<string, string>();
  let manifest: unknown = null;
  let manifestDigest = '';
  let end: unknown = null;
  const feeding = pipeline(await unpacked(source), tar);
  // Prevents an unhandled rejection; the error is thrown below.
  feeding.catch(() => undefined);
  try {
    for await (const entry of tar) {
      const { name } = entry.header;
      const chunks = entry as AsyncIterable<Buffer>;
      if (name === MANIFEST_ENTRY) {
        const bytes = await bytesOf(chunks);
        manifestDigest = digestOf(bytes);
        manifest = JSON.parse(bytes.toString('utf8'));
      } else if (name === END_ENTRY) end = JSON.parse((await bytesOf(chunks)).toString('utf8'));
      else if (name.startsWith(TABLES_FOLDER)) await addPiece(tables, name.split('/')[1] ?? '', chunks);
      else if (name.startsWith(UPLOADS_FOLDER))
        uploads.set(name.slice(UPLOADS_FOLDER.length), await digestOfAll(chunks));
    }
    await feeding;
  } catch (error) {
    throw new OpsError('The backup is damaged or ends too early.', { cause: error });
  }
  if (!isManifest(manifest) || !isEnd(end)) throw new OpsError('The backup is damaged or ends too early.');
  if (end.manifest !== undefined && end.manifest !== manifestDigest)
    throw new OpsError('The backup is damaged: its manifest is not what was backed up.');
  for (const [table, wanted] of Object.entries(end.tables)) {
    const found = tables.get(table) ?? { rows: 0, hash: createHash('sha256') };
    if (found.rows !== wanted.rows || found.hash.digest('hex') !== wanted.sha256)
      throw new OpsError(`The backup is damaged: table ${table} is not what was backed up.`);
  }
  for (const [key, sha256] of Object.entries(end.uploads))
    if (uploads.get(key) !== sha256) throw new OpsError(`The backup is damaged: the file ${key}.`);
  return { manifest, end };
}

/** Counts rows by line breaks: COPY ends each row with one and escapes those within values. */
async function addPiece(
  tables: Map<string, { rows: number; hash: Hash }>,
  table: string,
  chunks: AsyncIterable<Buffer>,
): Promise<void> {
  const found = tables.get(table) ?? { rows: 0, hash: createHash('sha256') };
  for await (const chunk of chunks) {
    found.hash.update(chunk);
    for (let at = chunk.indexOf(NEW_LINE); at !== -1; at = chunk.indexOf(NEW_LINE, at + 1)) found.rows += 1;
  }
  tables.set(table, found);
}

async function bytesOf(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

async function digestOfAll(chunks: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}
