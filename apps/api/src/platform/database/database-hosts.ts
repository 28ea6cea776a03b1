import pg from 'pg';
import { HOT_QUERY_TIMEOUT_MS, OPEN_TIMEOUT_MS } from './timed-query.js';

/** One of several servers with the same database: one is the primary, the others are its standbys. */
export interface DatabaseHost {
  readonly host: string;
  readonly port: number;
}

/** Parameter for the list of hosts in a URL that has only the first as its host, because most URL parsers reject a list. */
const PARAMETER = 'signpost_hosts';
const DEFAULT_PORT = 5432;

/** Converts `postgres://user:password@one:5432,two/name?…` to a URL of the first host with the list in a parameter. */
export function withOneHost(url: string): string {
  const match = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*,[^/?#@]*)((?:[/?#].*)?)$/.exec(url);
  if (match === null) return url;
  const [, before = '', list = '', after = ''] = match;
  const hosts = list.split(',').map((host) => host.trim());
  const separator = after.includes('?') ? '&' : '?';
  return `${before}${hosts[0] ?? ''}${after}${separator}${PARAMETER}=${encodeURIComponent(hosts.join(','))}`;
}

/** All servers in a URL returned by {@link withOneHost}; empty if there is only one. */
export function hostsOf(url: string | undefined): readonly DatabaseHost[] {
  if (url === undefined || !URL.canParse(url)) return [];
  const list = new URL(url).searchParams.get(PARAMETER);
  if (list === null) return [];
  return list.split(',').map((text) => {
    const match = /^(.*?)(?::(\d+))?$/.exec(text);
    return {
      host: (match?.[1] ?? text).replace(/^\[(.+)\]$/, '$1'),
      port: match?.[2] === undefined ? DEFAULT_PORT : Number(match[2]),
    };
  });
}

/** The last known primary of each list of servers. */
const primaries = new Map<string, Promise<DatabaseHost>>();

const keyOf = (hosts: readonly DatabaseHost[]): string => JSON.stringify(hosts);

/**
 * The primary server. Cached until {@link forgetPrimary}; otherwise all servers are queried at once.
 * @param config credentials for the servers.
 * @throws Error with the code of a refused connection when none of them is a primary.
 */
export function findPrimary(hosts: readonly DatabaseHost[], config: pg.ClientConfig): Promise<DatabaseHost> {
  const key = keyOf(hosts);
  const known = primaries.get(key);
  if (known !== undefined) return known;
  const found = Promise.any(hosts.map((host) => probe(host, config))).catch((error: unknown) => {
    const reasons = error instanceof AggregateError ? error.errors.map(String) : [String(error)];
    const names = hosts.map(({ host, port }) => `${host}:${port}`).join(', ');
    throw Object.assign(new Error(`none of ${names} takes changes (${reasons.join('; ')})`), { code: 'ECONNREFUSED' });
  });
  primaries.set(key, found);
  found.catch(() => {
    forgetPrimary(hosts);
  });
  return found;
}

/** Clears the cached primary, because it does not answer or has become read-only. */
export function forgetPrimary(hosts: readonly DatabaseHost[]): void {
  primaries.delete(keyOf(hosts));
}

async function probe(host: DatabaseHost, config: pg.ClientConfig): Promise<DatabaseHost> {
  const client = new pg.Client({
    ...config,
    application_name: 'signpost-probe',
    connectionTimeoutMillis: OPEN_TIMEOUT_MS,
    query_timeout: HOT_QUERY_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  Object.assign(client, host);
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
    if (rows[0]?.standby !== false) throw new Error(`${host.host}:${host.port} is a standby`);
    return host;
  } finally {
    client.end().catch(() => undefined);
  }
}
