import { LIMITS } from '@signpost/contracts';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { ApiError, toApiError } from '../errors/index.js';
import { validateBytes, validateShape } from './body-shape.js';

/** Routes that take a file (see `ReceivesFile`); everything else takes JSON. */
const MULTIPART = new Set(['/api/links/import/preview', '/api/workspaces/logo']);
const IMPORT = '/api/links/import';

/** Fields and items of lists in one body: many times a selection of five hundred links, or a batch of twenty. */
const VALUES_MAX = 10_000;
/**
 * For signed-in people only: an import has a thousand rows of eighteen cells, each with the errors of its preview, and a
 * batch that is far too long still hears which rows are wrong.
 */
const VALUES_MAX_OF_ROWS = 100_000;
const TAKES_ROWS = new Set([IMPORT, '/api/links/batch']);

/** Bytes of a body that is read before it is known who sends it. Larger ones wait for `ReceivesLargeBody`. */
const SMALL_BYTES = 100 * 1024;

const reading = { type: () => true, inflate: false } as const;
const readBytes = express.raw({ ...reading, limit: LIMITS.jsonBodyBytes });
const readImport = express.raw({ ...reading, limit: LIMITS.importBodyBytes });

/**
 * Refuses bodies that are no plain JSON by their headers with 415, and reads small ones. What is larger, or does not say
 * how large it is, is read after session, permission and limits have been checked.
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

/**
 * Reads the request's JSON into `request.body`. Levels and values are counted on its bytes before anything is parsed.
 * @throws ApiError `payload_too_large`, `malformed_json`, `validation_failed`
 */
export async function readJson(request: Request, response: Response): Promise<void> {
  const path = pathOf(request);
  const isImport = path === IMPORT;
  // The library would read to its end, and answer then, what says itself that it is too large.
  if (saysMoreThan(request, isImport ? LIMITS.importBodyBytes : LIMITS.jsonBodyBytes))
    throw new ApiError('payload_too_large');
  const read = isImport ? readImport : readBytes;
  await new Promise<void>((resolve, reject) => {
    // Translated here: Nest would turn a parser's error into one of its own and lose the reason.
    read(request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(toApiError(error));
    });
  });
  const bytes: unknown = request.body;
  request.body = undefined;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return;
  const hostile = validateBytes(bytes, TAKES_ROWS.has(path) ? VALUES_MAX_OF_ROWS : VALUES_MAX);
  if (hostile !== undefined) throw hostile;
  request.body = parse(bytes);
  const misshapen = validateShape(request.body);
  if (misshapen !== undefined) throw misshapen;
}

function parse(bytes: Buffer): unknown {
  try {
    // Bytes that are no text would be stored as question marks.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch (error) {
    throw new ApiError('malformed_json', {}, { cause: error });
  }
}

/** A file is read, and its type checked, by `ReceivesFile`: after the guards, so that who may not hears so first. */
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

/** Compressed, say: nothing here is read so. */
export function isEncoded({ headers }: Request): boolean {
  return (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity';
}

/** Whether a body announces more bytes than these. */
export function saysMoreThan({ headers }: Request, bytes: number): boolean {
  return Number(headers['content-length'] ?? 0) > bytes;
}

function isSmall({ headers }: Request): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length']) <= SMALL_BYTES;
}

/** The router takes one slash at the end for none. */
function pathOf({ path }: Request): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
