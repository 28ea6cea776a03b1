import helmet from 'helmet';
import type { RequestHandler } from 'express';
import type { Config } from '../config/index.js';

const TURNSTILE_ORIGIN = 'https://challenges.cloudflare.com';

/** Scripts, styles and fonts of the dashboard: they are loaded by a page and open none. */
const ASSET = /\.(?:js|css|woff2)$/;

/**
 * Security headers of the dashboard and the API: scripts only from our own files, no framing, no sniffing.
 * Assets carry what concerns them alone: on thirty small files the policy of a page would weigh more than some of them.
 */
export function securityHeaders(config: Config): RequestHandler {
  const bucket = config.s3 === null ? [] : [new URL(config.s3.publicUrl).origin];
  const turnstile = config.turnstile === null ? [] : [TURNSTILE_ORIGIN];
  const pageHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...turnstile],
        // The dashboard puts its styles into constructed sheets, so it needs no inline ones; the API's documentation does.
        styleSrc: [
          "'self'",
          (request) => (request.url?.startsWith('/api/docs') === true ? "'unsafe-inline'" : "'self'"),
        ],
        imgSrc: ["'self'", 'data:', 'blob:', ...bucket],
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
    strictTransportSecurity: config.isSecure
      ? { maxAge: 31_536_000, includeSubDomains: config.mode === 'multi' }
      : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
  });
  return (request, response, next) => {
    if (!ASSET.test(request.path) || request.path.startsWith('/api/')) {
      pageHeaders(request, response, next);
      return;
    }
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
    next();
  };
}
