import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { to as copyTo } from 'pg-copy-streams';
import { pack, type Pack } from 'tar-stream';
import { readVersion } from '../../platform/version.js';
import {
  BACKUP_FORMAT,
  digestOf,
  END_ENTRY,
  MANIFEST_ENTRY,
  quoted,
  TABLES_FOLDER,
  UPLOADS_FOLDER,
  type BackupEnd,
  type BackupManifest,
  type BackupTable,
} from './backup-format.js';
import type { OpsContext } from '../ops-context.js';
import { listUploads } from '../uploads.js';
import { readPartitions, readSequences, readTables } from './schema-facts.js';

/** Tables are written in chunks of about this many bytes, because a tar entry must declare its size first. */
const PIECE_BYTES = 8 * 1024 * 1024;

/** Contents of a backup, as counts. */
export interface BackupSummary {
  readonly rows: number;
  readonly tables: number;
  readonly uploads: number;
}

/** Everything, or the tables without the uploaded files, whose storage is not asked then. */
export type BackupContent = 'all' | 'tables';

/**
 * Streams a backup: one tar with every table as of one snapshot, and every uploaded file. The application may keep
 * running. Secrets in the database are hashed; SESSION_SECRET is not part of the backup.
 * @returns the stream, and its summary once it has been read to the end.
 */
export function createBackup(
  context: OpsContext,
  content: BackupContent = 'all',
): { stream: Readable; summary: Promise<BackupSummary> } {
  const tar = pack();
  const summary = write(context, content, tar).catch((error: unknown) => {
    tar.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  });
  // Prevents an unhandled rejection: the reader of the stream gets the error as well.
  summary.catch(() => undefined);
  return { stream: Readable.from(tar, { objectMode: false }), summary };
}

async function write(context: OpsContext, content: BackupContent, tar: Pack): Promise<BackupSummary> {
  const { client, storage } = context;
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    const manifest = await readManifest(context);
    const manifestBytes = Buffer.from(JSON.stringify(manifest, null, 1));
    await addFile(tar, MANIFEST_ENTRY, manifestBytes);
    const tables: Record<string, { rows: number; sha256: string }> = {};
    for (const table of manifest.tables) tables[table.name] = await addTable(context, tar, table);
    const uploads: Record<string, string> = {};
    for (const key of content === 'all' ? await listUploads(client) : []) {
      const bytes = await storage.read(key);
      if (bytes === null) {
        context.print(`The uploaded file ${key} is missing and cannot be backed up.`);
        continue;
      }
      uploads[key] = digestOf(bytes);
      await addFile(tar, UPLOADS_FOLDER + key, bytes);
    }
    const end: BackupEnd = { manifest: digestOf(manifestBytes), tables, uploads };
    await addFile(tar, END_ENTRY, Buffer.from(JSON.stringify(end, null, 1)));
    tar.finalize();
    const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
    return { rows, tables: manifest.tables.length, uploads: Object.keys(uploads).length };
  } finally {
    await client.query('ROLLBACK').catch(() => undefined);
  }
}

async function readManifest({ client }: OpsContext): Promise<BackupManifest> {
  const [now] = (await client.query<{ now: Date }>('SELECT now()')).rows;
  const migrations = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM schema_migrations ORDER BY name',
  );
  return {
    format: BACKUP_FORMAT,
    version: readVersion(),
    createdAt: (now?.now ?? new Date()).toISOString(),
    migrations: migrations.rows,
    tables: await readTables(client),
    partitions: await readPartitions(client),
    sequences: await readSequences(client),
  };
}

async function addTable(
  { client }: OpsContext,
  tar: Pack,
  table: BackupTable,
): Promise<{ rows: number; sha256: string }> {
  const columns = table.columns.map(quoted).join(', ');
  const source = client.query(copyTo(`COPY (SELECT ${columns} FROM ${quoted(table.name)}) TO STDOUT`));
  const digest = createHash('sha256');
  let pieces = 0;
  let held: Buffer[] = [];
  let heldBytes = 0;
  const flush = async (): Promise<void> => {
    if (heldBytes === 0) return;
    pieces += 1;
    await addFile(tar, `${TABLES_FOLDER}${table.name}/${String(pieces).padStart(6, '0')}`, Buffer.concat(held));
    held = [];
    heldBytes = 0;
  };
  for await (const chunk of source as AsyncIterable<Buffer>) {
    digest.update(chunk);
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes >= PIECE_BYTES) await flush();
  }
  await flush();
  return { rows: source.rowCount, sha256: digest.digest('hex') };
}

/** Adds one entry, respecting backpressure of the reader. */
async function addFile(tar: Pack, name: string, bytes: Buffer): Promise<void> {
  const entry = tar.entry({ name, size: bytes.length, mode: 0o600 });
  entry.end(bytes);
  await once(entry, 'finish');
}
