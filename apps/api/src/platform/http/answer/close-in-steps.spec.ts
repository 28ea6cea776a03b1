import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeInSteps } from './close-in-steps.js';

// Responds from the headers alone, as for a rejected request.
const server = createServer((_request, response) => {
  response.statusCode = 401;
  response.end('no');
});
server.prependListener('request', closeInSteps);

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

test('a client that is still sending a rejected body gets the response, and no reset', async () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const ended = once(socket, 'close') as Promise<[boolean]>;
  let answer = '';
  socket.on('error', () => undefined).on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
  const size = 1_000_000;
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${String(size)}\r\n\r\n`);
  await once(socket, 'data');
  const isSent = await new Promise((resolve) => {
    socket.end(Buffer.alloc(size), () => {
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
  const [hadError] = await ended;
  expect([isSent, hadError, answer.split('\r\n')[0]]).toEqual([true, false, 'HTTP/1.1 401 Unauthorized']);
});

test('a connection that stays open does not hold the request that it had', async () => {
  const requested = once(server, 'request') as Promise<[IncomingMessage]>;
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}');
  const [request] = await requested;
  request.resume();
  await Promise.all([once(request, 'close'), once(socket, 'data')]);
  expect(Object.hasOwn(request.socket, 'destroySoon')).toBe(false);
  socket.destroy();
});
