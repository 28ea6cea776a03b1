import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { LIMITS } from '@signpost/contracts';
import type pg from 'pg';
import type { Config } from '../../platform/config/index.js';
import { reasonsOf } from '../../platform/errors/reason.js';
import { WorkspaceViews } from '../../workspaces/index.js';
import type { Site } from '../ops-context.js';
import { failed, ok, PATIENCE_MS, warning, type Verdict } from './finding.js';

/** Length of a visitor's query in bytes that must be possible for every link. */
const VISITOR_QUERY_BYTES = 4_096;
/**
 * Together with the longest destination, about the length of the longest redirect; the request itself stays below 8,192
 * bytes.
 */
const LONG_QUERY_BYTES = VISITOR_QUERY_BYTES + LIMITS.destinationLength;
/** Bytes of cookies that a browser may send, including those of other applications on the same domain. */
const COOKIE_BYTES = 9_000;

/** Sends requests to the running application through its public URL, as a browser would, to check the proxy. */
export async function checkPublicAddress({ config, client }: Site): Promise<Verdict> {
  const origin = config.publicOrigin;
  if (config.mode === 'multi' && !config.canHaveSubdomains) {
    return failed(`${origin} has no subdomains`, 'Set PUBLIC_URL to a host name: each workspace is a subdomain of it.');
  }
  const signal = AbortSignal.timeout(PATIENCE_MS);
  let health: Response;
  try {
    health = await fetch(`${origin}/api/health`, { signal, redirect: 'manual' });
  } catch (error) {
    return warning(
      `${origin} does not answer (${reasonsOf(error)})`,
      config.isLocal
        ? `Start Signpost. In a container ${config.publicUrl.hostname} is the container itself: there, open the address on the machine that runs it instead.`
        : 'Start Signpost; then check DNS, the proxy and TLS of PUBLIC_URL.',
    );
  }
  const body = (await health.json().catch(() => null)) as { version?: string } | null;
  if (body?.version === undefined) {
    return failed(
      `${origin}/api/health is answered by something else (${health.status})`,
      'Point the proxy of PUBLIC_URL at HOST and PORT.',
    );
  }
  // A browser's unsafe request: it is refused when the proxy changes Host or does not pass on the scheme.
  const unsafe = await fetch(`${origin}/api/auth/logout`, { method: 'POST', headers: { origin }, signal });
  if (unsafe.status === 403) {
    return failed(
      `${origin} answers, but refuses requests from its own origin`,
      'Let the proxy pass Host unchanged and set X-Forwarded-Proto, and set TRUST_PROXY to the number of proxies.',
    );
  }
  if (config.isSecure && config.trustProxy === 0) {
    return warning(
      `${origin} is served over TLS, and TRUST_PROXY is 0`,
      'Set TRUST_PROXY to the number of proxies: until then, the rate limits take all visitors for one client.',
    );
  }
  return (await checkLongHeaders(config, client)) ?? ok(`${origin} answers with version ${body.version}`);
}

/** The problem with headers that exceed the default buffers of proxies; null when everything gets through. */
async function checkLongHeaders(config: Config, client: pg.Client | Error): Promise<Verdict | null> {
  // Liveness: `/api/health` is 503 while the database is unavailable, whatever the proxy does.
  const cookies = await get(config.publicUrl, config.publicUrl.host, '/api/health/live', {
    cookie: `doctor=${'x'.repeat(COOKIE_BYTES)}`,
  });
  if (cookies !== 200) {
    return failed(
      `${config.publicOrigin} answers ${cookies} to a browser with ${COOKIE_BYTES} bytes of cookies`,
      'Allow larger headers in the proxy: large_client_header_buffers 8 32k in nginx, tune.bufsize 65536 in HAProxy.',
    );
  }
  const link = client instanceof Error ? null : await findPlainLink(client);
  if (link === null) return null;
  const host = new WorkspaceViews(config).shortHost(link.workspace);
  const prefix = link.prefix === null ? '' : `/${link.prefix}`;
  const path = `${prefix}/${link.slug}?doctor=${'x'.repeat(LONG_QUERY_BYTES)}`;
  const redirect = await get(config.shortUrl, host, path, { 'user-agent': 'Signpost-Doctor (bot)' });
  // The link's own response does not matter; statuses that Signpost never sends come from a proxy.
  if (![400, 413, 414, 431, 502].includes(redirect)) return null;
  return failed(
    `${config.shortUrl.protocol}//${host} answers ${redirect} to a visitor whose redirect is ${LONG_QUERY_BYTES} bytes long`,
    'Allow longer answers in the proxy: proxy_buffer_size 32k and proxy_buffers 8 32k in nginx, with max_fails=0 for each upstream server; tune.bufsize 65536 in HAProxy.',
  );
}

/** A link that redirects every visitor at any time; the check counts as one bot request. */
async function findPlainLink(
  client: pg.Client,
): Promise<{ slug: string; workspace: string; prefix: string | null } | null> {
  const found = await client.query<{ slug: string; workspace: string; prefix: string | null }>(
    `SELECT l.slug, w.slug AS workspace, w.link_prefix AS prefix
     FROM links l JOIN workspaces w ON w.id = l.workspace_id
     WHERE w.deleted_at IS NULL AND w.demo_expires_at IS NULL AND l.deleted_at IS NULL AND l.archived_at IS NULL
       AND l.is_enabled AND l.password_hash IS NULL AND l.maximum_visits IS NULL
       AND l.starts_at IS NULL AND l.expires_at IS NULL
     LIMIT 1`,
  );
  return found.rows[0] ?? null;
}

/**
 * Sends a HEAD request for `host` to the server of `at`, because this machine may be unable to resolve a workspace's
 * host.
 * @throws Error when the connection breaks or there is no response within {@link PATIENCE_MS}.
 */
function get(at: URL, host: string, path: string, headers: Record<string, string>): Promise<number> {
  const isSecure = at.protocol === 'https:';
  const options = {
    hostname: at.hostname,
    port: at.port === '' ? (isSecure ? 443 : 80) : at.port,
    method: 'HEAD',
    path,
    agent: false as const,
    headers: { ...headers, host },
    timeout: PATIENCE_MS,
  };
  return new Promise((resolve, reject) => {
    const servername = host.replace(/:\d+$/, '');
    const outgoing = isSecure ? requestHttps({ ...options, servername }) : requestHttp(options);
    outgoing.on('response', (incoming) => {
      incoming.resume();
      resolve(incoming.statusCode ?? 0);
    });
    outgoing.on('timeout', () =>
      outgoing.destroy(new Error(`${at.origin} did not answer within ${PATIENCE_MS / 1000} s`)),
    );
    outgoing.on('error', reject);
    outgoing.end();
  });
}
