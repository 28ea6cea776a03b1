import type { IncomingMessage } from 'node:http';
import type { Config } from '../../config/index.js';

/**
 * Whether an `Origin` is that of the request's own host, with the configured scheme or one that a trusted proxy reports.
 * Proxies may report different ones (`https,http`), of which any is accepted, because a page of another site cannot make a
 * browser send this header. The same rule applies to forms and the API (HTTP specification 5.6); `null` is never accepted.
 */
export function isOwnOrigin(origin: string, request: IncomingMessage, config: Config, onShortDomain: boolean): boolean {
  const configured = (onShortDomain ? config.shortUrl : config.publicUrl).protocol;
  const header = config.trustProxy === 0 ? '' : String(request.headers['x-forwarded-proto'] ?? '');
  const forwarded = header.split(',').map((scheme) => `${scheme.trim()}:`);
  const schemes = new Set([configured, ...forwarded.filter((scheme) => scheme === 'http:' || scheme === 'https:')]);
  const host = (request.headers.host ?? '').toLowerCase();
  return [...schemes].some((scheme) => {
    const own = `${scheme}//${host}`;
    return URL.canParse(own) && new URL(own).origin === origin.toLowerCase();
  });
}
