import type { ApiContract } from './api-contract.js';

/** An answer of the API, its body parsed when it is JSON. */
export interface ApiAnswer<Body = any> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
  readonly text: string;
  readonly bytes: Uint8Array;
}

export interface RequestOptions {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** Sent as it is, without a content type of its own. */
  readonly raw?: string | Uint8Array | FormData;
}

/**
 * A caller with a cookie jar. Every JSON reply is held to the OpenAPI document.
 * `host` sends another Host header, as a browser at that host would.
 */
export class ApiClient {
  private readonly cookies = new Map<string, string>();

  constructor(
    private readonly baseUrl: string,
    private readonly contract: ApiContract | null,
    private readonly send: HttpSend,
    public host: string | null = null,
  ) {}

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
    return this.cookies.get(name);
  }
  setCookie(name: string, value: string): void {
    this.cookies.set(name, value);
  }
  clearCookies(): void {
    this.cookies.clear();
  }

  async request(method: string, path: string, options: RequestOptions = {}): Promise<ApiAnswer> {
    const headers: Record<string, string> = { ...options.headers };
    if (this.cookies.size > 0) headers['cookie'] ??= [...this.cookies].map(([k, v]) => `${k}=${v}`).join('; ');
    if (this.host !== null) headers['host'] ??= this.host;
    let body: string | Uint8Array | FormData | undefined = options.raw;
    if (options.body !== undefined) {
      body = JSON.stringify(options.body);
      headers['content-type'] ??= 'application/json';
    }
    const answer = await this.send(method, new URL(path, this.baseUrl), headers, body);
    for (const line of answer.headers.getSetCookie()) this.keep(line);
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

  private keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';');
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    const value = pair.slice(at + 1).trim();
    const isGone = attributes.some((a) => /^\s*(?:max-age=0|expires=Thu, 01 Jan 1970)/i.test(a));
    if (isGone || value === '') this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** Sends one request without following redirects. */
export type HttpSend = (
  method: string,
  url: URL,
  headers: Record<string, string>,
  body: string | Uint8Array | FormData | undefined,
) => Promise<Omit<ApiAnswer, 'body'>>;
