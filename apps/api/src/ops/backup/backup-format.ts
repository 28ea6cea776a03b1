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

/** A quoted SQL identifier. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
