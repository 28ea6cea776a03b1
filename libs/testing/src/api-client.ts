import { CookieAccessInfo } from 'cookiejar';
import supertest from 'supertest';
import type { ApiContract } from './api-contract.js';
import { httpSend, type HttpAnswer } from './http-send.js';

/** A response of the API, its body parsed if it is JSON. */
export interface ApiAnswer<Body = any> extends HttpAnswer {
  readonly body: Body;
}

export interface RequestOptions {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** Sent unchanged, without setting a content type. */
  readonly raw?: string | Uint8Array | FormData;
}

/** A supertest agent, which keeps cookies. Every JSON response is validated against the OpenAPI document. */
export class ApiClient {
  private agent: ReturnType<typeof supertest.agent>;

  /** `host` sends another Host header, as a browser at that host would. */
  constructor(
    private readonly baseUrl: string,
    private readonly contract: ApiContract | null,
    public host: string | null = null,
  ) {
    this.agent = supertest.agent(baseUrl);
  }

  get(path: string, options?: RequestOptions): Promise<ApiAnswer> {
    return this.request('GET', path, options);
  }
  post(path: string, body?: unknown, options?: RequestOptions): Promise<ApiAnswer> {
    return this.request('POST', path, { ...options, ...(body === undefined ? {} : { body }) });
  }
  put(path: string, body?: unknown, options?: RequestOptions): Promise<ApiAnswer> {
    return this.request('PUT', path, { ...options, body });
  }

  patch(path: string, body?: unknown, options?: RequestOptions): Promise<ApiAnswer> {
    return this.request('PATCH', path, { ...options, body });
  }
  delete(path: string, options?: RequestOptions): Promise<ApiAnswer> {
    return this.request('DELETE', path, options);
  }
  /** Uploads one file as the form field `file`. */
  upload(path: string, content: Uint8Array | string, filename: string, type: string): Promise<ApiAnswer> {
    const form = new FormData();
    form.set('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)], { type }), filename);
    return this.request('POST', path, { raw: form });
  }

  cookie(name: string): string | undefined {
    return this.agent.jar.getCookie(name, CookieAccessInfo.All)?.value;
  }
  setCookie(name: string, value: string): void {
    this.agent.jar.setCookie(`${name}=${value}`, new URL(this.baseUrl).hostname, '/');
  }
  clearCookies(): void {
    this.agent = supertest.agent(this.baseUrl);
  }

  async request(method: string, path: string, options: RequestOptions = {}): Promise<ApiAnswer> {
    const headers: Record<string, string> = { ...options.headers };
    if (this.host !== null) headers['host'] ??= this.host;
    let body: string | Uint8Array | FormData | undefined = options.raw;
    if (options.body !== undefined) {
      body = JSON.stringify(options.body);
      headers['content-type'] ??= 'application/json';
    }
    // A request with an explicit cookie header sends no other cookies.
    const caller = 'cookie' in headers ? supertest(this.baseUrl) : this.agent;
    const answer = await httpSend(method, new URL(path, this.baseUrl), headers, body, caller);
    this.keep(answer.headers.getSetCookie());
    const contentType = answer.headers.get('content-type') ?? '';
    const parsed: unknown = contentType.includes('json') && answer.text !== '' ? JSON.parse(answer.text) : null;
    // The document does not list HEAD: it is GET without the body.
    if (method !== 'HEAD' && path.startsWith('/api/') && !path.startsWith('/api/openapi')) {
      this.contract?.check({
        method,
        path: path.split('?', 1)[0] ?? path,
        status: answer.status,
        contentType,
        body: parsed,
      });
    }
    return { ...answer, body: parsed };
  }

  /**
   * Tests send requests to 127.0.0.1 without TLS, whatever host and scheme the application is configured with, and an
   * agent would reject cookies of another domain and not send `Secure` ones: both attributes are removed.
   */
  private keep(lines: string[]): void {
    const own = lines.map((line) => line.replace(/;\s*(?:domain=[^;]*|secure(?=;|$))/gi, ''));
    this.agent.jar.setCookies(own, new URL(this.baseUrl).hostname, '/');
  }
}
