import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Router, static as serveFiles } from 'express';

/** Our own page of the reader; the build puts the folder beside the bundle. */
const PAGE = fileURLToPath(new URL('./reader/', import.meta.url));

/** What Swagger UI itself consists of here: no frame of its own, whose bar has no use. */
const PARTS = /^\/swagger-ui(?:-bundle)?\.(?:css|js)$/;

const CACHING = { maxAge: '1h', index: false, redirect: false } as const;

/** Serves the page that reads the OpenAPI document to people: Swagger UI in our colours, from this server alone. */
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
