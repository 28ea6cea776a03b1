/// <reference types="vite/types/importMeta.d.ts" />
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { Test } from '@nestjs/testing';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { ERRORS, EXAMPLES, OPERATIONS, ROUTES } from '@signpost/contracts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiDocument, type Schemas } from './platform/openapi/index.js';

/** The part of a schema that these tests use. */
interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly [word: string]: unknown;
}
interface Parameter {
  readonly $ref?: string;
  readonly name?: string;
  readonly schema?: Schema;
}
interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema; readonly example?: object }> };
}
interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly schemas: Record<string, Schema>;
    readonly parameters: Record<string, Parameter>;
  };
}

type ControllerClass = new (...services: never[]) => object;

/** All controllers of the API, found by file name, so that none can be forgotten. */
const modules = import.meta.glob<Record<string, unknown>>('./**/*.controller.ts', { eager: true });
const controllers = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter(
    (value): value is ControllerClass => typeof value === 'function' && Reflect.hasMetadata(PATH_METADATA, value),
  );

const folder = mkdtempSync(join(tmpdir(), 'signpost-document-'));
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
let document: Document;

beforeAll(async () => {
  const contracts = join(folder, 'contracts.json');
  execFileSync(process.execPath, [here('../../../tools/generate-schemas.mjs'), contracts]);
  const { definitions: schemas } = JSON.parse(readFileSync(contracts, 'utf8')) as {
    definitions: Schemas;
  };
  const module = await Test.createTestingModule({ controllers })
    .useMocker(() => ({}))
    .compile();
  const app = module.createNestApplication();
  const written = apiDocument(app, { version: '1.2.3', publicUrl: 'https://go.signpost.test', schemas });
  document = JSON.parse(JSON.stringify(written)) as Document;
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Warnings of redocly's recommended rules that are intended: the paths are those of the specification, where a word takes
 * precedence over an id; and an operation without invalid input has no client error.
 */
const EXCEPTED = [
  'no-ambiguous-paths /api/links/public/{slug} /api/links/{id}/analytics',
  'operation-4xx-response /api/health',
  'operation-4xx-response /api/health/live',
  'operation-4xx-response /api/host',
];

test('redocly reports no other problems than the intended ones', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  const found = problems.map(({ ruleId, message, location: [at] }) => {
    if (ruleId === 'no-ambiguous-paths') return [ruleId, ...(message.match(/\/api\/[^`]+/g) ?? []).sort()].join(' ');
    const path = (at?.pointer?.split('/')[2] ?? '').replaceAll('~1', '/');
    return EXCEPTED.includes(`${ruleId} ${path}`) ? `${ruleId} ${path}` : `${ruleId} ${at?.pointer ?? ''}: ${message}`;
  });
  expect(found.filter((problem) => !EXCEPTED.includes(problem))).toEqual([]);
});

test('every route is documented, under a readable operation id', () => {
  const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId }]: [string, Operation & { operationId?: string }]) => [
      `${method.toUpperCase()} ${path}`,
      operationId,
    ]),
  );
  const meant = ROUTES.map(({ method, path }) => [
    `${method} ${path.replace('*', ':').replace(/:(\w+)/g, '{$1}')}`,
    OPERATIONS[`${method} ${path}`]?.id,
  ]);
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(meant));
});

/** Codes that no documented operation answers: those of redirects, which pass them to a page, and of visitor pages. */
const ELSEWHERE = [
  ...['oauth_clock', 'oauth_failed', 'oauth_denied', 'identity_taken', 'provider_connected', 'no_access'],
  ...['disabled', 'expired', 'quarantined', 'limit_reached', 'scheduled'],
];

test('every other code of the catalogue is documented at an operation', () => {
  const { schemas: _, ...components } = document.components;
  const answers = JSON.stringify([document.paths, components]);
  const missing = Object.keys(ERRORS).filter((code) => !answers.includes(`\`${code}\``));
  expect(missing.sort()).toEqual([...ELSEWHERE].sort());
});

test('every property has a description, and each time in ISO 8601 its format', () => {
  const nameless: string[] = [];
  const look = (schema: Schema, at: string): void => {
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const isTime = property.type !== 'object' && /\bISO 8601\b/.test(property.description ?? '');
      if (isTime && property['format'] === undefined && !/^ImportValues\./.test(`${at}.`))
        nameless.push(`${at}.${name}`);
      const known = property.$ref === undefined ? property : named(property.$ref);
      if (!property.description && !known.description) nameless.push(`${at}.${name}`);
      look(property, `${at}.${name}`);
    }
    if (schema.items !== undefined) look(schema.items, `${at}[]`);
    for (const branch of schema.anyOf ?? []) look(branch, at);
  };
  for (const [name, schema] of Object.entries(document.components.schemas)) look(schema, name);
  expect(nameless).toEqual([]);
});

/** Properties of requests that accept any value of their type: passkey responses of browsers, and values that are not read. */
const WITHOUT_RULES = ['PasskeySignInInput.response', 'CreatePasskeyInput.response', 'ImportInput.rows.errors'];

test('every property of a request has rules, except those that accept any value', () => {
  const lawless = new Set<string>();
  let count = 0;
  const seen = new Set<Schema>();
  const look = (schema: Schema, at: string): void => {
    if (schema.$ref !== undefined) {
      look(named(schema.$ref), schema.$ref.split('/').at(-1) ?? '');
      return;
    }
    if (seen.has(schema)) return;
    seen.add(schema);
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      count += 1;
      if (!hasRules(property)) lawless.add(`${at}.${name}`);
      look(property, `${at}.${name}`);
    }
    for (const part of [schema.items, ...(schema.anyOf ?? [])]) if (part !== undefined) look(part, at);
  };
  for (const { schema } of bodies()) look(schema, '');
  // Cells accept any text: an invalid one is a problem of its row, not of the request.
  expect([...lawless].filter((name) => !/^ImportValues\./.test(name)).sort()).toEqual([...WITHOUT_RULES].sort());
  expect(count).toBeGreaterThan(200);
});

test('query parameters are documented completely: filters are not empty, and optional ones have their default', () => {
  const of = (path: string): Record<string, Schema> =>
    Object.fromEntries(
      (document.paths[path]?.['get']?.parameters ?? []).map((parameter) => {
        const { name = '', schema = {} } = parameter.$ref === undefined ? parameter : shared(parameter.$ref);
        return [name, schema];
      }),
    );
  expect(of('/api/links')).toMatchObject({
    destination: { minLength: 1, pattern: expect.not.stringMatching(/^\^\$/) as string },
    createdBy: { minLength: 1 },
    tags: { minItems: 1, items: { minLength: 1 } },
    sort: { default: '-createdAt' },
  });
  expect(of('/api/links')['q']).not.toHaveProperty('minLength');
  expect(of('/api/links/{id}')['id']).toMatchObject({ format: 'uuid' });
  expect(of('/api/workspaces/analytics')['period']).toMatchObject({ default: '7d' });
  expect(of('/api/reports/shared/{token}')['period']).toMatchObject({ default: '30d' });
});

test('every body has an example, which is valid by its schema', () => {
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
  ajv.addSchema({ $id: 'openapi', components: document.components });
  const invalid: string[] = [];
  for (const { schema, example } of bodies()) {
    const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')) as object);
    if (!validate(example)) invalid.push(`${schema.$ref ?? ''} ${ajv.errorsText(validate.errors)}`);
  }
  expect(invalid).toEqual([]);
  expect(bodies().map(({ schema }) => schema.$ref?.split('/').at(-1))).toEqual(
    expect.arrayContaining(Object.keys(EXAMPLES)),
  );
});

function named(ref: string): Schema {
  return document.components.schemas[decodeURIComponent(ref.split('/').at(-1) ?? '')] ?? {};
}

function shared(ref: string): Parameter {
  return document.components.parameters[ref.split('/').at(-1) ?? ''] ?? {};
}

function bodies(): { schema: Schema; example?: object }[] {
  return Object.values(document.paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap(({ requestBody }) => requestBody?.content['application/json'] ?? []);
}

function hasRules(schema: Schema): boolean {
  const known = schema.$ref === undefined ? schema : named(schema.$ref);
  const own = ['minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'minItems', 'maxItems', 'format', 'enum'];
  if (known.properties !== undefined || [known.type].flat().includes('boolean')) return true;
  if ([...own, 'propertyNames'].some((word) => word in known)) return true;
  return (known.anyOf ?? []).some(hasRules) || (known.items !== undefined && hasRules(known.items));
}
