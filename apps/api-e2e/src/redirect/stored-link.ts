import { addLink, type LinkColumns, type TestDatabase } from '@signpost/testing';

/** A link put straight into the database: the redirect must not care who wrote it. */
export interface StoredLink {
  readonly id: string;
  readonly workspaceId: string;
  readonly slug: string;
}

/** The workspace with that slug, or the first one. */
async function workspaceId(database: TestDatabase, slug: string | null = null): Promise<string> {
  const [found] = await database.query<{ id: string }>(
    'SELECT id FROM workspaces WHERE $1::text IS NULL OR slug = $1 ORDER BY no LIMIT 1',
    [slug],
  );
  if (found === undefined) throw new Error('there is no workspace');
  return found.id;
}

let made = 0;

/** A valid link; only what is given differs from a plain one. */
export async function aStoredLink(
  database: TestDatabase,
  values: LinkColumns = {},
  workspace?: string,
): Promise<StoredLink> {
  made += 1;
  const owner = workspace ?? (await workspaceId(database));
  const columns = { slug: `link${made}`, destination_url: 'https://example.com/landing', ...values };
  return { id: await addLink(database, owner, columns), workspaceId: owner, slug: columns.slug };
}

/** The headers of a person's browser. */
export const BROWSER = {
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
};
