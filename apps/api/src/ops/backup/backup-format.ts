import { createHash } from 'node:crypto';

/** First entry of a backup: everything that a restore must know before the first row. */
export interface BackupManifest {
  readonly format: typeof BACKUP_FORMAT;
  /** Version of Signpost that wrote it. */
  readonly version: string;
  /** ISO 8601; every table is as it was at this instant. */
  readonly createdAt: string;
  /** Migrations applied to the database, in order. */
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[];
  /** In the order in which they can be filled: referenced tables first. */
  readonly tables: readonly BackupTable[];
  readonly partitions: readonly { readonly parent: string; readonly name: string; readonly bound: string }[];
  readonly sequences: readonly { readonly name: string; readonly value: string }[];
}

/** A table in a backup. */
export interface BackupTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Last entry of a backup: counts and checksums that prove that it is complete. */
export interface BackupEnd {
  /** The SHA-256 of the manifest in hex; older backups have none. */
  readonly manifest?: string;
  /** Per table: rows, and the SHA-256 of its COPY text in hex. */
  readonly tables: Readonly<Record<string, { rows: number; sha256: string }>>;
  /** Per object key: the SHA-256 of its bytes in hex. */
  readonly uploads: Readonly<Record<string, string>>;
}

/** Version of the format, the first thing that a restore looks at. */
export const BACKUP_FORMAT = 'signpost-backup-1';
/** Entry with what is in the backup, the first of the archive. */
export const MANIFEST_ENTRY = 'manifest.json';
/** Entry with what was written, the last of the archive: without it a backup is incomplete. */
export const END_ENTRY = 'end.json';
/** Folder of the entries with the rows of tables. */
export const TABLES_FOLDER = 'tables/';
/** Folder of the entries with uploaded files. */
export const UPLOADS_FOLDER = 'uploads/';

/**
 * Tables not included in a backup: state of running processes, and the salts of visitor hashes, which must be deleted
 * at the end of their following day and would survive in every copy. A restored installation creates new salts, so
 * visitors of that day may be counted twice.
 */
export const TRANSIENT_TABLES: readonly string[] = ['schema_migrations', 'signals', 'visitor_salts'];

/** Whether an unpacked first entry has the parts of one: damage may have changed a name within. */
export function isManifest(value: unknown): value is BackupManifest {
  const { format, version, createdAt, migrations, tables, partitions, sequences } = partsOf(value);
  return (
    format === BACKUP_FORMAT &&
    [version, createdAt].every(isText) &&
    isListOf(migrations, 'name', 'checksum') &&
    isListOf(tables, 'name') &&
    tables.every(({ columns }) => Array.isArray(columns) && columns.every(isText)) &&
    isListOf(partitions, 'parent', 'name', 'bound') &&
    isListOf(sequences, 'name', 'value')
  );
}

/** Whether an unpacked last entry has the parts of one. */
export function isEnd(value: unknown): value is BackupEnd {
  const { tables, uploads } = partsOf(value);
  return [tables, uploads].every((part) => typeof part === 'object' && part !== null);
}

const isText = (value: unknown): value is string => typeof value === 'string';

function partsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function isListOf(value: unknown, ...names: string[]): value is Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) && value.every((item) => names.every((name) => isText(partsOf(item)[name])));
}

/** The checksum of bytes in a backup: their SHA-256 in hex. */
export function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A quoted SQL identifier. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
