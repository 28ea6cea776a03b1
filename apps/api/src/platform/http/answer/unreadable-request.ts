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

/** The first line of a visitor's request. The API has no visitors: its clients are told what is wrong. */
const VISIT = /^(?:GET|HEAD) \/+(?!\/|(?:api|uploads)(?:[/? ]))(.*) HTTP\/1\.[01]\r\n/i;

/** Characters that a request line must not contain as they are (RFC 3986, 2), and the backslash, which browsers read as a slash. */
const NEEDS_ENCODING = /[^!-[\]-~]/g;

/** What Node's parser throws, with the bytes that it was reading. */
type ParseError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer };

/**
 * Listener for `clientError`: answers requests that Node cannot parse as Node would, and a 400 with the usual error body that says
 * why. A script gets it, for example, if its URL contains letters that are not percent-encoded. A visitor whose client sends such
 * letters as they are (curl does, and some scanners of codes and mails) is redirected to the same address as it is written
 * correctly.
 */
export function answerUnreadable(error: ParseError, socket: Duplex): void {
  // A second response would be taken for a part of one that has begun; Node itself checks this property.
  const answering = (socket as { _httpMessage?: ServerResponse | null })._httpMessage;
  if (answering?.req.complete === true) {
    answerAfterOthers(error, socket, answering);
    return;
  }
  if (!socket.writable || answering?.headersSent === true) {
    socket.destroy(error);
    return;
  }
  const other = STATUS_LINES[error.code ?? ''];
  if (other !== undefined) {
    socket.end(`HTTP/1.1 ${other}\r\nConnection: close\r\n\r\n`);
    return;
  }
  const location = answering === undefined || answering === null ? encodedAddress(error.rawPacket) : null;
  socket.end(location === null ? badRequest() : redirect(location));
}

/** Connections on which bytes that cannot be read came behind requests that are still being answered. */
const waiting = new WeakSet<Duplex>();

/**
 * What stands behind a request that has arrived as a whole takes neither its answer nor that of other requests before it: the
 * visit is counted, and the link made. Behind the last request of a connection it gets no answer of its own.
 */
function answerAfterOthers(error: ParseError, socket: Duplex, answering: ServerResponse): void {
  if (error.code === 'HPE_CLOSED_CONNECTION' || waiting.has(socket)) return;
  waiting.add(socket);
  answering.once('close', () => {
    waiting.delete(socket);
    if (socket.writable) answerUnreadable(error, socket);
  });
}

/**
 * The address of a visitor's request with every byte that needs it percent-encoded; null if another thing is wrong with the request.
 * It begins with one slash: two would make it the address of another host.
 */
function encodedAddress(packet: Buffer | undefined): string | null {
  const sent = VISIT.exec(packet?.toString('latin1') ?? '')?.[1];
  const encoded = sent?.replace(
    NEEDS_ENCODING,
    (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  );
  return encoded === undefined || encoded === sent ? null : `/${encoded}`;
}

function redirect(location: string): string {
  const lines = ['HTTP/1.1 302 Found', `Location: ${location}`, 'Cache-Control: no-store', 'Content-Length: 0'];
  return [...lines, 'Connection: close', '', ''].join('\r\n');
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
