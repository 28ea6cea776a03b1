import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Router, type Express, type Request, type RequestHandler } from 'express';
import sirv from 'sirv';
import { preloadHeader } from './preloads.js';

/** Folder of the built dashboard, relative to the built API. */
export const DASHBOARD_FOLDER = fileURLToPath(new URL('../web/', import.meta.url));

/** Paths that the server handles itself; every other path without a file extension is a page of the dashboard. */
const SERVER_PATHS = /^\/(?:api|uploads|p|report|metrics|\.well-known)(?:\/|$)/i;
/** Shared reports, which search engines must not index. */
const SHARED = /^\/share\//;
/** What has an extension; one may hold a hyphen, as the kept path `v1.2-beta` does, which the redirect would never get otherwise. */
const FILES = /\.[\w-]+$/;

const FOR_EVER = 'public, max-age=31536000, immutable';

/** Icons: browsers request them on every page, so they are cached without revalidation. */
const PICTURE = /\.(?:svg|ico|png)$/;
const FOR_A_DAY = 'public, max-age=86400';

/**
 * Serves the dashboard's files, compressed at build time, and its page for every path of its own. File names contain a
 * content hash and are cached indefinitely; the page itself is always revalidated. Methods other than GET and HEAD are
 * passed on.
 * @param insteadOf URL to redirect to instead of serving a page (308); null to serve it.
 */
export function serveDashboard(
  app: Express,
  insteadOf: (request: Request) => string | null = () => null,
  folder = DASHBOARD_FOLDER,
): void {
  if (!existsSync(join(folder, 'index.html'))) return;
  const files = fileServer(folder);
  app.use(Router().use(readingOnly, elsewhere(insteadOf), wholeFiles, notIndexed, files, pageOf(files)));
}

const readingOnly: RequestHandler = ({ method }, _response, next) => {
  if (method === 'GET' || method === 'HEAD') next();
  else next('router');
};

function elsewhere(insteadOf: (request: Request) => string | null): RequestHandler {
  return (request, response, next) => {
    const instead = isPage(request.path) ? insteadOf(request) : null;
    // Not cached: a misconfigured proxy may be fixed later.
    if (instead === null) next();
    else response.setHeader('Cache-Control', 'no-store').redirect(308, instead);
  };
}

/**
 * A file deleted since startup, for example by a build while the server runs, aborts one response instead of the process. Range
 * requests are ignored, which HTTP permits: sirv returns wrong ranges (for the last five bytes the first six, for the first byte
 * the whole file) and does not check that all parts are of the same file version.
 */
const wholeFiles: RequestHandler = (request, response, next) => {
  delete request.headers.range;
  response.once('pipe', (source) => {
    source.once('error', () => response.destroy());
  });
  next();
};

const notIndexed: RequestHandler = ({ path }, response, next) => {
  if (SHARED.test(path)) response.setHeader('X-Robots-Tag', 'noindex, nofollow');
  next();
};

function fileServer(folder: string): RequestHandler {
  const preloads = preloadHeader(folder);
  return sirv(folder, {
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders: (response, path) => {
      // sirv's list of content types lacks it.
      if (path.endsWith('.ico')) response.setHeader('Content-Type', 'image/x-icon');
      const link = !FILES.test(path) ? preloads(response.req as Request) : null;
      if (link !== null) response.setHeader('Link', link);
      const isHashed = /-[\w-]{8}\.\w+$/.test(path);
      response.setHeader('Cache-Control', isHashed ? FOR_EVER : PICTURE.test(path) ? FOR_A_DAY : 'no-cache');
      // The request id is omitted: for thirty small files that nobody traces it would be larger than some of them.
      if (isHashed) response.removeHeader('X-Request-Id');
    },
  });
}

/**
 * The page, whatever its path. sirv's option `single` is not used: its pattern for file names takes exponential time in the number
 * of dots in a path, so a request with thirty dots would block the process.
 */
function pageOf(files: RequestHandler): RequestHandler {
  return (request, response, next) => {
    const { path, url } = request;
    if (!isPage(path)) {
      next();
      return;
    }
    request.url = '/';
    void files(request, response, () => {
      request.url = url;
      next();
    });
  };
}

function isPage(path: string): boolean {
  const plain = decoded(path);
  return plain === '/index.html' || (!SERVER_PATHS.test(path) && !FILES.test(plain));
}

/** The decoded path, which determines the file: `/v2%2E0` has an extension too. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
