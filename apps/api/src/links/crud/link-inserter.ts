import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { execute } from '../../platform/database/index.js';
import { STORED_FIELDS, type FieldKind, type FieldName, type LinkFields } from '../record/link-fields.js';
import type { StoredPassword } from './links.repository.js';

/** A link to insert: validated fields, its tags already stored. */
export interface NewLink {
  readonly id: string;
  readonly fields: LinkFields;
  readonly password?: StoredPassword | null;
  readonly createdAt: Date;
  /** When it was stored here, for imported links; otherwise the same as `createdAt`. */
  readonly storedAt?: Date;
}

/**
 * Ids for `count` links created together, in descending order: a list of the newest first breaks ties of `createdAt` by
 * id, and so shows the links in the order in which they were given.
 */
export function linkIds(count: number): string[] {
  return Array.from({ length: count }, () => uuidv7())
    .sort()
    .reverse();
}

/**
 * Inserts links in one statement. Their addresses must be claimed in the same transaction; tags are attached
 * separately. Does no validation: the caller must have done it.
 */
export async function insertLinks(
  tx: EntityManager,
  workspaceId: string,
  createdBy: string | null,
  links: readonly NewLink[],
): Promise<void> {
  if (links.length === 0) return;
  await execute(tx, INSERT, [workspaceId, createdBy, JSON.stringify(links.map(toColumns))]);
}

function toColumns({ id, fields, password, createdAt, storedAt = createdAt }: NewLink): Record<string, unknown> {
  const stored = STORED_FIELDS.map(({ name, column, kind }): [string, unknown] => [
    column,
    kind === 'archived' ? (fields.archived ? storedAt : null) : valueOf(name, kind, fields),
  ]);
  return {
    ...Object.fromEntries(stored),
    id,
    password_hash: password?.hash ?? null,
    password_version: password?.version ?? null,
    created_at: createdAt,
    updated_at: storedAt,
  };
}

/** A value in its JSON form. */
function valueOf(name: FieldName, kind: FieldKind, fields: LinkFields): unknown {
  const value = fields[name];
  return kind === 'instant' && typeof value === 'number' ? new Date(value).toISOString() : value;
}

const COLUMNS = [
  'id uuid',
  ...STORED_FIELDS.map(({ column, type }) => `${column} ${type}`),
  'password_hash text',
  'password_version uuid',
  'created_at timestamptz',
  'updated_at timestamptz',
];
const NAMES = COLUMNS.map((column) => column.split(' ')[0]).join(', ');

// A single statement for up to a thousand links.
const INSERT = `
  INSERT INTO links (workspace_id, created_by, ${NAMES})
  SELECT $1, $2, ${NAMES} FROM jsonb_to_recordset($3::jsonb) AS link (${COLUMNS.join(', ')})`;
