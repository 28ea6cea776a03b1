import { existsSync, readFileSync } from 'node:fs';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { Access } from '@signpost/contracts';
import type { NextFunction, Request, Response } from 'express';
import { ACCESS } from '../access/access.decorators.js';
import { RATE_LIMITS, type RateLimitName } from '../config/index.js';
import { limitsOf } from '../limits/index.js';
import type { Schemas } from './body-rules.js';
import { HANDLERS } from './contract.decorator.js';
import { completeDocument } from './document.js';
import type { DocumentedRoute } from './documented-route.js';
import { queryKeysOf } from './query-keys.js';
import { serveReader } from './serve-reader.js';

const JSON_PATH = '/api/openapi.json';
const YAML_PATH = '/api/openapi.yaml';
const READER_PATH = '/api/docs';

/** Description of the document, in Markdown. */
const ABOUT = [
  'The JSON routes of Signpost: the same that its dashboard uses.\n',
  '- **Session**: sign in with `POST /api/auth/login` and send the cookie with every request. With curl, `-c cookies.txt` at signing in keeps it and `-b cookies.txt` sends it.',
  '- **Host**: in multi mode the host of a request selects the workspace.',
  '- **Origin**: a script sends none, and needs none. One that does must send that of the host that it asks.',
  '- **Times** are Unix milliseconds in requests and ISO 8601 in answers.',
  '- **Pages**: `page` and `perPage` until `page * perPage >= total`; the activity log goes on with `nextBefore` as `before`.',
  '- **Waiting**: after 429 and 503 wait for the seconds of `Retry-After`, then send the same request again.',
  '- **Errors** have a stable `code`, and name every field at fault at once. All but those of waiting are final, except 409 `conflict` and `idempotency_in_progress`.',
  '- **Repeats**: GET, PATCH and DELETE may be repeated; POST where its operation says so.',
].join('\n');

/** Declarations of an operation, by the id that Nest gives it. */
function documentedRoute(id: string): DocumentedRoute | undefined {
  const found = HANDLERS.get(id);
  if (found === undefined) return undefined;
  const { handler, shape, dto, queryDto } = found;
  const query = queryDto ?? shape.query;
  return {
    access: Reflect.getMetadata(ACCESS, handler) as Access,
    limits: limitsOf(handler).map(limitText),
    query: query === undefined ? null : queryKeysOf(query),
    hasFile: shape.file !== undefined,
    ...(shape.body === undefined ? {} : { body: { type: shape.body, dto } }),
  };
}

/** What a limit counts, and its default. */
function limitText(name: RateLimitName): string {
  const { fallback, counts } = RATE_LIMITS[name];
  const [count = '', seconds = ''] = fallback.split('/');
  return `Limit \`${name}\` (by default ${count} in ${seconds} s): ${counts}`;
}

/** The schemas generated from `libs/contracts` at build time; empty when a test runs the API from source. */
function contractSchemas(): Schemas {
  const file = new URL('./contracts.schema.json', import.meta.url);
  if (!existsSync(file)) return {};
  return (JSON.parse(readFileSync(file, 'utf8')) as { definitions: Schemas }).definitions;
}

/**
 * The OpenAPI document of an application's routes.
 * @param schemas schemas of the contracts, by name.
 */
export function apiDocument(
  app: INestApplication,
  { version, publicUrl, schemas }: { version: string; publicUrl: string; schemas: Schemas },
): OpenAPIObject {
  const shell = new DocumentBuilder()
    .setTitle('Signpost')
    .setDescription(ABOUT)
    .setVersion(version)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    // The contracts are plain JSON Schema, which OpenAPI supports since 3.1.
    .setOpenAPIVersion('3.1.0')
    .addCookieAuth('signpost_session', {
      type: 'apiKey',
      in: 'cookie',
      description: 'What `POST /api/auth/login` sets. Browsers send it themselves.',
    })
    .addSecurity('bearer', { type: 'http', scheme: 'bearer', description: 'The value of `JOBS_SECRET`.' })
    .build();
  const document = SwaggerModule.createDocument(app, shell, {
    operationIdFactory: (controller, method) => `${controller}.${method}`,
  });
  return completeDocument(document, schemas, documentedRoute, publicUrl);
}

/** Serves the OpenAPI document at `/api/openapi.json` and its reader at `/api/docs`. */
export function serveOpenApi(app: INestApplication, version: string, publicUrl: string): void {
  // Generated on the first request, because it would take a considerable part of the start.
  const write = (): OpenAPIObject => apiDocument(app, { version, publicUrl, schemas: contractSchemas() });
  for (const path of [JSON_PATH, YAML_PATH]) app.use(path, writtenOnce());
  app.use(READER_PATH, serveReader());
  SwaggerModule.setup('api/docs', app, write, { ui: false, jsonDocumentUrl: JSON_PATH, yamlDocumentUrl: YAML_PATH });
}

/**
 * Caches the first response of a path for all later requests. The library would serialise the document for each request, which
 * as YAML blocks the process for a tenth of a second.
 */
function writtenOnce() {
  let written: { readonly type: string; readonly text: Buffer } | null = null;
  return (request: Request, response: Response, next: NextFunction): void => {
    const isRead = request.path === '/' && (request.method === 'GET' || request.method === 'HEAD');
    if (!isRead) {
      next();
      return;
    }
    if (written !== null) {
      response.type(written.type).send(written.text);
      return;
    }
    const send = response.send.bind(response);
    response.send = (body: unknown) => {
      if (response.statusCode === 200 && typeof body === 'string') {
        written = { type: String(response.getHeader('content-type')), text: Buffer.from(body) };
      }
      return send(body);
    };
    next();
  };
}
