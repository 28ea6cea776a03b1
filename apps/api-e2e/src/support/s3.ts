import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

const KEY_ID = 'S3TESTKEY';

/** The application's settings for a bucket of the S3-compatible server on this port. */
export function s3Env(port: number): Readonly<Record<string, string>> {
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: 'signpost',
    S3_ACCESS_KEY_ID: KEY_ID,
    S3_SECRET_ACCESS_KEY: 'a-secret-that-is-never-sent',
    S3_PUBLIC_URL: `${endpoint}/signpost/`,
  };
}

/** A bucket in memory as S3 serves it: anybody reads, and whoever signs with our key writes and deletes. */
export class S3Bucket {
  private readonly objects = new Map<string, { bytes: Buffer; type: string }>();
  private readonly server = createServer((request, response) => void this.answer(request, response));

  /** Listens on that port of 127.0.0.1. */
  async start(port: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, '127.0.0.1', resolve);
    });
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const key = request.url?.split('?', 1)[0] ?? '';
    if (request.method === 'GET') {
      const found = this.objects.get(key);
      if (found === undefined) respondError(response, 404, 'NoSuchKey');
      else response.writeHead(200, { 'content-type': found.type }).end(found.bytes);
      return;
    }
    const isSigned = request.headers.authorization?.startsWith(`AWS4-HMAC-SHA256 Credential=${KEY_ID}/`) === true;
    if (!isSigned) {
      respondError(response, 403, 'AccessDenied');
    } else if (request.method === 'PUT') {
      this.objects.set(key, { bytes: Buffer.concat(chunks), type: request.headers['content-type'] ?? '' });
      response.writeHead(200).end();
    } else if (request.method === 'DELETE') {
      this.objects.delete(key);
      response.writeHead(204).end();
    } else {
      respondError(response, 405, 'MethodNotAllowed');
    }
  }
}

function respondError(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
}
