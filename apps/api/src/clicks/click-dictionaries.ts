import { createHash } from 'node:crypto';
import type { ClickEvent, UtmSnapshot } from '@signpost/domain';
import type pg from 'pg';

/** How a visit without a referrer is called; it has the number 0. */
export const DIRECT = 'direct';

/**
 * The numbers of the events' referrer hosts, new ones made. Sorted, so that writers that meet do not deadlock.
 * The connection must be in a transaction.
 */
export async function referrerNumbers(client: pg.ClientBase, hosts: Iterable<string>): Promise<Map<string, number>> {
  const wanted = [...new Set(hosts)].filter((host) => host !== DIRECT).sort();
  const numbers = await findReferrers(client, wanted);
  const unknown = wanted.filter((host) => !numbers.has(host));
  if (unknown.length > 0) {
    await client.query('INSERT INTO referrer_hosts (host) SELECT unnest($1::text[]) ON CONFLICT (host) DO NOTHING', [
      unknown,
    ]);
    for (const [host, no] of await findReferrers(client, unknown)) numbers.set(host, no);
  }
  return numbers.set(DIRECT, 0);
}

async function findReferrers(client: pg.ClientBase, hosts: readonly string[]): Promise<Map<string, number>> {
  if (hosts.length === 0) return new Map();
  const found = await client.query<{ no: number; host: string }>(
    'SELECT no, host FROM referrer_hosts WHERE host = ANY ($1)',
    [hosts],
  );
  return new Map(found.rows.map(({ no, host }) => [host, no]));
}

/** A key under which equal UTM values of one workspace meet; null when none is set, which has the number 0. */
export function utmKey(workspaceNo: number, utm: UtmSnapshot): string | null {
  const values = [utm.source, utm.medium, utm.campaign, utm.term, utm.content];
  return values.every((value) => value === null) ? null : `${workspaceNo}:${JSON.stringify(values)}`;
}

interface WantedUtm {
  readonly workspaceNo: number;
  readonly utm: UtmSnapshot;
}

/** The numbers of sets of UTM values by {@link utmKey}, new ones made. The connection must be in a transaction. */
export async function utmNumbers(
  client: pg.ClientBase,
  wanted: ReadonlyMap<string, WantedUtm>,
): Promise<Map<string, number>> {
  const keys = [...wanted.keys()].sort();
  const digests = new Map(keys.map((key) => [digestOf(key), key]));
  const numbers = await findUtm(client, wanted, digests);
  const unknown = new Map([...digests].filter(([, key]) => !numbers.has(key)));
  if (unknown.size > 0) {
    const rows = [...unknown].map(([digest, key]) => ({ digest, ...required(wanted, key) }));
    await client.query(
      `INSERT INTO utm_sets (workspace_no, digest, source, medium, campaign, term, content)
       SELECT workspace_no, decode(digest, 'hex'), source, medium, campaign, term, content
       FROM unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
         AS t (workspace_no, digest, source, medium, campaign, term, content)
       ON CONFLICT (workspace_no, digest) DO NOTHING`,
      [
        rows.map((row) => row.workspaceNo),
        rows.map((row) => row.digest),
        ...(['source', 'medium', 'campaign', 'term', 'content'] as const).map((name) =>
          rows.map((row) => row.utm[name]),
        ),
      ],
    );
    for (const [key, no] of await findUtm(client, wanted, unknown)) numbers.set(key, no);
  }
  return numbers;
}

async function findUtm(
  client: pg.ClientBase,
  wanted: ReadonlyMap<string, WantedUtm>,
  digests: ReadonlyMap<string, string>,
): Promise<Map<string, number>> {
  if (digests.size === 0) return new Map();
  const found = await client.query<{ no: number; digest: string }>(
    `SELECT u.no, encode(u.digest, 'hex') AS digest
     FROM unnest($1::int[], $2::text[]) AS t (workspace_no, digest)
     JOIN utm_sets u ON u.workspace_no = t.workspace_no AND u.digest = decode(t.digest, 'hex')`,
    [[...digests.values()].map((key) => required(wanted, key).workspaceNo), [...digests.keys()]],
  );
  return new Map(found.rows.map(({ no, digest }) => [digests.get(digest) ?? '', no]));
}

/** The short numbers behind the ids that events carry. What is not in it was erased meanwhile. */
export interface ClickScopes {
  /** By {@link linkKey}. */
  readonly links: ReadonlyMap<string, { no: number; workspaceNo: number }>;
  readonly campaigns: ReadonlyMap<string, number>;
}

/**
 * Looks the events' links and campaigns up and keeps their workspaces from being erased until the transaction ends.
 */
export async function findScopes(client: pg.ClientBase, events: readonly ClickEvent[]): Promise<ClickScopes> {
  const workspaceIds = [...new Set(events.map((event) => event.workspaceId))].sort();
  const linkIds = [...new Set(events.map((event) => event.linkId))];
  const campaignIds = [...new Set(events.map((event) => event.campaignId).filter((id) => id !== null))];
  const workspaces = await client.query<{ id: string }>(
    'SELECT id FROM workspaces WHERE id = ANY ($1) ORDER BY id FOR KEY SHARE',
    [workspaceIds],
  );
  const known = workspaces.rows.map(({ id }) => id);
  const links = await client.query<{ linkId: string; workspaceId: string; no: number; workspaceNo: number }>(
    `SELECT l.id AS "linkId", l.workspace_id AS "workspaceId", l.no, w.no AS "workspaceNo" FROM links l JOIN workspaces w ON w.id = l.workspace_id
     WHERE l.id = ANY ($1) AND l.workspace_id = ANY ($2)`,
    [linkIds, known],
  );
  const campaigns =
    campaignIds.length === 0
      ? { rows: [] }
      : await client.query<{ id: string; no: number }>(
          'SELECT id, no FROM campaigns WHERE id = ANY ($1) AND workspace_id = ANY ($2)',
          [campaignIds, known],
        );
  return {
    links: new Map(links.rows.map((row) => [linkKey(row), { no: row.no, workspaceNo: row.workspaceNo }])),
    campaigns: new Map(campaigns.rows.map(({ id, no }) => [id, no])),
  };
}

/** A link is known only in its own workspace. */
export function linkKey({ workspaceId, linkId }: Pick<ClickEvent, 'workspaceId' | 'linkId'>): string {
  return `${workspaceId}/${linkId}`;
}

function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

function required<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new Error('a key that was wanted has no value');
  return value;
}
