import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { oneAtATime } from './one-at-a-time.js';

/** Only limits how long a failing test takes. */
const PATIENCE_MS = 60_000;

let server: Server;
let client: Socket;
/** Requests that were handed over and wait for the test to answer them. */
let taken: { readonly path: string; readonly response: ServerResponse }[];
let received: string;

beforeEach(async () => {
  taken = [];
  received = '';
  server = createServer(
    oneAtATime((request: IncomingMessage, response: ServerResponse) => {
      taken.push({ path: request.url ?? '', response });
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('data', (chunk) => (received += chunk.toString('latin1')));
  client.on('error', () => undefined);
  await once(client, 'connect');
});
afterEach(async () => {
  client.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function send(count: number): void {
  client.write(Array.from({ length: count }, (_, n) => `GET /${n} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
}

const paths = (): string[] => taken.map(({ path }) => path);
const answers = (): string[] => [...received.matchAll(/answer to (\/\d+)\./g)].map(([, path = '']) => path);

async function answer(at: number): Promise<void> {
  // Polled as often as possible, because this is repeated two hundred times.
  await vi.waitFor(() => expect(taken.length).toBeGreaterThan(at), { interval: 1, timeout: PATIENCE_MS });
  taken[at]?.response.end(`answer to ${paths()[at]}.`);
}

const upTo = (count: number): string[] => Array.from({ length: count }, (_, n) => `/${n}`);

test('a pipelined request is handled after the answer before it is sent, in order', async () => {
  send(3);
  for (const at of [0, 1, 2]) {
    await vi.waitFor(() => expect(paths()).toEqual(upTo(at + 1)), { timeout: PATIENCE_MS });
    // No further request is handled, however long this one takes.
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(paths()).toEqual(upTo(at + 1));
    await answer(at);
  }
  await vi.waitFor(() => expect(answers()).toEqual(upTo(3)), { timeout: PATIENCE_MS });
});

test('a hundred requests may wait, again and again', async () => {
  for (let round = 0; round < 2; round += 1) {
    taken = [];
    received = '';
    send(101);
    for (let at = 0; at <= 100; at += 1) await answer(at);
    await vi.waitFor(() => expect(answers()).toEqual(upTo(101)), { timeout: PATIENCE_MS });
  }
  expect(client.destroyed).toBe(false);
});

test('a client that pipelines more requests is disconnected, and none of the waiting ones is handled', async () => {
  send(102);
  await once(client, 'close');
  expect(paths()).toEqual(['/0']);
});

test('requests that wait when the client disconnects are never handled', async () => {
  send(3);
  await vi.waitFor(() => expect(paths()).toEqual(['/0']), { timeout: PATIENCE_MS });
  client.destroy();
  await vi.waitFor(() => expect(taken[0]?.response.closed).toBe(true), { timeout: PATIENCE_MS });
  expect(paths()).toEqual(['/0']);
});
