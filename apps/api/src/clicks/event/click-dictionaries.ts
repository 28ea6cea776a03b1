import { createHash } from 'node:crypto';
import { DIRECT, type UtmSnapshot } from '@signpost/domain';
import type pg from 'pg';
import type { Target } from './recorded-click.js';
import { uuidArray } from '../pg/sql-array.js';

/** Name for hosts beyond the limit; reports use it for everything that they do not list by name. */
const OTHER = 'other';

/**
 * Maximum number of new hosts per workspace and day. The client chooses its `Referer`: without a limit, any client could grow
 * the dictionary and the counts by host without bound. Events beyond the limit count as `other`.
 */
export const NEW_HOSTS_PER_DAY = 5_000;

/**
 * The numbers of referrer hosts; new hosts are inserted. Hosts beyond the limit get the number of `other`, {@link DIRECT} gets 0.
 * Rows are inserted in sorted order, so that concurrent writers do not deadlock. The connection must be in a transaction.
 * @param workspaceOf by host, a workspace that has an event with it.
 */
export async function referrerNumbers(
  client: pg.ClientBase,
  workspaceOf: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const wanted = [...workspaceOf.keys()].filter((host) => host !== DIRECT).sort();
  const numbers = await findReferrers(client, wanted);
  const unknown = wanted.filter((host) => !numbers.has(host));
  if (unknown.length > 0) {
    const hosts = await admitted(client, unknown, workspaceOf);
    await client.query(
      `INSERT INTO referrer_hosts (host, workspace_no) SELECT * FROM unnest($1::text[], $2::int[])
       ON CONFLICT (host) DO NOTHING`,
      [hosts, hosts.map((host) => workspaceOf.get(host) ?? 0)],
    );
    for (const [host, no] of await findReferrers(client, hosts)) numbers.set(host, no);
    const other = numbers.get(OTHER) ?? 0;
    for (const host of unknown) if (!numbers.has(host)) numbers.set(host, other);
  }
  return numbers.set(DIRECT, 0);
}

/** The new hosts that are still within their workspaces' limits for today, and `other` when it is needed. */
async function admitted(
  client: pg.ClientBase,
  hosts: readonly string[],
  workspaceOf: ReadonlyMap<string, number>,
): Promise<string[]> {
  const workspaceNos = [...new Set(hosts.map((host) => workspaceOf.get(host) ?? 0))];
  const found = await client.query<{ no: number; hosts: number }>(
    `SELECT workspace_no AS no, count(*)::int AS hosts FROM referrer_hosts
     WHERE workspace_no = ANY ($1::int[]) AND day = (now() AT TIME ZONE 'UTC')::date GROUP BY 1`,
    [workspaceNos],
  );
  const known = new Map(found.rows.map(({ no, hosts: count }) => [no, count]));
  const some = hosts.filter((host) => {
    const no = workspaceOf.get(host) ?? 0;
    const count = known.get(no) ?? 0;
    known.set(no, count + 1);
    return count < NEW_HOSTS_PER_DAY;
  });
  return some.length === hosts.length || some.includes(OTHER) ? some : [...some, OTHER].sort();
}

async function findReferrers(client: pg.ClientBase, hosts: readonly string[]): Promise<Map<string, number>> {
  if (hosts.length === 0) return new Map();
  const found = await client.query<{ no: number; host: string }>(
    'SELECT no, host FROM referrer_hosts WHERE host = ANY ($1)',
    [hosts],
  );
  return new Map(found.rows.map(({ no, host }) => [host, no]));
}

/** The UTM values as one text; null when none is set, which is stored as 0. */
export function utmText({ source, medium, campaign, term, content }: UtmSnapshot): string | null {
  if (source === null && medium === null && campaign === null && term === null && content === null) return null;
  return JSON.stringify([source, medium, campaign, term, content]);
}

/** A key that equal UTM values of one workspace share; null when none is set. */
export function utmKey(workspaceNo: number, text: string | null): string | null {
  return text === null ? null : `${workspaceNo}:${text}`;
}

interface WantedUtm {
  readonly workspaceNo: number;
  readonly utm: UtmSnapshot;
}

/** The numbers of sets of UTM values by {@link utmKey}; new sets are inserted. The connection must be in a transaction. */
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

/** A link as stored events refer to it. */
export interface ClickLink {
  readonly no: number;
  readonly workspaceNo: number;
  /** Events refer to a link together with its workspace; with another workspace the link counts as unknown. */
  readonly workspaceId: string;
}

/** The numbers of the ids in events. An id that is missing was erased meanwhile. */
export interface ClickScopes {
  readonly links: ReadonlyMap<string, ClickLink>;
  readonly campaigns: ReadonlyMap<string, number>;
}

// Not a prepared statement, so that it is planned for each batch: a plan made for a few links would do an index lookup per link.
const FIND_LINKS = `
  SELECT id, workspace_id, no FROM links WHERE id = ANY ($1::uuid[]) AND workspace_id = ANY ($2::uuid[])`;

/** Finds the events' links and campaigns, and locks their workspaces against erasure until the transaction ends. */
export async function findScopes(client: pg.ClientBase, targets: readonly Target[]): Promise<ClickScopes> {
  const idsOf = (id: 'workspaceId' | 'linkId' | 'campaignId'): string[] => [
    ...new Set(targets.flatMap((target) => target[id] ?? [])),
  ];
  const campaignIds = idsOf('campaignId');
  const owners = await client.query<{ id: string; no: number }>(
    'SELECT id, no FROM workspaces WHERE id = ANY ($1) ORDER BY id FOR KEY SHARE',
    [idsOf('workspaceId').sort()],
  );
  const workspaces = new Map(owners.rows.map(({ id, no }) => [id, { workspaceId: id, workspaceNo: no }]));
  const known = uuidArray([...workspaces.keys()]);
  const links = new Map<string, ClickLink>();
  const found = await client.query<[id: string, workspaceId: string, no: number]>({
    text: FIND_LINKS,
    values: [uuidArray(idsOf('linkId')), known],
    rowMode: 'array',
  });
  for (const [id, workspaceId, no] of found.rows) {
    const workspace = workspaces.get(workspaceId);
    if (workspace !== undefined) links.set(id, { no, ...workspace });
  }
  const campaigns =
    campaignIds.length === 0
      ? { rows: [] }
      : await client.query<{ id: string; no: number }>(
          'SELECT id, no FROM campaigns WHERE id = ANY ($1) AND workspace_id = ANY ($2)',
          [campaignIds, known],
        );
  return {
    links,
    campaigns: new Map(campaigns.rows.map(({ id, no }) => [id, no])),
  };
}

function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

function required<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new Error('a key that was wanted has no value');
  return value;
}
