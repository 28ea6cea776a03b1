import pg from 'pg';
import { HOT_QUERY_TIMEOUT_MS, OPEN_TIMEOUT_MS } from './timed-query.js';

/** A server of several that have the same database: one takes changes, the others follow it. */
export interface DatabaseHost {
  readonly host: string;
  readonly port: number;
}

/** The parameter that carries the list within an address that names the first alone: lists are no addresses for most readers. */
const PARAMETER = 'signpost_hosts';
const DEFAULT_PORT = 5432;

/** `postgres://user:password@one:5432,two/name?…` as an address of the first host that knows of the others. */
export function withOneHost(url: string): string {
  const match = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*,[^/?#@]*)((?:[/?#].*)?)$/.exec(url);
  if (match === null) return url;
  const [, before = '', list = '', after = ''] = match;
  const hosts = list.split(',').map((host) => host.trim());
  const separator = after.includes('?') ? '&' : '?';
  return `${before}${hosts[0] ?? ''}${after}${separator}${PARAMETER}=${encodeURIComponent(hosts.join(','))}`;
}

/** Every server that an address of {@link withOneHost} knows; none where there is but one. */
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

/** Which server of each list took changes last, as this process knows it. */
const primaries = new Map<string, Promise<DatabaseHost>>();

const keyOf = (hosts: readonly DatabaseHost[]): string => JSON.stringify(hosts);

/**
 * The server that takes changes. Known from before, until {@link forgetPrimary}; else all are asked at once.
 * @param config how to sign in there.
 * @throws Error as of a connection that is refused, when none of them takes changes.
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

/** The server that took changes does not answer, or takes none any more. */
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
