import type pg from 'pg';
import { TRANSIENT_TABLES, type BackupManifest, type BackupTable } from './backup-format.js';

/** Tables and columns for a backup, from the database's catalogues, in the order in which they can be filled. */
export async function readTables(client: pg.ClientBase): Promise<BackupTable[]> {
  const found = await client.query<{ name: string; columns: string[] }>(TABLES, [TRANSIENT_TABLES]);
  const references = await client.query<{ child: string; parent: string }>(REFERENCES);
  return inOrder(found.rows, references.rows);
}

/** The partitions of the partitioned tables. */
export async function readPartitions(client: pg.ClientBase): Promise<BackupManifest['partitions'][number][]> {
  return (await client.query<BackupManifest['partitions'][number]>(PARTITIONS)).rows;
}

/** Each sequence with its last value; unused ones are omitted. */
export async function readSequences(client: pg.ClientBase): Promise<BackupManifest['sequences'][number][]> {
  return (await client.query<BackupManifest['sequences'][number]>(SEQUENCES)).rows;
}

/** Sorts referenced tables before referencing ones. Deferred references impose no order. */
function inOrder(tables: BackupTable[], references: { child: string; parent: string }[]): BackupTable[] {
  const ordered: BackupTable[] = [];
  let waiting = tables;
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name));
    const ready = waiting.filter(
      ({ name }) => !references.some(({ child, parent }) => child === name && parent !== name && names.has(parent)),
    );
    if (ready.length === 0) throw new Error(`tables refer to each other in a circle: ${[...names].join(', ')}`);
    ordered.push(...ready);
    waiting = waiting.filter((table) => !ready.includes(table));
  }
  return ordered;
}

const TABLES = `
  SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
  FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND c.relname <> ALL ($1)
  GROUP BY c.relname ORDER BY c.relname`;

const REFERENCES = `
  SELECT child.relname AS child, parent.relname AS parent
  FROM pg_constraint k
  JOIN pg_class child ON child.oid = k.conrelid
  JOIN pg_class parent ON parent.oid = k.confrelid
  WHERE k.contype = 'f' AND NOT k.condeferrable AND k.connamespace = 'public'::regnamespace`;

const PARTITIONS = `
  SELECT parent.relname AS parent, part.relname AS name, pg_get_expr(part.relpartbound, part.oid) AS bound
  FROM pg_inherits i
  JOIN pg_class part ON part.oid = i.inhrelid AND part.relispartition AND part.relkind = 'r'
  JOIN pg_class parent ON parent.oid = i.inhparent
  WHERE part.relnamespace = 'public'::regnamespace
  ORDER BY part.relname`;

const SEQUENCES = `
  SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
  WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY sequencename`;
