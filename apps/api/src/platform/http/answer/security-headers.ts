import helmet, { type HelmetOptions } from 'helmet';
import type { RequestHandler } from 'express';
import type { Config } from '../../config/index.js';

const TURNSTILE_ORIGIN = 'https://challenges.cloudflare.com';

/** Scripts, styles, fonts and icons of the dashboard, which a page loads and which are not pages themselves. */
const ASSET = /^\/(?!api\/|uploads\/).*\.(?:js|css|woff2|svg|ico|png)$/;

/** Responses of the API are read by scripts and may load nothing when opened as a page. Its documentation is a page. */
const DATA = /^\/api\/(?!docs(?:\/|$))/;

/** How long browsers use only https for a host that is reachable by https. */
function httpsOnly({ mode }: Config) {
  return { maxAge: 31_536_000, includeSubDomains: mode === 'multi' };
}

/**
 * `Strict-Transport-Security` of responses to visitors, who may use either host: null unless both are reachable by https.
 * The same value as the dashboard's.
 */
export function visitorTransportSecurity(config: Config): string | null {
  if (!config.isSecure || config.shortUrl.protocol !== 'https:') return null;
  const { maxAge, includeSubDomains } = httpsOnly(config);
  return `max-age=${maxAge}${includeSubDomains ? '; includeSubDomains' : ''}`;
}

/**
 * Security headers of the dashboard and the API: scripts only from our own files, no framing, no content sniffing.
 * Inline scripts and styles of the dashboard's page are allowed by their hashes (`inline`), all others are not.
 * Assets only get the headers that apply to them: with the policy of a page, some small files would double in size.
 */
export function securityHeaders(
  config: Config,
  inline: { readonly scripts: readonly string[]; readonly styles: readonly string[] },
): RequestHandler {
  const uploads = config.uploadsOrigin === null ? [] : [config.uploadsOrigin];
  const turnstile = config.turnstile === null ? [] : [TURNSTILE_ORIGIN];
  const everywhere = {
    strictTransportSecurity: config.isSecure ? httpsOnly(config) : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
  } satisfies HelmetOptions;
  const dataHeaders = helmet({
    ...everywhere,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    // Only relevant for pages.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xXssProtection: false,
  });
  const pageHeaders = helmet({
    ...everywhere,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...inline.scripts, ...turnstile],
        // The dashboard uses constructed style sheets, so it needs no other inline styles.
        styleSrc: ["'self'", ...inline.styles],
        imgSrc: ["'self'", 'data:', 'blob:', ...uploads],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        frameSrc: turnstile.length > 0 ? turnstile : ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        baseUri: ["'self'"],
        objectSrc: ["'none'"],
      },
    },
  });
  return (request, response, next) => {
    if (!ASSET.test(request.path)) {
      (DATA.test(request.path) ? dataHeaders : pageHeaders)(request, response, next);
      return;
    }
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
    next();
  };
}
