import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The part of the package that is used here; it ships no types. */
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: {
  silent: boolean;
  directory: string;
  allowMismatchedSignatures: boolean;
}) => { callback(): RequestListener };

const BUCKET = 'signpost';
/** How the server ends the name of the file that holds an object's content. */
const OBJECT_SUFFIX = '._S3rver_object';
/** Its folder of unfinished uploads, one folder each. */
const UPLOADS = '._S3rver_uploads';

/** An empty bucket of an S3-compatible server, s3rver, which verifies signatures and allows anonymous reads. */
export class TestBucket {
  /** Called for each request, which is handled once the promise is resolved, unless it was answered or cut off meanwhile. */
  before: (method: string, url: string, response: ServerResponse) => Promise<void> | undefined = () => undefined;
  private readonly directory = mkdtempSync(join(tmpdir(), 'signpost-s3-'));
  private readonly server: Server;

  constructor() {
    const handle = this.serve(false);
    // It computes another signature than the AWS SDK for the URL of a list, which ends in a slash.
    const handleList = this.serve(true);
    this.server = createServer((request, response) => {
      const { method = '', url = '' } = request;
      const isList = method === 'GET' && url.startsWith(`/${BUCKET}/?`);
      void Promise.resolve(this.before(method, url, response)).then(() => {
        if (response.writableEnded || response.destroyed || this.answersUploads(method, url, response)) return;
        (isList ? handleList : handle)(request, response);
      });
    });
  }

  /** Lists and aborts unfinished uploads, which the server does not know. @returns whether it was such a request. */
  private answersUploads(method: string, url: string, response: ServerResponse): boolean {
    const query = new URL(url, 'http://bucket').searchParams;
    const upload = query.get('uploadId');
    if (method === 'DELETE' && upload !== null) {
      const found = this.unfinished().find(({ id }) => id === upload);
      if (found !== undefined) rmSync(join(this.directory, BUCKET, UPLOADS, found.id), { recursive: true });
      response.writeHead(found === undefined ? 404 : 204).end();
      return true;
    }
    if (method !== 'GET' || !query.has('uploads')) return false;
    const items = this.unfinished().map(
      ({ id, key }) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`,
    );
    response.end(`<ListMultipartUploadsResult>${items.join('')}</ListMultipartUploadsResult>`);
    return true;
  }

  /** Uploads in parts that were neither completed nor aborted. */
  unfinished(): { id: string; key: string }[] {
    const folder = join(this.directory, BUCKET, UPLOADS);
    if (!existsSync(folder)) return [];
    return readdirSync(folder).map((id) => ({ id, key: readFileSync(join(folder, id, 'key'), 'utf8') }));
  }

  private serve(allowMismatchedSignatures: boolean): RequestListener {
    return new S3rver({ silent: true, directory: this.directory, allowMismatchedSignatures }).callback();
  }

  /** @param port 0 for any free one. */
  async start(port = 0): Promise<this> {
    mkdirSync(join(this.directory, BUCKET));
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
    return this;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** Keys of all objects, sorted. */
  keys(): string[] {
    return readdirSync(join(this.directory, BUCKET), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(OBJECT_SUFFIX))
      .map((file) => file.slice(0, -OBJECT_SUFFIX.length))
      .sort();
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
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      S3_PUBLIC_URL: `${endpoint}/${BUCKET}/`,
    };
  }
}
