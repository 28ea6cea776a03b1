import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const KEY_ID = 'key-of-the-bucket';
const SECRET = 'secret-of-the-bucket';
/** A list has so few keys a page, so that tests turn pages. */
const PAGE = 2;

interface Reply {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly bytes?: Buffer | string;
}

/**
 * One bucket of an S3-compatible service, in memory: the requests that the application sends, which have to be signed with
 * its key. As a bucket of public objects is, it can be read by anybody.
 */
export class TestBucket {
  readonly objects = new Map<string, { readonly bytes: Buffer; readonly contentType: string }>();
  /** Called with the method of each request, which then waits for what it answers. */
  before: (method: string) => Promise<void> | undefined = () => undefined;
  /** Parts by upload, whose id is the key of its object. */
  private readonly uploads = new Map<string, Map<number, Buffer>>();
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      this.answer(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
  }

  /** @param port 0: any that is free. */
  async start(port = 0): Promise<this> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
    return this;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** The application's settings for it. */
  get env(): Readonly<Record<string, string>> {
    return TestBucket.envAt((this.server.address() as AddressInfo).port);
  }

  /** The same for one on this port, whether or not it is there. */
  static envAt(port: number): Readonly<Record<string, string>> {
    const endpoint = `http://127.0.0.1:${port}`;
    return {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: 'signpost',
      S3_ACCESS_KEY_ID: KEY_ID,
      S3_SECRET_ACCESS_KEY: SECRET,
      S3_PUBLIC_URL: `${endpoint}/signpost/`,
    };
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    await this.before(request.method ?? '');
    const { status = 200, headers = {}, bytes = '' } = this.reply(request, body);
    response.writeHead(status, headers).end(bytes);
  }

  private reply(request: IncomingMessage, bytes: Buffer): Reply {
    const { method = '', headers } = request;
    const { pathname, searchParams: query } = addressOf(request);
    const key = decodeURIComponent(pathname.replace(/^\/signpost\/?/, ''));
    const isOpen = method === 'GET' && key !== '';
    if (!isOpen && !isSigned(request, bytes)) return error(403, 'SignatureDoesNotMatch');
    const upload = query.get('uploadId') ?? '';
    // The SDK names each of its operations in `x-id` too.
    const keys = [...query.keys()].filter((name) => name !== 'x-id').sort();
    switch (`${method} ${keys.join()}`.trim()) {
      case 'GET list-type,prefix':
      case 'GET continuation-token,list-type,prefix':
        return xml(this.list(query.get('prefix') ?? '', query.get('continuation-token') ?? ''));
      case 'GET': {
        const found = this.objects.get(key);
        if (found === undefined) return error(404, 'NoSuchKey');
        return { headers: { 'content-type': found.contentType }, bytes: found.bytes };
      }
      case 'PUT':
        this.objects.set(key, { bytes, contentType: headers['content-type'] ?? '' });
        return {};
      case 'DELETE':
        this.objects.delete(key);
        return { status: 204 };
      case 'POST uploads':
        this.uploads.set(key, new Map());
        return xml(`<R><UploadId>${key}</UploadId></R>`);
      case 'PUT partNumber,uploadId':
        this.uploads.get(upload)?.set(Number(query.get('partNumber')), bytes);
        return { headers: { etag: `"${query.get('partNumber')}"` } };
      case 'POST uploadId': {
        const parts = [...(this.uploads.get(upload) ?? [])].sort(([a], [b]) => a - b);
        this.objects.set(key, { bytes: Buffer.concat(parts.map(([, part]) => part)), contentType: '' });
        this.uploads.delete(upload);
        return xml('<R />');
      }
      case 'DELETE uploadId':
        this.uploads.delete(upload);
        return { status: 204 };
      default:
        return error(501, 'NotImplemented');
    }
  }

  private list(prefix: string, after: string): string {
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, PAGE);
    const next = keys.length > PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    return `<R>${page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')}${next}</R>`;
  }
}

const addressOf = ({ url = '' }: IncomingMessage): URL => new URL(url, 'http://bucket');

const AUTHORIZATION = new RegExp(
  `^AWS4-HMAC-SHA256 Credential=${KEY_ID}/(\\d{8}/[\\w-]+/s3/aws4_request), SignedHeaders=([\\w;-]+), Signature=(\\w+)$`,
);

/** Whether the request as it came was signed with our secret: AWS Signature Version 4, as its documentation has it. */
function isSigned(request: IncomingMessage, bytes: Buffer): boolean {
  const { method, headers } = request;
  const [, scope = '', names = '', signature] = AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');
  const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();
  const content = headers['x-amz-content-sha256'];
  if (content !== 'UNSIGNED-PAYLOAD' && content !== sha256(bytes)) return false;
  const { pathname, searchParams } = addressOf(request);
  const query = [...searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).sort();
  const signed = names.split(';').map((name) => `${name}:${String(headers[name])}`);
  const canonical = [method, pathname, query.join('&'), ...signed, '', names, content].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = scope.split('/').reduce<Buffer | string>(hmac, `AWS4${SECRET}`);
  return hmac(key, toSign).toString('hex') === signature;
}

const xml = (text: string, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/xml' },
  bytes: text,
});
const error = (status: number, code: string): Reply => xml(`<Error><Code>${code}</Code></Error>`, status);
