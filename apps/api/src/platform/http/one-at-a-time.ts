import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum number of pipelined requests that wait on one connection. Browsers and proxies do not pipeline. */
const AHEAD_MAX = 100;

/**
 * Handles the requests of a connection one after the other. Node hands over all pipelined requests at once, and one packet of
 * 64 kB can hold two thousand of them: handled together they would delay all other clients for seconds, and their answers
 * would fill the memory. A client that pipelines more than {@link AHEAD_MAX} is disconnected.
 */
export function oneAtATime(take: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    // A response is assigned the socket once the responses before it are sent.
    if (response.socket !== null) {
      take(request, response);
      return;
    }
    const { socket } = request;
    const ahead = waiting.get(socket) ?? 0;
    if (ahead === AHEAD_MAX) {
      socket.destroy();
      return;
    }
    waiting.set(socket, ahead + 1);
    response.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      take(request, response);
    });
  };
}
