import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Readable, Writable } from 'node:stream';
import { from as copyFrom } from 'pg-copy-streams';
import { extract, type Extract } from 'tar-stream';
import { hasTable, migrate, readMigrations, type Migration } from '../../platform/database/migrations.js';
import { requireKnownSchema } from '../../platform/database/suitable-database.js';
import { OBJECT_KEY } from '../../platform/storage/index.js';
import {
  BACKUP_FORMAT,
  digestOf,
  END_ENTRY,
  isEnd,
  isManifest,
  MANIFEST_ENTRY,
  quoted,
  TABLES_FOLDER,
  UPLOADS_FOLDER,
  type BackupEnd,
  type BackupManifest,
  type BackupTable,
} from './backup-format.js';
import { CLI_CONNECTION, type OpsContext } from '../ops-context.js';
import { OpsError } from '../ops-error.js';
import { readTables } from './schema-facts.js';

/** Contents received so far. */
interface Received {
  /** SHA-256 of the manifest. */
  manifest: string;
  readonly tables: Map<string, { rows: number; sha256: string }>;
  readonly uploads: Map<string, string>;
}

/**
 * Restores an empty database and the uploads from a backup. All tables are loaded in one transaction that is committed
 * only when the backup has proven complete; until then the database stays unchanged. A backup of an older version is
 * loaded into that version's schema and then migrated. The backup's stream is closed in any case.
 * @throws OpsError when the database is not empty, the application is running, or the backup is damaged or too new.
 */
export async function restoreBackup(context: OpsContext, backup: Readable): Promise<BackupManifest> {
  try {
    await requireNoOtherConnections(context);
    return await restore(context, backup);
  } finally {
    backup.destroy();
  }
}

async function restore(context: OpsContext, backup: Readable): Promise<BackupManifest> {
  const { client } = context;
  const tar = extract();
  const source: { failure: Error | null } = { failure: null };
  const pumping = pump(backup, tar).catch((error: unknown) => {
    source.failure = error instanceof Error ? error : new Error(String(error));
    tar.destroy(source.failure);
  });
  let manifest: BackupManifest | null = null;
  let end: BackupEnd | null = null;
  const received: Received = { manifest: '', tables: new Map(), uploads: new Map() };
  let loading: TableLoad | null = null;
  try {
    for await (const entry of tar) {
      const { name } = entry.header;
      if (manifest === null) {
        const bytes = await readAll(entry);
        received.manifest = digestOf(bytes);
        manifest = parseManifest(name, bytes);
        await prepareSchema(context, manifest);
        await client.query('BEGIN');
        await openTables(context, manifest);
        continue;
      }
      const table = tableOf(name);
      if (loading !== null && loading.table.name !== table) {
        received.tables.set(loading.table.name, await loading.finish());
        loading = null;
      }
      if (table !== null) {
        loading ??= new TableLoad(context, tableNamed(manifest, table));
        for await (const chunk of entry as AsyncIterable<Buffer>) await loading.write(chunk);
      } else if (name.startsWith(UPLOADS_FOLDER)) {
        await restoreUpload(context, name.slice(UPLOADS_FOLDER.length), await readAll(entry), received);
      } else if (name === END_ENTRY) {
        const last: unknown = JSON.parse((await readAll(entry)).toString('utf8'));
        if (!isEnd(last)) throw new OpsError(DAMAGED);
        end = last;
      }
    }
    await pumping;
    if (source.failure !== null) throw source.failure;
    if (manifest === null || end === null) throw new OpsError('The backup ends too early: nothing was restored.');
    requireWhole(end, received);
    await closeTables(context, manifest);
    await client.query('COMMIT');
  } catch (error) {
    await loading?.abort();
    await client.query('ROLLBACK').catch(() => undefined);
    // The tar reader only reports that it was stopped; the cause is known to the source.
    const cause = error instanceof OpsError ? error : (source.failure ?? error);
    throw isDamage(cause) ? new OpsError(DAMAGED) : cause;
  }
  await migrate(client);
  await client.query('ANALYZE');
  return manifest;
}

const DAMAGED = 'The backup is damaged or ends too early: nothing was restored.';

/** Whether an error means that the archive (tar, gzip), its metadata (JSON) or its rows are unreadable. */
function isDamage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof SyntaxError) return true;
  const code = 'code' in error ? String(error.code) : '';
  // Errors of zlib, and of PostgreSQL for invalid values (SQLSTATE class 22). The tar reader destroys the entry in which its
  // input ends.
  return (
    /^Z_|^22\w{3}$|^STREAM_DESTROYED$/.test(code) || /Unexpected end of data|Invalid tar header/.test(error.message)
  );
}

/** Loads one table from any number of chunks. */
class TableLoad {
  private readonly sink: Writable & { rowCount: number };
  private readonly digest: Hash = createHash('sha256');
  private failure: Error | null = null;

  constructor(
    { client }: OpsContext,
    readonly table: BackupTable,
  ) {
    const columns = table.columns.map(quoted).join(', ');
    this.sink = client.query(copyFrom(`COPY ${quoted(table.name)} (${columns}) FROM STDIN`));
    this.sink.on('error', (error: Error) => {
      this.failure ??= error;
    });
  }

  async write(chunk: Buffer): Promise<void> {
    if (this.failure !== null) throw this.failure;
    this.digest.update(chunk);
    if (!this.sink.write(chunk)) await once(this.sink, 'drain');
  }

  async finish(): Promise<{ rows: number; sha256: string }> {
    this.sink.end();
    await finished(this.sink);
    return { rows: this.sink.rowCount, sha256: this.digest.digest('hex') };
  }

  async abort(): Promise<void> {
    this.sink.destroy();
    await finished(this.sink).catch(() => undefined);
  }
}

/** Feeds the tar reader, respecting backpressure. */
async function pump(backup: Readable, tar: Extract): Promise<void> {
  for await (const chunk of backup as AsyncIterable<Buffer>) {
    if (tar.destroyed) return;
    if (!tar.write(chunk)) await once(tar, 'drain');
  }
  tar.end(undefined);
}

/** Waits for other commands: one that was stopped is still there until the database notices. */
async function requireNoOtherConnections({ client, print }: OpsContext): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { rows } = await client.query<{ name: string }>(OTHERS);
    if (rows.length === 0) return;
    if (rows.some(({ name }) => name !== CLI_CONNECTION)) {
      throw new OpsError(
        `Signpost is running on the ${nameOf(client)}. Stop every instance first, if that is the one you mean.`,
      );
    }
    if (attempt === 1)
      print(`Another command is connected to the ${nameOf(client)}, or one that was stopped: waiting for its end.`);
    await pause(100);
  }
}

const OTHERS = `
  SELECT application_name AS name FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'signpost%'`;

/** Names the database, because variables of the shell or `.env` may point to another one than intended. */
function nameOf({ host, port, database = '' }: OpsContext['client']): string {
  return `database ${database} at ${host}:${port}`;
}

function parseManifest(name: string, bytes: Buffer): BackupManifest {
  const manifest: unknown = name === MANIFEST_ENTRY ? JSON.parse(bytes.toString('utf8')) : null;
  if ((manifest as { format?: unknown } | null)?.format !== BACKUP_FORMAT)
    throw new OpsError('This is not a backup of Signpost that this version knows.');
  if (!isManifest(manifest)) throw new OpsError(DAMAGED);
  return manifest;
}

/** Migrates an empty database to the schema of the backup. */
async function prepareSchema({ client }: OpsContext, manifest: BackupManifest): Promise<void> {
  const known = new Map(readMigrations().map((migration) => [migration.name, migration]));
  const wanted: Migration[] = manifest.migrations.map(({ name, checksum }) => {
    const migration = known.get(name);
    if (migration?.checksum === checksum) return migration;
    throw new OpsError(
      `The backup was made by another version (${manifest.version}): migration ${name} is not known here.`,
    );
  });
  const applied = await appliedMigrations(client);
  requireKnownSchema(applied, new Set(known.keys()));
  if (applied.some((name) => !wanted.some((migration) => migration.name === name))) {
    throw new OpsError('The database has a newer schema than the backup. Restore into a new, empty database.');
  }
  await migrate(client, wanted);
  const used = await client.query('SELECT FROM users UNION ALL SELECT FROM workspaces LIMIT 1');
  if (used.rowCount !== 0) {
    throw new OpsError(`The ${nameOf(client)} is not empty. Restore into a new, empty database.`);
  }
}

async function appliedMigrations(client: OpsContext['client']): Promise<string[]> {
  if (!(await hasTable(client, 'schema_migrations'))) return [];
  return (await client.query<{ name: string }>('SELECT name FROM schema_migrations')).rows.map(({ name }) => name);
}

async function openTables({ client }: OpsContext, { tables, partitions }: BackupManifest): Promise<void> {
  const present = new Map((await readTables(client)).map(({ name, columns }) => [name, new Set(columns)]));
  for (const { name, columns } of tables) {
    const known = present.get(name);
    if (known === undefined) throw new OpsError(`The backup has a table that is not known here: ${name}.`);
    const unknown = columns.find((column) => !known.has(column));
    if (unknown !== undefined)
      throw new OpsError(`The backup has a column that is not known here: ${name}.${unknown}.`);
  }
  for (const { name } of tables) await client.query(`TRUNCATE ${quoted(name)} CASCADE`);
  for (const { parent, name, bound } of partitions) {
    if (!present.has(parent) || !isMonthOf(parent, name) || !BOUND.test(bound)) {
      throw new OpsError(`The backup has a partition that no backup of Signpost has: ${name}. Nothing was restored.`);
    }
    await client.query(`CREATE TABLE IF NOT EXISTS ${quoted(name)} PARTITION OF ${quoted(parent)} ${bound}`);
  }
  // Rows that triggers would add are already in the backup.
  for (const { name } of tables) await client.query(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`);
  await client.query('SET CONSTRAINTS ALL DEFERRED');
}

/**
 * A partition bound as PostgreSQL writes it: two literals without characters that could end them. It is the only text
 * of a backup that is inserted into a statement unescaped; restores often run as superuser, whose statements can access
 * the machine.
 */
const BOUND = /^FOR VALUES FROM \('[^'\\]{1,60}'\) TO \('[^'\\]{1,60}'\)$/;

function isMonthOf(parent: string, name: string): boolean {
  return name.startsWith(`${parent}_`) && /^\d{4}_\d{2}$/.test(name.slice(parent.length + 1));
}

async function closeTables({ client }: OpsContext, { tables, sequences }: BackupManifest): Promise<void> {
  // Deferred constraints are checked now: a table with pending checks cannot be altered.
  await client.query('SET CONSTRAINTS ALL IMMEDIATE');
  for (const { name } of tables) await client.query(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`);
  for (const { name, value } of sequences) await client.query('SELECT setval($1::regclass, $2)', [quoted(name), value]);
}

async function restoreUpload({ storage }: OpsContext, key: string, bytes: Buffer, received: Received): Promise<void> {
  if (!OBJECT_KEY.test(key)) throw new OpsError(`The backup has a file that no upload is called: ${key}.`);
  await storage.put(key, bytes);
  received.uploads.set(key, digestOf(bytes));
}

function requireWhole(end: BackupEnd, received: Received): void {
  if (end.manifest !== undefined && end.manifest !== received.manifest)
    throw new OpsError('The backup is damaged: its manifest is not what was backed up. Nothing was restored.');
  for (const [name, expected] of Object.entries(end.tables)) {
    const found = received.tables.get(name) ?? { rows: 0, sha256: digestOf(Buffer.alloc(0)) };
    if (found.rows !== expected.rows || found.sha256 !== expected.sha256) {
      throw new OpsError(`The backup is damaged: table ${name} is not what was backed up. Nothing was restored.`);
    }
  }
  for (const [key, sha256] of Object.entries(end.uploads)) {
    if (received.uploads.get(key) !== sha256) throw new OpsError(`The backup is damaged: the file ${key}.`);
  }
}

function tableOf(entry: string): string | null {
  return entry.startsWith(TABLES_FOLDER) ? (entry.slice(TABLES_FOLDER.length).split('/')[0] ?? null) : null;
}

function tableNamed(manifest: BackupManifest, name: string): BackupTable {
  return manifest.tables.find((table) => table.name === name) ?? raise(`The backup names no table ${name}.`);
}

function raise(message: string): never {
  throw new OpsError(message);
}

async function readAll(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
