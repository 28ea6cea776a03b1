import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Router, type Express, type Request } from 'express';
import sirv from 'sirv';
import { preloadHeader } from './preloads.js';

/** Where the built dashboard lies beside the built API. */
export const DASHBOARD_FOLDER = fileURLToPath(new URL('../web/', import.meta.url));

/** Addresses that the server answers itself; everything else without a file ending is the dashboard's page. */
const SERVER_PATHS = /^\/(?:api|uploads|p|report|metrics|\.well-known)(?:\/|$)/i;
/** Reports for those who have their address, which no search engine is to keep. */
const SHARED = /^\/share\//;
const FILES = /\.\w+$/;

const FOR_EVER = 'public, max-age=31536000, immutable';

/** The icons: a browser asks for them on every page, and none is worth asking whether it has changed. */
const PICTURE = /\.(?:svg|ico|png)$/;
const FOR_A_DAY = 'public, max-age=86400';

/**
 * Serves the dashboard's files, compressed at build time, and its page for every address of its own.
 * File names carry a content hash and may be kept for ever; the page itself is asked for anew each time. Other methods than
 * GET and HEAD are left to what comes after.
 * @param insteadOf where a page is to be asked for instead (308); null to answer it.
 */
export function serveDashboard(
  app: Express,
  insteadOf: (request: Request) => string | null = () => null,
  folder = DASHBOARD_FOLDER,
): void {
  if (!existsSync(join(folder, 'index.html'))) return;
  const preloads = preloadHeader(folder);
  const dashboard = Router();
  dashboard.use((request, _response, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') next();
    else next('router');
  });
  dashboard.use((request, response, next) => {
    const instead = isPage(request.path) ? insteadOf(request) : null;
    // Kept by nobody: a proxy that says the wrong thing may be mended.
    if (instead === null) next();
    else response.setHeader('Cache-Control', 'no-store').redirect(308, instead);
  });
  // A file that has gone since the start, as by a build beside a running server, ends one answer and not the process.
  dashboard.use((request, response, next) => {
    // Whole files alone, which any server may answer with: what sirv sends for a part is another one (of the last five
    // bytes the first six, of the first byte all of them), and whether it is one of the same file it does not look.
    delete request.headers.range;
    response.once('pipe', (source) => {
      source.once('error', () => response.destroy());
    });
    next();
  });
  dashboard.use((request, response, next) => {
    if (SHARED.test(request.path)) response.setHeader('X-Robots-Tag', 'noindex, nofollow');
    next();
  });
  const files = sirv(folder, {
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders: (response, path) => {
      // The list of types that sirv brings does not know it.
      if (path.endsWith('.ico')) response.setHeader('Content-Type', 'image/x-icon');
      const link = !FILES.test(path) ? preloads(response.req as Request) : null;
      if (link !== null) response.setHeader('Link', link);
      const isHashed = /-[\w-]{8}\.\w+$/.test(path);
      response.setHeader('Cache-Control', isHashed ? FOR_EVER : PICTURE.test(path) ? FOR_A_DAY : 'no-cache');
      // On thirty small files an id that nobody looks up weighs more than some of them.
      if (isHashed) response.removeHeader('X-Request-Id');
    },
  });
  dashboard.use(files);
  // Not sirv's option `single`: what it takes for a file it finds with a pattern whose time doubles with each dot of a
  // path, so that a stranger's thirty dots would hold the process up for good.
  dashboard.use((request, response, next) => {
    const { path, url } = request;
    if (!isPage(path)) {
      next();
      return;
    }
    request.url = '/';
    files(request, response, () => {
      request.url = url;
      next();
    });
  });
  app.use(dashboard);
}

function isPage(path: string): boolean {
  return !SERVER_PATHS.test(path) && !FILES.test(decoded(path));
}

/** As files are found by it: `/v2%2E0` has an ending too. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
