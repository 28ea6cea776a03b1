import { createServer } from 'node:http';

/** A local page as a destination of links: no test needs the network. */
export interface Landing {
  readonly url: string;
  stop(): Promise<void>;
}

export function startLanding(): Promise<Landing> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>Landed</title><h1>Landed</h1>');
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address !== 'object' || !address) {
        reject(new Error('no port'));
        return;
      }
      resolve({
        url: `http://127.0.0.1:${String(address.port)}`,
        stop: () =>
          new Promise((done) => {
            server.closeAllConnections();
            server.close(() => {
              done();
            });
          }),
      });
    });
  });
}
