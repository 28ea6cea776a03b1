import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import pg from 'pg';

/**
 * For tests: a proxy to the server of `url` that lets them decide what happens to the bytes that clients send.
 * @param pass receives each chunk, and the sockets to the client and to the server.
 */
export async function databaseProxy(
  url: string,
  pass: (chunk: Buffer, client: Socket, server: Socket) => void,
): Promise<{ url: string; close: () => void }> {
  const { host, port, user = '', password, database: name = '' } = new pg.Client(url);
  const proxy = createServer((client) => {
    const server = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    client.on('data', (chunk) => {
      pass(chunk, client, server);
    });
    server.pipe(client);
    client.on('close', () => server.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port: open } = proxy.address() as AddressInfo;
  return {
    url: `postgres://${user}:${encodeURIComponent(String(password))}@127.0.0.1:${open}/${name}`,
    close: () => proxy.close(),
  };
}
