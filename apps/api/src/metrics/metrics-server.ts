import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Config } from '../platform/config/index.js';
import { clientAddress, clientKey } from '../platform/http/index.js';
import { isRightSecret, type RateLimits } from '../platform/limits/index.js';
import { bearerOf } from '../platform/security/index.js';

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

type Render = () => Promise<string>;

/**
 * Serves `GET /metrics`: 401 for a caller without the METRICS_TOKEN, if one is set, or with too many wrong guesses. Used on
 * METRICS_PORT, and on PORT if a token is set; without either there is no such route.
 */
export function metricsHandler(
  config: Pick<Config, 'metricsToken' | 'trustProxy'>,
  limits: RateLimits,
  render: Render,
) {
  const isAllowed = async (request: IncomingMessage): Promise<boolean> => {
    if (config.metricsToken === null) return true;
    const given = bearerOf(request);
    const client = clientKey(clientAddress(request, config.trustProxy));
    return given !== null && (await isRightSecret(limits, client, given, config.metricsToken));
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (await isAllowed(request)) {
      const text = await render();
      answer(response, 200, { 'Content-Type': CONTENT_TYPE }, request.method === 'HEAD' ? '' : text);
    } else {
      answer(response, 401, { 'WWW-Authenticate': 'Bearer' });
    }
  };
  return (request: IncomingMessage, response: ServerResponse): void => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      answer(response, 405, { Allow: 'GET, HEAD' });
      return;
    }
    serve(request, response).catch(() => {
      answer(response, 500, {});
    });
  };
}

/** Listens on METRICS_PORT and serves only `/metrics`; null when no port is set. */
export async function startMetricsServer(
  { host, metricsPort, metricsToken }: Config,
  limits: RateLimits,
  render: Render,
): Promise<Server | null> {
  if (metricsPort === null) return null;
  // This port is not behind the proxies, so the caller could forge their headers.
  const handle = metricsHandler({ metricsToken, trustProxy: 0 }, limits, render);
  const server = createServer((request, response) => {
    if (request.url?.split('?', 1)[0] === '/metrics') handle(request, response);
    else answer(response, 404, {});
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(metricsPort, host, resolve);
  });
  return server;
}

function answer(response: ServerResponse, status: number, headers: Record<string, string>, body = ''): void {
  response.writeHead(status, { ...headers, 'Cache-Control': 'no-store' });
  response.end(body);
}
