import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type RequestListener, type Server } from 'node:http';
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

/** An empty bucket of an S3-compatible server, s3rver, which verifies signatures and allows anonymous reads. */
export class TestBucket {
  /** Called with the method of each request; the request is handled once the promise is resolved. */
  before: (method: string) => Promise<void> | undefined = () => undefined;
  private readonly directory = mkdtempSync(join(tmpdir(), 'signpost-s3-'));
  private readonly server: Server;

  constructor() {
    const handle = this.serve(false);
    // It computes another signature than the AWS SDK for the URL of a list, which ends in a slash.
    const handleList = this.serve(true);
    this.server = createServer((request, response) => {
      const isList = request.method === 'GET' && request.url?.startsWith(`/${BUCKET}/?`);
      void Promise.resolve(this.before(request.method ?? '')).then(() => {
        (isList ? handleList : handle)(request, response);
      });
    });
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
