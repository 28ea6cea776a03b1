import type { IncomingMessage } from 'node:http';
import type { Config } from '../../config/index.js';
import type { HostTarget } from './host-target.js';

/** The configured origin of the host that was asked; null for a host that is none of ours. */
export function configuredOrigin(config: Config, host: HostTarget): string | null {
  if (host.kind === 'foreign') return null;
  const { protocol, host: base, origin } = host.onShortDomain ? config.shortUrl : config.publicUrl;
  return host.kind === 'workspace' ? `${protocol}//${host.label}.${base}` : origin;
}

/**
 * Where a page is to be asked for instead (decisions 5, "Scheme"): the same address by https, where that is configured and
 * every trusted proxy that says how it was asked says http. Null otherwise, without any word of a proxy too: the redirect
 * could go round for ever. Several that differ (`https,http`) are one that was asked by https and passed it on.
 */
export function httpsAddress(request: IncomingMessage, config: Config, host: HostTarget): string | null {
  const said = config.trustProxy === 0 ? '' : String(request.headers['x-forwarded-proto'] ?? '');
  const schemes = said.split(',').map((scheme) => scheme.trim().toLowerCase());
  if (!schemes.every((scheme) => scheme === 'http')) return null;
  const origin = configuredOrigin(config, host);
  const path = request.url ?? '/';
  return origin?.startsWith('https:') === true && path.startsWith('/') ? `${origin}${path}` : null;
}
