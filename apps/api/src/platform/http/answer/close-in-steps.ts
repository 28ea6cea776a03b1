import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

/** How long a client may go on sending, after its answer, before the connection is cut. */
const LINGER_MS = 2_000;

/**
 * Lets the connection of a request whose body is refused unread be closed in two steps, as RFC 9112 section 9.6 has it: our side
 * after the answer, the whole once the client has closed its own, or after a while. Closed at once on bytes that nobody has read it
 * would be reset, and a client or proxy that is still sending would never see why. What is still sent is thrown away.
 *
 * A listener of `request`, before the one that answers.
 */
export function closeInSteps(request: IncomingMessage): void {
  const { headers, socket } = request;
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return;
  // Node calls it when the last answer of a connection is out.
  socket.destroySoon = () => {
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
}
