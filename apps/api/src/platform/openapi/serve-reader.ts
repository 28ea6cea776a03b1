import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Router, static as serveFiles } from 'express';

/** Folder of the documentation page; the build puts it next to the bundle. */
const PAGE = fileURLToPath(new URL('./reader/', import.meta.url));

/** Files of Swagger UI that are used: without its layout, whose top bar is not needed. */
const PARTS = /^\/swagger-ui(?:-bundle)?\.(?:css|js)$/;

const CACHING = { maxAge: '1h', index: false, redirect: false } as const;

/** Serves the page that shows the OpenAPI document: Swagger UI in our colours, with files of this server only. */
export function serveReader(): Router {
  const swagger = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const files = serveFiles(swagger, CACHING);
  return Router()
    .get('/', (_request, response) => {
      response.sendFile('index.html', { root: PAGE });
    })
    .use(serveFiles(PAGE, CACHING))
    .use((request, response, next) => {
      if (PARTS.test(request.path)) files(request, response, next);
      else next();
    });
}
