import supertest from 'supertest';

/** An answer as it came. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: Uint8Array;
}

/** Whoever asks: anybody, or an agent with cookies of its own. */
export type Caller = ReturnType<typeof supertest>;

/**
 * Sends one request through supertest, on a connection of its own, and follows no redirect. Nothing is added to what is
 * given, and a body is sent as it is, a form as `multipart/form-data`.
 */
export async function httpSend(
  method: string,
  url: URL,
  headers: Record<string, string>,
  body: string | Uint8Array | FormData | undefined,
  caller: Caller = supertest(url.origin),
): Promise<HttpAnswer> {
  const request = caller[method.toLowerCase() as 'get'](url.pathname + url.search);
  // Compressed, an answer would not be what its headers say.
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

/** Bytes would be made JSON of, by their content type. */
const asItIs = (bytes: unknown): string => bytes as string;
