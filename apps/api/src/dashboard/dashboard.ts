import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';

/** Where the built dashboard lies beside the built API. */
const FOLDER = fileURLToPath(new URL('../web/browser/', import.meta.url));

/**
 * Serves the dashboard's files, and its page for every path of its own.
 * File names carry a content hash and may be kept for ever; the page itself is asked for anew each time.
 */
export function serveDashboard(app: Express, folder = FOLDER): void {
  const page = join(folder, 'index.html');
  if (!existsSync(page)) return;
  app.use(
    express.static(folder, {
      index: false,
      redirect: false,
      setHeaders: (response, path) => {
        const isHashed = /[.-][A-Z0-9]{8}\.\w+$/.test(path);
        response.setHeader('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    }),
  );
  app.use((request: Request, response: Response, next: NextFunction): void => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isPage || /^\/(?:api|uploads)(?:\/|$)/.test(request.path)) {
      next();
      return;
    }
    response.setHeader('Cache-Control', 'no-cache');
    response.sendFile(page);
  });
}
