import supertest from 'supertest';

/** A raw response. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: Uint8Array;
}

/** A client: anonymous, or an agent with cookies. */
export type Caller = ReturnType<typeof supertest>;

/**
 * Sends one request through supertest on a new connection, and follows no redirect. No headers are added, and a body is
 * sent unchanged, a form as `multipart/form-data`.
 */
export async function httpSend(
  method: string,
  url: URL,
  headers: Record<string, string>,
  body: string | Uint8Array | FormData | undefined,
  caller: Caller = supertest(url.origin),
): Promise<HttpAnswer> {
  const request = caller[method.toLowerCase() as 'get'](url.pathname + url.search);
  // A compressed response would not match its headers after decompression.
  request.agent(false as never).set({ 'accept-encoding': 'identity', ...headers });
  if (body instanceof FormData) {
    const encoded = new Response(body);
    request.set('content-type', encoded.headers.get('content-type') ?? '');
    request.serialize(asItIs).send(Buffer.from(await encoded.arrayBuffer()));
  } else if (body !== undefined) {
    request.serialize(asItIs).send(Buffer.from(body as Uint8Array));
  }
  const response = await request.buffer(true).parse((incoming, done) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      done(null, Buffer.concat(chunks));
    });
  });
  const bytes = Buffer.isBuffer(response.body) ? response.body : Buffer.alloc(0);
  const received = new Headers();
  for (const [name, value] of Object.entries(response.headers as Record<string, string | string[]>)) {
    for (const each of [value].flat()) received.append(name, each);
  }
  return { status: response.status, headers: received, text: bytes.toString('utf8'), bytes };
}

/** Prevents supertest from serialising bytes as JSON because of their content type. */
const asItIs = (bytes: unknown): string => bytes as string;
