import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const BUCKET = 'signpost';
const ACCESS_KEY = 'key-of-the-tests';
const SECRET = 'secret-of-the-tests';

interface StoredObject {
  readonly type: string;
  readonly bytes: Buffer;
}

/** An upload in parts, by their numbers, that is neither completed nor aborted. */
interface Upload {
  readonly key: string;
  readonly parts: Map<string, Buffer>;
}

/**
 * An empty bucket of an S3-compatible server in memory: as much of the protocol as uploads and backups use, with path-style
 * addresses. It verifies signatures and allows anonymous reads of objects.
 */
export class TestBucket {
  /** Called for each request, which is handled once the promise is resolved, unless it was answered or cut off meanwhile. */
  before: (method: string, url: string, response: ServerResponse) => Promise<void> | undefined = () => undefined;
  private readonly objects = new Map<string, StoredObject>();
  private readonly uploads = new Map<string, Upload>();
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      const { method = '', url = '' } = request;
      void Promise.resolve(this.before(method, url, response)).then(async () => {
        if (response.writableEnded || response.destroyed) return;
        // A client that goes away in the middle of its body is sent no answer.
        const body = await buffer(request).catch(() => null);
        if (body !== null) this.answer(request, body, response);
      });
    });
  }

  /** @param port 0 for any free one. */
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

  /** Keys of all objects, sorted. */
  keys(): string[] {
    return [...this.objects.keys()].sort();
  }

  /** Keys of uploads in parts that were neither completed nor aborted. */
  unfinished(): string[] {
    return [...this.uploads.values()].map(({ key }) => key);
  }

  /** The application's settings for this bucket. */
  get env(): Readonly<Record<string, string>> {
    return TestBucket.envAt((this.server.address() as AddressInfo).port);
  }

  /** The same settings for a bucket on this port, whether or not it is running. */
  static envAt(port: number): Readonly<Record<string, string>> {
    const endpoint = `http://127.0.0.1:${port}`;
    return {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: ACCESS_KEY,
      S3_SECRET_ACCESS_KEY: SECRET,
      S3_PUBLIC_URL: `${endpoint}/${BUCKET}/`,
    };
  }

  private answer(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const url = new URL(request.url ?? '', 'http://bucket');
    const [, bucket, ...path] = decodeURIComponent(url.pathname).split('/');
    const key = path.join('/');
    const isPublic = request.method === 'GET' && key !== '' && request.headers.authorization === undefined;
    if (!isPublic && !isSigned(request, url, body)) refuse(response, 403, 'SignatureDoesNotMatch');
    else if (bucket !== BUCKET) refuse(response, 404, 'NoSuchBucket');
    else if (key === '') this.list(url.searchParams, response);
    else if (url.searchParams.has('uploads') || url.searchParams.has('uploadId'))
      this.answerUpload(request, key, url.searchParams, body, response);
    else this.answerObject(request, key, body, response);
  }

  private list(query: URLSearchParams, response: ServerResponse): void {
    if (query.has('uploads')) {
      const items = [...this.uploads].map(
        ([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`,
      );
      response.end(`<ListMultipartUploadsResult>${items.join('')}</ListMultipartUploadsResult>`);
      return;
    }
    const keys = this.keys().filter((key) => key.startsWith(query.get('prefix') ?? ''));
    const items = keys.map((key) => `<Contents><Key>${key}</Key></Contents>`);
    response.end(`<ListBucketResult>${items.join('')}</ListBucketResult>`);
  }

  private answerObject(
    { method, headers }: IncomingMessage,
    key: string,
    bytes: Buffer,
    response: ServerResponse,
  ): void {
    const found = this.objects.get(key);
    if (method === 'PUT') {
      this.objects.set(key, { type: headers['content-type'] ?? 'application/octet-stream', bytes });
      response.end();
    } else if (method === 'DELETE') {
      this.objects.delete(key);
      response.writeHead(204).end();
    } else if (found === undefined) refuse(response, 404, 'NoSuchKey');
    else response.writeHead(200, { 'Content-Type': found.type, 'Content-Length': found.bytes.length }).end(found.bytes);
  }

  /** Begins, continues, completes or aborts an upload in parts. */
  private answerUpload(
    { method }: IncomingMessage,
    key: string,
    query: URLSearchParams,
    body: Buffer,
    response: ServerResponse,
  ): void {
    if (query.has('uploads')) {
      const id = randomUUID();
      this.uploads.set(id, { key, parts: new Map() });
      response.end(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
      return;
    }
    const id = query.get('uploadId') ?? '';
    const upload = this.uploads.get(id);
    if (upload?.key !== key) refuse(response, 404, 'NoSuchUpload');
    else if (method === 'PUT') {
      upload.parts.set(query.get('partNumber') ?? '', body);
      response.writeHead(200, { ETag: etagOf(body) }).end();
    } else if (method === 'DELETE') {
      this.uploads.delete(id);
      response.writeHead(204).end();
    } else {
      const parts = partsNamedIn(body.toString(), upload);
      if (parts === null) {
        refuse(response, 400, 'InvalidPart');
        return;
      }
      this.uploads.delete(id);
      this.objects.set(key, { type: 'application/octet-stream', bytes: Buffer.concat(parts) });
      response.end('<CompleteMultipartUploadResult/>');
    }
  }
}

/** The parts of an upload in the order in which its completion names them; null if it names one that is not there. */
function partsNamedIn(completion: string, { parts }: Upload): Buffer[] | null {
  const named = [...completion.matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => {
    const bytes = parts.get(/<PartNumber>(\d+)</.exec(part)?.[1] ?? '');
    const etag = /<ETag>(.*?)</.exec(part)?.[1]?.replaceAll('&quot;', '"');
    return bytes !== undefined && etagOf(bytes) === etag ? bytes : null;
  });
  return named.length > 0 && !named.includes(null) ? (named as Buffer[]) : null;
}

const etagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`;

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'Content-Type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
}

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Whether a request has the signature of our secret: version 4 of Amazon's, for one part of the body at most. */
function isSigned({ method, headers }: IncomingMessage, url: URL, body: Buffer): boolean {
  const [, scope = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(headers.authorization ?? '') ?? [];
  const [accessKey, ...scopeParts] = scope.split('/');
  const hash = String(headers['x-amz-content-sha256']);
  if (accessKey !== ACCESS_KEY || (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body))) return false;
  const query = [...url.searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).sort();
  const signedHeaders = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, url.pathname, query.join('&'), signedHeaders.join(''), names, hash].join('\n');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scopeParts.join('/'), sha256(canonical)].join('\n');
  const key = scopeParts.reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${SECRET}`);
  return hmac(key, text).toString('hex') === signature;
}
