/** First entry of a backup. Everything that restoring needs to know before the first row. */
export interface BackupManifest {
  readonly format: typeof BACKUP_FORMAT;
  /** Version of Signpost that wrote it. */
  readonly version: string;
  /** ISO 8601; every table is as it was at this instant. */
  readonly createdAt: string;
  /** The schema: migrations that were applied, in order. */
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[];
  /** In the order in which they can be filled. */
  readonly tables: readonly BackupTable[];
  readonly partitions: readonly { readonly parent: string; readonly name: string; readonly bound: string }[];
  readonly sequences: readonly { readonly name: string; readonly value: string }[];
}

export interface BackupTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Last entry of a backup: what has to have arrived for it to be whole. */
export interface BackupEnd {
  /** Per table: rows, and the SHA-256 of its COPY text in hex. */
  readonly tables: Readonly<Record<string, { rows: number; sha256: string }>>;
  /** Per object key: the SHA-256 of its bytes in hex. */
  readonly uploads: Readonly<Record<string, string>>;
}

export const BACKUP_FORMAT = 'signpost-backup-1';
export const MANIFEST_ENTRY = 'manifest.json';
export const END_ENTRY = 'end.json';
export const TABLES_FOLDER = 'tables/';
export const UPLOADS_FOLDER = 'uploads/';

/**
 * No backup holds them: what is of the running processes, and the salts of visitor hashes, which are promised to be gone
 * when their next day ends and would live on in every copy. A restored installation makes new ones, so that visitors of
 * that day may be counted twice.
 */
export const TRANSIENT_TABLES: readonly string[] = ['schema_migrations', 'signals', 'visitor_salts'];

/** An SQL name, quoted. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
