// JSON Schemas of every type in libs/contracts, for the OpenAPI document.
// Usage: node tools/generate-schemas.mjs <output file>
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createGenerator } from 'ts-json-schema-generator';

const root = fileURLToPath(new URL('..', import.meta.url));
const output = resolve(process.argv[2] ?? `${root}/dist/apps/api/contracts.schema.json`);

const schema = createGenerator({
  path: `${root}/libs/contracts/src/index.ts`,
  tsconfig: `${root}/libs/contracts/tsconfig.json`,
  type: '*',
  additionalProperties: false,
  skipTypeCheck: true,
}).createSchema('*');

// OpenAPI stores schemas under another path than JSON Schema does.
const text = JSON.stringify(schema, null, 1).replaceAll('#/definitions/', '#/components/schemas/');
mkdirSync(dirname(output), { recursive: true });
writeFileSync(output, `${text}\n`);
