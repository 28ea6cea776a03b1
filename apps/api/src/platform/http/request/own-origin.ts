import type { IncomingMessage } from 'node:http';
import type { Config } from '../../config/index.js';

/**
 * Whether an `Origin` is that of the request's own host, in the scheme that the host is configured with or that a proxy
 * says. Several may have said different ones (`https,http`), and any of them will do: no page of another site can make a
 * browser send this header. The one rule for forms and the API (HTTP specification 5.6); `null` is nobody's origin.
 */
export function isOwnOrigin(origin: string, request: IncomingMessage, config: Config, onShortDomain: boolean): boolean {
  const configured = (onShortDomain ? config.shortUrl : config.publicUrl).protocol;
  const header = config.trustProxy === 0 ? '' : String(request.headers['x-forwarded-proto'] ?? '');
  const said = header.split(',').map((scheme) => `${scheme.trim()}:`);
  const schemes = new Set([configured, ...said.filter((scheme) => scheme === 'http:' || scheme === 'https:')]);
  const host = (request.headers.host ?? '').toLowerCase();
  return [...schemes].some((scheme) => {
    const own = `${scheme}//${host}`;
    return URL.canParse(own) && new URL(own).origin === origin.toLowerCase();
  });
}
