import { request } from 'node:http';
import type { HttpSend } from './api-client.js';

/** Node's own client: unlike fetch it sends the Host header that it is given. One connection a request. */
export const httpSend: HttpSend = async (method, url, headers, body) => {
  const sent = { ...headers };
  let payload: Uint8Array | undefined;
  if (body instanceof FormData) {
    const encoded = new Response(body);
    sent['content-type'] = encoded.headers.get('content-type') ?? '';
    payload = new Uint8Array(await encoded.arrayBuffer());
  } else if (body !== undefined) {
    payload = typeof body === 'string' ? Buffer.from(body) : body;
  }
  if (payload !== undefined) sent['content-length'] = String(payload.byteLength);
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers: sent, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const received = new Headers();
        for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
          received.append(incoming.rawHeaders[at] ?? '', incoming.rawHeaders[at + 1] ?? '');
        }
        resolve({ status: incoming.statusCode ?? 0, headers: received, text: bytes.toString('utf8'), bytes });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
};
