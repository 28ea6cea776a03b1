import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ERRORS, type ErrorBody } from '@signpost/contracts';
import { v7 as uuidv7 } from 'uuid';

/** Statuses that Node answers instead of 400. */
const STATUS_LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

const MESSAGE = 'This is not a valid HTTP request. Percent-encode spaces and characters beyond ASCII in its address.';

/**
 * Listener for `clientError`: answers requests that Node cannot parse as Node would, and a 400 with the usual error body that says
 * why. A script gets it, for example, if its URL contains letters that are not percent-encoded.
 */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  // A second response would be taken for a part of one that has begun; Node itself checks this property.
  const answering = (socket as { _httpMessage?: ServerResponse | null })._httpMessage;
  if (!socket.writable || answering?.headersSent === true) {
    socket.destroy(error);
    return;
  }
  const other = STATUS_LINES[error.code ?? ''];
  socket.end(other === undefined ? badRequest() : `HTTP/1.1 ${other}\r\nConnection: close\r\n\r\n`);
}

function badRequest(): string {
  const code = 'bad_request';
  const body: ErrorBody = { statusCode: ERRORS[code].status, code, message: MESSAGE };
  const text = JSON.stringify(body);
  return [
    'HTTP/1.1 400 Bad Request',
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${String(Buffer.byteLength(text))}`,
    'Cache-Control: no-store',
    `X-Request-Id: ${uuidv7()}`,
    '',
    text,
  ].join('\r\n');
}
