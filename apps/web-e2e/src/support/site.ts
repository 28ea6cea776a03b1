import { createServer, request as ask, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that was forwarded by the site, with its response. */
export interface Passed {
  readonly path: string;
  readonly purpose: string | undefined;
  readonly status: number;
}

/** A web site with a page of its own at `/page` that forwards everything else: page and short links share an origin. */
export interface Site {
  readonly url: string;
  readonly passed: readonly Passed[];
  /** The HTML of `/page`. */
  page: string;
  stop(): Promise<void>;
}

/** @param target origin that other requests are forwarded to. */
export async function startSite(target: string): Promise<Site> {
  const passed: Passed[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/page') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(site.page);
      return;
    }
    const { method, headers, url: path = '/' } = request;
    const onward = ask(`${target}${path}`, { method, headers }, (answer: IncomingMessage) => {
      const status = answer.statusCode ?? 0;
      passed.push({ path, purpose: headers['sec-purpose'] as string | undefined, status });
      response.writeHead(status, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const site: Site = {
    url: `http://localhost:${String((server.address() as AddressInfo).port)}`,
    passed,
    page: '',
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
  return site;
}
