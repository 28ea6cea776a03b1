import { existsSync, readFileSync } from 'node:fs';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';

const JSON_PATH = '/api/openapi.json';
const YAML_PATH = '/api/openapi.yaml';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

/** The schemas generated from `libs/contracts` at build time; none when the API runs unbuilt in a test. */
function contractSchemas(): Schemas {
  const file = new URL('./contracts.schema.json', import.meta.url);
  if (!existsSync(file)) return {};
  return (JSON.parse(readFileSync(file, 'utf8')) as { definitions: Schemas }).definitions;
}

/** Serves the OpenAPI document at `/api/openapi.json` and its reader at `/api/docs`. */
export function serveOpenApi(app: INestApplication, version: string): void {
  const shell = new DocumentBuilder()
    .setTitle('Signpost')
    .setDescription('The JSON routes of Signpost: the same that its dashboard uses.')
    .setVersion(version)
    // The schemas of the contracts are plain JSON Schema, of which 3.0 has a dialect of its own.
    .setOpenAPIVersion('3.1.0')
    .addCookieAuth('signpost_session')
    .addSecurity('bearer', { type: 'http', scheme: 'bearer', description: 'The value of `JOBS_SECRET`.' })
    .build();
  // Put together for whoever asks first: of a start it would be a good part.
  const write = (): OpenAPIObject => {
    const { components, ...document } = SwaggerModule.createDocument(app, shell);
    return { ...document, components: { ...components, schemas: { ...components?.schemas, ...contractSchemas() } } };
  };
  for (const path of [JSON_PATH, YAML_PATH]) app.use(path, writtenOnce());
  SwaggerModule.setup('api/docs', app, write, { jsonDocumentUrl: JSON_PATH, yamlDocumentUrl: YAML_PATH });
}

/**
 * Keeps the first answer of a path for everybody who asks later. The library writes the document anew for each, which
 * as YAML takes a tenth of a second that nobody else is answered in.
 */
function writtenOnce() {
  let written: { readonly type: string; readonly text: Buffer } | null = null;
  return (request: Request, response: Response, next: NextFunction): void => {
    const isAsked = request.path === '/' && (request.method === 'GET' || request.method === 'HEAD');
    if (!isAsked) {
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
