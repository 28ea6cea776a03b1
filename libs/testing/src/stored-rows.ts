import { randomUUID } from 'node:crypto';
import type { TestDatabase } from './test-database.js';

/** Columns of `links` that a test cares about. */
export interface LinkColumns {
  readonly id?: string;
  readonly slug?: string;
  readonly destination_url?: string;
  readonly [column: string]: unknown;
}

/** Puts a workspace into the database; returns its id. */
export async function addWorkspace(database: TestDatabase, name = 'Acme'): Promise<string> {
  const id = randomUUID();
  await database.query('INSERT INTO workspaces (id, slug, name) VALUES ($1, $2, $3)', [id, `w-${id}`, name]);
  return id;
}

/** Puts a link with its address into the database, plain but for the given columns; returns its id. */
export async function addLink(database: TestDatabase, workspaceId: string, columns: LinkColumns = {}): Promise<string> {
  const [id = ''] = await addLinks(database, workspaceId, [columns]);
  return id;
}

/** Puts links with their addresses into the database; all have the same columns. Returns their ids, in that order. */
export async function addLinks(
  database: TestDatabase,
  workspaceId: string,
  rows: readonly LinkColumns[],
): Promise<string[]> {
  const links = rows.map((columns) => {
    const { id = randomUUID() } = columns;
    const plain = {
      workspace_id: workspaceId,
      destination_url: 'https://example.com/',
      destination_host: 'example.com',
    };
    return { ...plain, slug: id, ...columns, id };
  });
  const names = Object.keys(links[0] ?? {}).join(', ');
  await database.query(
    `WITH made AS (
       INSERT INTO links (${names}) SELECT ${names} FROM jsonb_populate_recordset(NULL::links, $1)
       RETURNING workspace_id, slug, id)
     INSERT INTO addresses (workspace_id, slug, kind, link_id) SELECT workspace_id, slug, 'slug', id FROM made`,
    [JSON.stringify(links)],
  );
  return links.map(({ id }) => id);
}
