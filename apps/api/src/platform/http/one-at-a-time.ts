import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that may wait on one connection behind the one that is answered. Browsers and proxies send none ahead. */
const AHEAD_MAX = 100;

/**
 * Takes the requests of a connection one after the other. Node hands over all that a client has sent ahead at once, and
 * one packet of 64 kB can hold two thousand requests: worked on together they hold up everybody else for seconds, and
 * their answers fill the memory. Who sends further ahead than {@link AHEAD_MAX} is cut off.
 */
export function oneAtATime(take: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    // A response is given the connection when those before it are out.
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
