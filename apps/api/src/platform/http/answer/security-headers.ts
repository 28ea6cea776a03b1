import helmet, { type HelmetOptions } from 'helmet';
import type { RequestHandler } from 'express';
import type { Config } from '../../config/index.js';

const TURNSTILE_ORIGIN = 'https://challenges.cloudflare.com';

/** Scripts, styles, fonts and icons of the dashboard: they are loaded by a page and open none. */
const ASSET = /^\/(?!api\/|uploads\/).*\.(?:js|css|woff2|svg|ico|png)$/;

/** Answers of the API are read by scripts; opened as a page, they may load nothing. Its documentation is a page. */
const DATA = /^\/api\/(?!docs(?:\/|$))/;

/** How long a browser is to ask by https alone, for hosts that are reached so. */
function httpsOnly({ mode }: Config) {
  return { maxAge: 31_536_000, includeSubDomains: mode === 'multi' };
}

/**
 * `Strict-Transport-Security` of what visitors get, who may be at either host: null unless both are reached by https.
 * The same as the dashboard's.
 */
export function visitorTransportSecurity(config: Config): string | null {
  if (!config.isSecure || config.shortUrl.protocol !== 'https:') return null;
  const { maxAge, includeSubDomains } = httpsOnly(config);
  return `max-age=${maxAge}${includeSubDomains ? '; includeSubDomains' : ''}`;
}

/**
 * Security headers of the dashboard and the API: scripts only from our own files, no framing, no sniffing.
 * What the dashboard's page holds itself is allowed by its hashes (`inline`), never anything else that stands in a page.
 * Assets carry what concerns them alone: on thirty small files the policy of a page would weigh more than some of them.
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
    // What only pages have a use for.
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
        // The dashboard puts its styles into constructed sheets, so it needs no others inline.
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
