import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

interface OpenApi {
  paths: Record<string, Record<string, { responses: Record<string, ApiResponse> }>>;
  components: { schemas: Record<string, unknown> };
}

interface ApiResponse {
  content?: Record<string, { schema: unknown }>;
}

/** A reply as a test received it. */
export interface Reply {
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  readonly status: number;
  readonly contentType: string;
  readonly body: unknown;
}

/**
 * Holds replies to the OpenAPI document: the route and its status must be documented, and a JSON body must match its
 * schema with nothing added, so that a field which nobody declared (a password hash) fails the test that received it.
 */
export class ApiContract {
  private readonly ajv = new Ajv({ strict: false, allErrors: true });
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly routes: { method: string; pattern: RegExp; responses: Record<string, ApiResponse> }[] = [];

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

  /** @throws Error saying what in the reply the document does not know. */
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

  private validatorOf(reply: Reply): ValidateFunction {
    const route = this.routes.find(({ method, pattern }) => method === reply.method && pattern.test(reply.path));
    if (reply.status >= 400 || route === undefined) {
      // Health answers its own body with 503.
      const own = route?.responses[String(reply.status)];
      if (own === undefined) return this.compile({ $ref: '#/components/schemas/ErrorBody' });
    }
    const response = route?.responses[String(reply.status)];
    const schema = response?.content?.['application/json']?.schema;
    if (schema === undefined) {
      throw new Error(`${reply.method} ${reply.path}: status ${reply.status} is not in the OpenAPI document`);
    }
    return this.compile(schema);
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
