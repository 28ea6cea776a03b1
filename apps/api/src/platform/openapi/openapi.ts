import { existsSync, readFileSync } from 'node:fs';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';

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
    .addCookieAuth('signpost_session')
    .build();
  const document = SwaggerModule.createDocument(app, shell);
  document.components = { ...document.components, schemas: { ...document.components?.schemas, ...contractSchemas() } };
  SwaggerModule.setup('api/docs', app, document, {
    jsonDocumentUrl: 'api/openapi.json',
    yamlDocumentUrl: 'api/openapi.yaml',
  });
}
