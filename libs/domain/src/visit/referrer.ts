/** Label of a request without a usable referrer, or from one of the product's own hosts. */
export const DIRECT = 'direct';

/**
 * Plain host names, which need no full URL parse; the last label begins with a letter, so that numeric addresses are
 * excluded.
 */
const PLAIN = /^https?:\/\/((?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]*)(?::\d{1,5})?(?:[/?#]|$)/i;
const ANDROID_APP = /^android-app:\/\/([a-z0-9_.]+)(?:[/?#]|$)/i;
/**
 * DNS names and IP addresses. A URL host may contain more (`;`, `=`, `"`, `,`), and since any visitor can send a
 * referrer, that could inject cells with formulas into an exported CSV file.
 */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/;
const LONGEST_HOST = 253;

/**
 * The stored form of a `Referer` header (decisions 9 and the fine points): host without port, lower case, `www.`
 * dropped; the package of an `android-app://` address; `direct` if it is absent, unparsable or one of the product's own
 * hosts. Path and query are never stored.
 * @param isOwnHost see {@link ownHostTest}; called with the normalised host.
 */
export function referrerHost(referrer: string | undefined, isOwnHost: (host: string) => boolean): string {
  if (referrer === undefined) return DIRECT;
  const app = ANDROID_APP.exec(referrer)?.[1];
  if (app !== undefined) return app.length <= LONGEST_HOST ? app.toLowerCase() : DIRECT;
  const host = plainHost(referrer) ?? parsedHost(referrer);
  return host === null || host === '' || host.length > LONGEST_HOST || isOwnHost(host) ? DIRECT : host;
}

/**
 * Creates a test for the product's own hosts.
 * @param hosts hosts of the dashboard and of the short links, with or without port.
 * @param withSubdomains whether hosts one label below these belong to workspaces and thus count as own (multi-workspace
 *   mode).
 */
export function ownHostTest(hosts: readonly string[], withSubdomains: boolean): (host: string) => boolean {
  const own = new Set(hosts.map((host) => bareHost(host.toLowerCase().replace(/:\d*$/, ''))));
  return (host) => {
    if (own.has(host)) return true;
    const dot = host.indexOf('.');
    return withSubdomains && dot !== -1 && own.has(host.slice(dot + 1));
  };
}

function plainHost(referrer: string): string | null {
  const host = PLAIN.exec(referrer)?.[1];
  return host === undefined ? null : bareHost(host.toLowerCase());
}

function parsedHost(referrer: string): string | null {
  try {
    const url = new URL(referrer);
    const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
    return isWeb && HOST.test(url.hostname) ? bareHost(url.hostname) : null;
  } catch {
    return null;
  }
}

function bareHost(host: string): string {
  const name = host.endsWith('.') ? host.slice(0, -1) : host;
  return name.startsWith('www.') ? name.slice(4) : name;
}
