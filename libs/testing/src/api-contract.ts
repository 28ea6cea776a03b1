import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

interface OpenApi {
  paths: Record<string, Record<string, { responses: Record<string, ApiResponse | Reference> }>>;
  components: { schemas: Record<string, unknown>; responses?: Record<string, ApiResponse> };
}

interface ApiResponse {
  content?: Record<string, { schema: unknown }>;
}

interface Reference {
  readonly $ref: string;
}

/** A response received by a test. */
export interface Reply {
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  readonly status: number;
  readonly contentType: string;
  readonly body: unknown;
}

interface Route {
  readonly method: string;
  readonly pattern: RegExp;
  readonly responses: Record<string, ApiResponse | Reference>;
}

/**
 * Validates responses against the OpenAPI document: route and status must be documented, and a JSON body must match its
 * schema without additional fields, so that an undeclared field (such as a password hash) fails the test. An error code
 * must be documented at its operation, or be one that any operation may return (`default`).
 */
export class ApiContract {
  private readonly ajv = new Ajv({ strict: false, allErrors: true });
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly routes: Route[] = [];

  constructor(private readonly document: OpenApi) {
    addFormats.default(this.ajv);
    this.ajv.addSchema({ $id: 'openapi', components: document.components });
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, { responses }] of Object.entries(operations)) {
        this.routes.push({ method: method.toUpperCase(), pattern: patternOf(path), responses });
      }
    }
    // Literal segments before parameters: `/api/links/batch` before `/api/links/{id}`.
    this.routes.sort((a, b) => a.pattern.source.split('[^/]').length - b.pattern.source.split('[^/]').length);
  }

  /** @throws Error describing what in the response is undocumented. */
  check(reply: Reply): void {
    if (!reply.contentType.includes('json')) return;
    const validate = this.validatorOf(reply);
    if (!validate(reply.body)) {
      const problems = (validate.errors ?? []).map(
        (error) => `${error.instancePath} ${error.message ?? ''} ${JSON.stringify(error.params)}`,
      );
      throw new Error(
        `${reply.method} ${reply.path} answered ${reply.status} against its contract:\n${problems.join('\n')}\n${JSON.stringify(reply.body).slice(0, 2000)}`,
      );
    }
  }

  /** @throws Error when the route or status is undocumented. */
  private validatorOf({ method, path, status }: Reply): ValidateFunction {
    const route = this.routes.find((one) => one.method === method && one.pattern.test(path)) ?? this.anywhere();
    const own = this.schemaOf(route.responses[String(status)]);
    const general = status >= 400 ? this.schemaOf(route.responses['default']) : undefined;
    const schemas = [own, general].filter((schema) => schema !== undefined);
    if (schemas.length === 0) throw new Error(`${method} ${path}: status ${status} is not in the OpenAPI document`);
    return this.compile(schemas.length === 1 ? schemas[0] : { anyOf: schemas });
  }

  private schemaOf(response: ApiResponse | Reference | undefined): unknown {
    const name = response !== undefined && '$ref' in response ? response.$ref.split('/').at(-1) : undefined;
    const found = name === undefined ? (response as ApiResponse) : this.document.components.responses?.[name];
    return found?.content?.['application/json']?.schema;
  }

  /** Unknown paths and methods return the errors that any operation may return. */
  private anywhere(): Pick<Route, 'responses'> {
    return { responses: { default: this.routes[0]?.responses['default'] ?? {} } };
  }

  private compile(schema: unknown): ValidateFunction {
    const key = JSON.stringify(schema);
    let validate = this.validators.get(key);
    if (validate === undefined) {
      const resolved = JSON.parse(key.replaceAll('"#/components', '"openapi#/components')) as object;
      validate = this.ajv.compile(resolved);
      this.validators.set(key, validate);
    }
    return validate;
  }
}

function patternOf(path: string): RegExp {
  const source = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{[^}]+\}/g, '[^/]+');
  return new RegExp(`^${source}/?$`);
}
