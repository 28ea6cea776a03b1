import type { IncomingMessage } from 'node:http';
import type { Config } from '../../config/index.js';
import type { HostTarget } from './host-target.js';

/** The configured origin of the requested host; null for an unknown host. */
export function configuredOrigin(config: Config, host: HostTarget): string | null {
  if (host.kind === 'foreign') return null;
  const { protocol, host: base, origin } = host.onShortDomain ? config.shortUrl : config.publicUrl;
  return host.kind === 'workspace' ? `${protocol}//${host.label}.${base}` : origin;
}

/**
 * The https URL to redirect a page to (decisions 5, "Scheme"): if https is configured and every trusted proxy that reports the
 * scheme says http. Null otherwise, and also if no proxy reports it, because the redirect could repeat endlessly. With
 * different schemes (`https,http`), the first proxy received https and passed the request on over http.
 */
export function httpsAddress(request: IncomingMessage, config: Config, host: HostTarget): string | null {
  const header = config.trustProxy === 0 ? '' : String(request.headers['x-forwarded-proto'] ?? '');
  const schemes = header.split(',').map((scheme) => scheme.trim().toLowerCase());
  if (!schemes.every((scheme) => scheme === 'http')) return null;
  const origin = configuredOrigin(config, host);
  const path = request.url ?? '/';
  return origin?.startsWith('https:') === true && path.startsWith('/') ? `${origin}${path}` : null;
}
