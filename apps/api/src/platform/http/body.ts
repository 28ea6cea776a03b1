import { LIMITS } from '@signpost/contracts';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { ApiError, toApiError } from '../errors/index.js';
import { fairTurns, oneInATurn } from '../work/index.js';
import { roomOfAnybody, roomOfLargeJson, takeRoom, takeRoomForValues } from './body-room.js';
import { countValues, validateShape } from './body-shape.js';

/** Routes that receive a file (see `ReceivesFile`); all others receive JSON. */
const MULTIPART = new Set(['/api/links/import/preview', '/api/workspaces/logo']);
const IMPORT = '/api/links/import';

/** Maximum number of fields and list items in a body: several times what a selection of 500 links or a batch of 20 needs. */
const VALUES_MAX = 10_000;
/**
 * The same for routes of signed-in users that receive rows: the body of an import has a thousand rows of 18 cells, with six
 * preview errors each, and a batch that is far too long still gets an answer that lists the invalid rows.
 */
const VALUES_MAX_OF_ROWS = 60_000;
const TAKES_ROWS = new Set([IMPORT, '/api/links/batch']);

/**
 * Maximum size of a body that is read before the sender is known: a selection of 500 links has 20 kB. Larger ones are read by
 * `LargeBodies`. With 100 kB, redirects waited for 110 ms beside sixteen connections of a stranger.
 */
const SMALL_BYTES = 24 * 1024;

const reading = { type: () => true, inflate: false } as const;
const readBytes = express.raw({ ...reading, limit: LIMITS.jsonBodyBytes });
const readImport = express.raw({ ...reading, limit: LIMITS.importBodyBytes });

/** When the application begins with a request, and once more when the body of one has arrived. */
export const mayBegin = oneInATurn();

/**
 * Rejects bodies that are not plain JSON by their headers with 415, and reads small ones. Bodies that are larger or of unknown
 * size are read after session, permission and limits have been checked.
 */
export function smallBodies(): RequestHandler {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (!hasJson(request)) {
      next();
      return;
    }
    if (!isPlainJson(request)) {
      const message = 'Send JSON in UTF-8: Content-Type: application/json, without a Content-Encoding.';
      next(new ApiError('unsupported_media_type', { message }));
      return;
    }
    if (!isSmall(request)) {
      next();
      return;
    }
    readJson(request, response).then(() => {
      next();
    }, next);
  };
}

/** Whether the request has a JSON body that has not been read yet. */
export function isUnread(request: Request): boolean {
  return request.body === undefined && hasJson(request);
}

async function readJson(request: Request, response: Response): Promise<void> {
  await receiveBytes(request, response);
  await mayBegin();
  await parseBody(request);
}

/** Reads the request's bytes into `request.body`. @throws ApiError `payload_too_large`, `busy` */
export async function receiveBytes(request: Request, response: Response): Promise<void> {
  const isImport = pathOf(request) === IMPORT;
  // The library would first read a body that is too large by its own header to the end.
  const maxBytes = isImport ? LIMITS.importBodyBytes : LIMITS.jsonBodyBytes;
  if (declaresMoreThan(request, maxBytes)) throw new ApiError('payload_too_large');
  takeRoom(
    request.context.member === null ? roomOfAnybody : roomOfLargeJson,
    request,
    response,
    sizeOf(request, maxBytes),
  );
  const read = isImport ? readImport : readBytes;
  await new Promise<void>((resolve, reject) => {
    // Converted here, because Nest would replace a parser's error with its own and lose the reason.
    read(request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(toApiError(error));
    });
  });
}

/**
 * Parses the bytes in `request.body`. Levels and values are counted on them first.
 * @throws ApiError `busy`, `malformed_json`, `validation_failed`
 */
export async function parseBody(request: Request): Promise<void> {
  const bytes: unknown = request.body;
  request.body = undefined;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return;
  const turn = fairTurns();
  const values = countValues(bytes, TAKES_ROWS.has(pathOf(request)) ? VALUES_MAX_OF_ROWS : VALUES_MAX);
  if (values instanceof ApiError) throw values;
  takeRoomForValues(request, values);
  await turn();
  const body = parse(bytes);
  await turn();
  const misshapen = validateShape(body);
  if (misshapen !== undefined) throw misshapen;
  request.body = body;
}

function parse(bytes: Buffer): unknown {
  try {
    // Without `fatal`, bytes that are not UTF-8 would be stored as replacement characters.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch (error) {
    throw new ApiError('malformed_json', {}, { cause: error });
  }
}

/** Files are read and checked by `ReceivesFile` after the guards, so that a caller without access gets that error first. */
function hasJson(request: Request): boolean {
  return hasBody(request) && !(request.method === 'POST' && MULTIPART.has(pathOf(request)));
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isPlainJson(request: Request): boolean {
  if (request.is('application/json') === false) return false;
  const charset = /;\s*charset="?([^\s;"]+)/i.exec(request.headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  return !isEncoded(request) && /^utf-?8$/i.test(charset);
}

/** Whether the body has a `Content-Encoding`: none is supported, not even `identity`, which clients should not send. */
export function isEncoded({ headers }: Request): boolean {
  return headers['content-encoding'] !== undefined;
}

/** Whether the header announces more than `bytes`. */
export function declaresMoreThan({ headers }: Request, bytes: number): boolean {
  return Number(headers['content-length'] ?? 0) > bytes;
}

/** Bytes of the body: those that its header announces, or `maxBytes`. */
export function sizeOf({ headers }: Request, maxBytes: number): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : maxBytes;
}

function isSmall({ headers }: Request): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length']) <= SMALL_BYTES;
}

/** The path without a trailing slash, which the router ignores. */
function pathOf({ path }: Request): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
