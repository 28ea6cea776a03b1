import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Config } from '../platform/config/index.js';
import { bearerOf, equalSecrets } from '../platform/security/index.js';

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * Answers `GET /metrics`: 401 to a caller without METRICS_TOKEN where one is set. Used on METRICS_PORT, and on PORT
 * where a token is set; without either the address does not exist.
 */
export function metricsHandler(config: Config, render: () => Promise<string>) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      answer(response, 405, { Allow: 'GET, HEAD' });
      return;
    }
    if (!isAllowed(request, config.metricsToken)) {
      answer(response, 401, { 'WWW-Authenticate': 'Bearer' });
      return;
    }
    render().then(
      (text) => {
        answer(response, 200, { 'Content-Type': CONTENT_TYPE }, request.method === 'HEAD' ? '' : text);
      },
      () => {
        answer(response, 500, {});
      },
    );
  };
}

/** Listens on METRICS_PORT for nothing but `/metrics`; null when no port is set. */
export async function startMetricsServer(config: Config, render: () => Promise<string>): Promise<Server | null> {
  const { metricsPort } = config;
  if (metricsPort === null) return null;
  const handle = metricsHandler(config, render);
  const server = createServer((request, response) => {
    if (request.url?.split('?', 1)[0] === '/metrics') handle(request, response);
    else answer(response, 404, {});
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(metricsPort, config.host, resolve);
  });
  return server;
}

function isAllowed(request: IncomingMessage, token: string | null): boolean {
  if (token === null) return true;
  const given = bearerOf(request);
  return given !== null && equalSecrets(given, token);
}

function answer(response: ServerResponse, status: number, headers: Record<string, string>, body = ''): void {
  response.writeHead(status, { ...headers, 'Cache-Control': 'no-store' });
  response.end(body);
}
