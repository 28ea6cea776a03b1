import {
  ERRORS,
  EXAMPLES,
  GENERAL_ERRORS,
  OPERATION_TAGS,
  OPERATIONS,
  operationTag,
  PATH_WORDS,
  PROPERTY_WORDS,
  type Access,
  type ErrorCode,
} from '@signpost/contracts';
import type { OpenAPIObject } from '@nestjs/swagger';
import { errorsOf, type DocumentedRoute } from './documented-route.js';
import { addRules, type Schema, type Schemas } from './body-rules.js';
import { shareRepeatedParts } from './shared-parts.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type DocumentSchemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

const METHODS = ['get', 'post', 'patch', 'put', 'delete'] as const;

/**
 * General errors that do not follow from the declarations of a route. The default response has them, but where an operation
 * lists their status, clients look there alone.
 */
const OF_ANY_STATUS = ['bad_request', 'malformed_json', 'conflict'] as const satisfies readonly ErrorCode[];

/** Properties with decimals; all other numbers are integers. */
const FRACTIONS = new Set(['percent']);

const ACCESS: Readonly<Partial<Record<Access, string>>> = {
  public: 'Anybody may call it.',
  'signed-in': 'Whoever is signed in may call it.',
  'jobs-secret': 'Needs the bearer secret `JOBS_SECRET`.',
  operator: 'Needs the bearer secret `JOBS_SECRET` or the session of an operator.',
};

/** Completes the document that Nest generates with what the code declares elsewhere: routes, limits, types and rules. */
export function completeDocument(
  document: OpenAPIObject,
  contracts: Schemas,
  routeOf: (id: string) => DocumentedRoute | undefined,
  publicUrl: string,
): OpenAPIObject {
  const schemas = structuredClone(contracts);
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      const name = `${method.toUpperCase()} ${path.replace('/uploads/{path}', '/uploads/*path').replace(/\{(\w+)\}/g, ':$1')}`;
      const route = routeOf(operation?.operationId ?? '');
      if (operation === undefined || route === undefined) continue;
      if (route.body?.dto !== undefined) addRules(schemas[route.body.type] ?? {}, route.body.dto, schemas);
      if (route.body !== undefined) showBody(operation, schemas[route.body.type] ?? {}, EXAMPLES[route.body.type]);
      complete(operation, name, route);
    }
  }
  for (const schema of Object.values(schemas)) describeValues(schema);
  const whole = {
    ...document,
    servers: [{ url: publicUrl }],
    tags: Object.entries(OPERATION_TAGS).map(([name, description]) => ({ name, description })),
    components: { ...document.components, schemas: reachable(document.paths, schemas) as DocumentSchemas },
  };
  return shareRepeatedParts(whole, responseName);
}

/** Name of a shared response: an error is named after its codes, and the default response `Refusal`. */
function responseName(status: string, response: object): string {
  if (status === 'default') return 'Refusal';
  const codes = CODES.get(response) ?? [];
  return codes.length === 0 ? `Answer${status}` : codes.map(pascalCase).join('Or');
}

const pascalCase = (code: string): string => code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Error codes of the responses created in this file. */
const CODES = new WeakMap<object, readonly ErrorCode[]>();

/** Adds an example to a body, and marks it as required if any of its fields is. */
function showBody({ requestBody }: Operation, schema: Schema, example: object | undefined): void {
  if (requestBody === undefined || '$ref' in requestBody) return;
  requestBody.required = ((schema['required'] as unknown[] | undefined)?.length ?? 0) > 0 || 'minProperties' in schema;
  if (example !== undefined) for (const content of Object.values(requestBody.content)) content.example = example;
}

function complete(operation: Operation, name: string, route: DocumentedRoute): void {
  const contract = OPERATIONS[name];
  if (contract === undefined) return;
  const isRepeatable = contract.errors?.includes('idempotency_key_reused') === true;
  const { access, limits } = route;
  operation.operationId = contract.id;
  operation.summary = contract.summary;
  operation.description = [
    contract.about,
    ACCESS[access] ?? `Needs the permission \`${access}\` in the workspace of the host.`,
    ...limits,
  ]
    .filter((part) => part !== undefined)
    .join(' ');
  operation.tags = [operationTag(name)];
  if (access === 'public') operation.security = [];
  operation.parameters = [
    ...(operation.parameters ?? []).filter((parameter) => 'in' in parameter && parameter.in !== 'query'),
    ...(route.query ?? []).map((key) => ({ ...key, in: 'query' as const })),
  ];
  for (const parameter of operation.parameters) {
    if (!('in' in parameter) || parameter.in !== 'path') continue;
    parameter.description = PATH_WORDS[parameter.name] ?? '';
    if (/^id$|Id$/.test(parameter.name)) parameter.schema = { type: 'string', format: 'uuid' };
  }
  if (isRepeatable) {
    operation.parameters = [
      ...operation.parameters,
      {
        name: 'Idempotency-Key',
        in: 'header',
        required: false,
        description: 'Makes a repeat safe: the same key and body get the first answer again for 24 hours.',
        schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
      },
    ];
  }
  const refusals = Map.groupBy(
    new Set([...errorsOf(name, route), ...(contract.errors ?? [])]),
    (code) => ERRORS[code].status,
  );
  for (const code of OF_ANY_STATUS) {
    const codes = refusals.get(ERRORS[code].status);
    if (codes !== undefined && !codes.includes(code)) codes.push(code);
  }
  for (const [status, codes] of [...refusals].sort(([a], [b]) => a - b)) {
    // The 503 of health has its own body.
    operation.responses[status] ??= refusal({ const: status }, codes);
  }
  operation.responses.default = refusal({ type: 'integer' }, GENERAL_ERRORS);
  for (const [status, response] of Object.entries(operation.responses)) {
    if (response === undefined || '$ref' in response) continue;
    response.headers = { ...response.headers, ...headersOf(status, isRepeatable, Object.keys(response.content ?? {})) };
  }
}

function refusal(statusCode: object, codes: readonly ErrorCode[]): NonNullable<Operation['responses'][string]> {
  const response = {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join(' '),
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/ErrorBody' },
            {
              type: 'object',
              required: ['statusCode', 'code'],
              properties: { statusCode, code: { enum: [...codes] } },
            },
          ],
        },
      },
    },
  };
  CODES.set(response, codes);
  return response;
}

const text = (description: string) => ({ description, schema: { type: 'string' as const } });

/** Media types of responses with a file name: tables and QR codes. */
const NAMED_FILES: ReadonlySet<string> = new Set(['text/csv', 'image/svg+xml']);

function headersOf(status: string, isRepeatable: boolean, types: readonly string[]) {
  return {
    'X-Request-Id': text('Names the request; it stands in the log, too.'),
    // Among 409 responses, only the one for a key whose first request is still running has this header.
    ...(['429', '503'].includes(status) || (isRepeatable && status === '409')
      ? { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' as const, minimum: 1 } } }
      : {}),
    ...(types.some((type) => NAMED_FILES.has(type)) ? { 'Content-Disposition': text('Name of the file.') } : {}),
    ...(isRepeatable && status === '201' ? { 'Idempotency-Replayed': text('`true` for a repeat.') } : {}),
  };
}

/** Completes values by their names: integers, times, and a description where the contract has none. */
function describeValues(schema: Schema, name = ''): void {
  const types = Array.isArray(schema.type) ? (schema.type as unknown[]) : [schema.type];
  if (types.includes('number') && !FRACTIONS.has(name)) {
    schema.type = Array.isArray(schema.type) ? types.map((type) => (type === 'number' ? 'integer' : type)) : 'integer';
  }
  if (types.includes('string') && /(?:^at|At)$/.test(name) && schema.format === undefined) schema.format = 'date-time';
  if (name !== '' && schema.description === undefined && !('$ref' in schema))
    schema.description = PROPERTY_WORDS[name] ?? '';
  for (const [key, inner] of Object.entries(schema.properties ?? {})) describeValues(inner, key);
  if (schema.items !== undefined) describeValues(schema.items);
  for (const inner of schema.anyOf ?? []) describeValues(inner);
}

/** The schemas that operations refer to; the contracts contain others as well. */
function reachable(paths: object, schemas: Schemas): Schemas {
  const found = new Set<string>();
  const visit = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      const known = decodeURIComponent(name);
      if (found.has(known)) continue;
      found.add(known);
      visit(schemas[known] ?? {});
    }
  };
  visit(paths);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)));
}
