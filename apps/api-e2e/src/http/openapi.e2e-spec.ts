import { ROUTES, type Access } from '@signpost/contracts';
import { setUpOwner, startApp, type ApiClient, type AppProcess } from '@signpost/testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { followReferences } from '../support/references.js';

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly description?: string;
  readonly schema: ValueSchema;
}

interface ValueSchema {
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: string;
  readonly items?: ValueSchema;
}

interface Response {
  readonly content?: Record<string, unknown>;
  readonly headers?: object;
}

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly security?: readonly Record<string, unknown>[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: object }> };
  readonly responses: Record<string, Response>;
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, object> };
}

const JOBS_SECRET = 'a-secret-for-the-operator-routes';

let app: AppProcess;
let owner: ApiClient;
let document: Document;
let operations: ReturnType<typeof operationsOf>;
/** The length of the document in bytes. */
let size: number;

beforeAll(async () => {
  app = await startApp({ env: { JOBS_SECRET } });
  owner = await setUpOwner(app);
  const answer = await app.client().get('/api/openapi.json');
  size = answer.text.length;
  document = answer.body as Document;
  operations = operationsOf(followReferences(document));
});
afterAll(() => app?.stop());

function operationsOf({ paths }: Document): { method: string; path: string; operation: Operation }[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
}

const operationAt = (name: string): Operation => {
  const found = operations.find(({ method, path }) => `${method.toUpperCase()} ${path}` === name);
  if (found === undefined) throw new Error(`no ${name} in the document`);
  return found.operation;
};

// `api-document.spec.ts` holds it to OpenAPI 3.1, which leaves its schemas to JSON Schema.
test('each schema of the document is valid JSON Schema', () => {
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    expect(ajv.validateSchema(schema), `${name}: ${ajv.errorsText()}`).toBe(true);
  }
});

test('everything that it refers to is there', () => {
  const shared = document.components as unknown as Record<string, object>;
  const refs = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g);
  const missing = [...refs].filter(([, kind = '', name = '']) => !(name in (shared[kind] ?? {})));
  expect(missing.map(([ref]) => ref)).toEqual([]);
});

test('no refusal, parameter or header is written out twice', () => {
  const seen = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ parameters = [], responses }) => [
      ...parameters.map((parameter) => JSON.stringify(parameter)),
      ...Object.values(responses).map((response) => JSON.stringify(response)),
    ]),
  );
  const whole = seen.filter((text) => !text.startsWith('{"$ref"'));
  expect(whole.length - new Set(whole).size).toBe(0);
  // 670 kB when each operation said all of it.
  expect(size).toBeLessThan(350_000);
});

test('every part of a path in braces is a parameter, and no other is', () => {
  for (const { method, path, operation } of operations) {
    const inBraces = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const declared = (operation.parameters ?? []).filter(({ in: place }) => place === 'path').map(({ name }) => name);
    expect([method, path, declared.sort()]).toEqual([method, path, inBraces.sort()]);
  }
});

test('each operation names what its caller shows: a session, the secret, either or nothing', () => {
  const shown = (access: Access): string[] => {
    if (access === 'public') return [];
    if (access === 'jobs-secret') return ['bearer'];
    return access === 'operator' ? ['bearer', 'cookie'] : ['cookie'];
  };
  for (const { method, path, access } of ROUTES) {
    const name = `${method} ${path.replace('*', ':').replace(/:(\w+)/g, '{$1}')}`;
    const named = (operationAt(name).security ?? []).flatMap((way) => Object.keys(way));
    expect([name, named.sort()]).toEqual([name, shown(access)]);
  }
});

test('what redirects is not documented as a page', () => {
  for (const name of ['GET /api/auth/google', 'GET /api/auth/microsoft', 'GET /api/auth/hand-over']) {
    const { responses } = operationAt(name);
    expect([name, Object.keys(responses).filter((status) => status < '400')]).toEqual([name, ['302']]);
    expect(responses['302']).toMatchObject({ headers: { Location: {} } });
    expect(responses['302']?.content).toBeUndefined();
  }
});

test('every operation, parameter and property is described, and each refusal has its codes', () => {
  const nameless: string[] = [];
  for (const { method, path, operation } of operations) {
    const name = `${method} ${path}`;
    if (!operation.operationId || !operation.summary || !operation.description) nameless.push(name);
    for (const parameter of operation.parameters ?? []) {
      if (!parameter.description) nameless.push(`${name} ${parameter.name}`);
    }
    const form = operation.requestBody?.content['multipart/form-data']?.schema;
    if (form !== undefined) nameless.push(...namelessIn(name, form));
    for (const [status, response] of Object.entries(operation.responses)) {
      if (!('X-Request-Id' in (response.headers ?? {}))) nameless.push(`${name} ${status} headers`);
    }
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    nameless.push(...namelessIn(name, schema));
  }
  expect(nameless).toEqual([]);
  const { responses } = operationAt('POST /api/links');
  expect(Object.keys(responses).sort()).toEqual(
    ['201', '400', '401', '403', '404', '409', '413', '415', '422', '429', '500', '503', 'default'].sort(),
  );
  expect(JSON.stringify(responses['409'])).toContain('idempotency_in_progress');
  expect(responses['409']?.headers).toHaveProperty('Retry-After');
  expect(operationAt('GET /api/links/{id}/qr').responses['200']?.headers).toHaveProperty('Content-Disposition');
});

test('an operation that lists a status has for it what any operation may answer with that status', () => {
  const missing: string[] = [];
  for (const { method, path, operation } of operations) {
    for (const [status, codes] of [
      ['400', ['bad_request', 'malformed_json']],
      ['409', ['conflict']],
    ] as const) {
      const listed = JSON.stringify(operation.responses[status] ?? codes);
      missing.push(...codes.filter((code) => !listed.includes(`"${code}"`)).map((code) => `${method} ${path} ${code}`));
    }
  }
  expect(missing).toEqual([]);
});

test('what a body may hold stands in the document as the server checks it', () => {
  const { CreateLinkInput } = document.components.schemas as Record<string, { properties: Record<string, object> }>;
  expect(CreateLinkInput?.properties).toMatchObject({
    title: { maxLength: 200 },
    maximumVisits: { minimum: 1 },
    tags: { maxItems: 20 },
    archived: { type: 'boolean' },
  });
});

test('nothing is in it that no operation leads to, and it says where it is served', () => {
  const refs = new Set(
    [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name),
  );
  expect(Object.keys(document.components.schemas).filter((name) => !refs.has(name))).toEqual([]);
  expect((document as unknown as { servers: unknown }).servers).toEqual([{ url: app.url }]);
});

test('a QR code is documented in both of its formats', () => {
  const { responses } = operationAt('GET /api/links/{id}/qr');
  expect(Object.keys(responses['200']?.content ?? {}).sort()).toEqual(['image/png', 'image/svg+xml']);
});

test('what the document says of a query is what is checked: each word is known, and beyond them and the bounds is a 422', async () => {
  const link = await owner.post('/api/links', { destinationUrl: 'https://example.com' });
  const campaign = await owner.post('/api/campaigns', { name: 'Spring', utmCampaign: 'spring' });
  const subject = { type: 'workspace' };
  const share = await owner.post('/api/reports/shares', {
    subject,
    expiresAt: Date.now() + 86_400_000,
    title: 'Shared',
  });
  const token = new URL(share.body.url as string).pathname.replace('/share/', '');
  let checked = 0;
  for (const { method, path, operation } of operations) {
    const keys = (operation.parameters ?? []).filter(({ in: place }) => place === 'query');
    const { id } = (path.startsWith('/api/campaigns') ? campaign : link).body as { id: string };
    const at = path.replace('{id}', id).replace('{token}', token);
    const refusalOf = async (key: string, value: string | number): Promise<string | undefined> => {
      const headers: Record<string, string> = path.startsWith('/api/admin/links')
        ? { authorization: `Bearer ${JOBS_SECRET}` }
        : {};
      const answer = await owner.request(method.toUpperCase(), `${at}?${key}=${value}`, { headers });
      expect([path, key, value, answer.status < 300 || answer.status === 422]).toEqual([path, key, value, true]);
      return (answer.body?.errors as { field: string }[] | undefined)?.find(({ field }) => field === key)?.field;
    };
    for (const { name, schema } of keys) {
      const { enum: words = [], minimum, maximum } = schema;
      const within = [...words, minimum ?? [], maximum ?? []].flat();
      const beyond = beyondBounds(schema);
      checked += within.length + beyond.length;
      for (const value of within)
        expect([path, name, value, await refusalOf(name, value)]).toEqual([path, name, value, undefined]);
      const named = await Promise.all(beyond.map((value) => refusalOf(name, value)));
      expect([path, name, beyond, named]).toEqual([path, name, beyond, beyond.map(() => name)]);
    }
  }
  // As many as there were when this was written: a bound that is lost is missed here.
  expect(checked).toBeGreaterThan(300);
});

/** Properties of a schema that are not described. */
function namelessIn(name: string, schema: object): string[] {
  const { properties = {} } = schema as { properties?: Record<string, { description?: string; $ref?: string }> };
  return Object.entries(properties)
    .filter(([, property]) => !property.description && !property.$ref)
    .map(([key]) => `${name}.${key}`);
}

/** Values one step beyond what a schema allows; those that no request target has room for are left out. */
function beyondBounds(schema: ValueSchema): (string | number)[] {
  const { enum: words, minimum, maximum, minLength = 0, maxLength = Infinity, format, items } = schema;
  if (items !== undefined) return beyondBounds(items);
  if (words !== undefined || format !== undefined) return ['unheard-of'];
  if (minimum !== undefined && maximum !== undefined) return [minimum - 1, maximum + 1, 'unheard-of'];
  return [...(minLength > 0 ? [''] : []), ...(maxLength < 5000 ? ['a'.repeat(maxLength + 1)] : [])];
}
