import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

/** Time for which a client may continue to send after its response, before the connection is closed. */
const LINGER_MS = 2_000;

/**
 * Closes the connection of a request whose body is rejected unread in two steps, as RFC 9112 section 9.6 recommends: first our
 * direction after the response, then both once the client has closed its own or after a timeout. Closing at once with unread
 * bytes would reset the connection, and a client or proxy that is still sending would never see the response. Bytes received
 * meanwhile are discarded.
 *
 * Add it as a listener of `request`, before the one that responds.
 */
export function closeInSteps(request: IncomingMessage): void {
  const { headers, socket } = request;
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return;
  const inSteps = (): void => {
    if (request.complete) {
      Socket.prototype.destroySoon.call(socket);
      return;
    }
    request.resume();
    socket.end();
    const patience = setTimeout(() => socket.destroy(), LINGER_MS).unref();
    socket.once('close', () => {
      clearTimeout(patience);
    });
  };
  // Node calls this method after the last response of a connection is sent.
  socket.destroySoon = inSteps;
  // Otherwise a connection that stays open would hold this request with its parsed body until the next one.
  request.once('close', () => {
    if (socket.destroySoon === inSteps) Reflect.deleteProperty(socket, 'destroySoon');
  });
}
