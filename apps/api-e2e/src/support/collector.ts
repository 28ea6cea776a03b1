import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request that the collector received. */
export interface Delivery {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A span in OTLP's JSON format, with its attributes as plain values. */
export interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly facts: Readonly<Record<string, string | number>>;
  readonly status?: { readonly code?: number; readonly message?: string };
}

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number | string };
}

/** An OTLP/HTTP receiver on a free local port; responds to every delivery with `status`. */
export interface Collector {
  readonly url: string;
  readonly deliveries: Delivery[];
  status: number;
  /** Every span of the JSON deliveries. */
  spans(): SentSpan[];
  stop(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const deliveries: Delivery[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      deliveries.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(collector.status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deliveries,
    status: 200,
    spans: () => deliveries.flatMap(({ body }) => spansOf(body)),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
  return collector;
}

function spansOf(body: Buffer): SentSpan[] {
  const { resourceSpans } = JSON.parse(body.toString('utf8')) as {
    resourceSpans: { scopeSpans: { spans: (SentSpan & { attributes: Attribute[] })[] }[] }[];
  };
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .map(({ attributes, ...span }) => ({
      ...span,
      facts: Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)])),
    }));
}
