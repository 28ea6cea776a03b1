/** Label of a request without a usable referrer, or from one of the product's own hosts. */
export const DIRECT = 'direct';

/** Plain host names, which need no full parse; the last label holds a letter, so that it is no numeric address. */
const PLAIN = /^https?:\/\/((?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]*)(?::\d{1,5})?(?:[/?#]|$)/i;
const ANDROID_APP = /^android-app:\/\/([a-z0-9_.]+)(?:[/?#]|$)/i;
/**
 * What a host may be in the DNS, and addresses. A URL may have far more in it (`;`, `=`, `"`, `,`): cells of its own, with
 * formulas, in the spreadsheet of the member who opens an export, and any visitor can write a line of it.
 */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/;
const LONGEST_HOST = 253;

/**
 * The stored form of a `Referer` (decisions 9 and the fine points): host without port, lower case, `www.` dropped; the
 * package of an `android-app://` address; `direct` for none, an unparsable one and the product's own hosts. Path and
 * query are never kept.
 * @param isOwnHost see {@link ownHostTest}; asked with the normalised host.
 */
export function referrerHost(referrer: string | undefined, isOwnHost: (host: string) => boolean): string {
  if (referrer === undefined) return DIRECT;
  const app = ANDROID_APP.exec(referrer)?.[1];
  if (app !== undefined) return app.length <= LONGEST_HOST ? app.toLowerCase() : DIRECT;
  const host = plainHost(referrer) ?? parsedHost(referrer);
  return host === null || host === '' || host.length > LONGEST_HOST || isOwnHost(host) ? DIRECT : host;
}

/**
 * A test for the product's own hosts.
 * @param hosts hosts of the dashboard and of the short links, with or without port.
 * @param withSubdomains whether one label before them is a workspace's and thus own as well (multi-workspace mode).
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
