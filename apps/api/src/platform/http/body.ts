import { isUtf8 } from 'node:buffer';
import { LIMITS } from '@signpost/contracts';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { ApiError, toApiError } from '../errors/index.js';

/** Routes that take a file (see `ReceivesFile`); everything else takes JSON. */
const MULTIPART = new Set(['/api/links/import/preview', '/api/workspaces/logo']);
const IMPORT = '/api/links/import';

/** Levels of objects and lists in a body; the deepest documented one has five. */
const DEPTH_MAX = 32;

/** Parses JSON bodies within their limit, and refuses other media types with 415 before anything reads them. */
export function bodyParsers(): RequestHandler[] {
  const options = { strict: false, type: () => true, verify: requireText };
  const json = express.json({ ...options, limit: LIMITS.jsonBodyBytes });
  const importJson = express.json({ ...options, limit: LIMITS.importBodyBytes });
  return [
    (request: Request, response: Response, next: NextFunction): void => {
      if (!hasBody(request)) {
        next();
        return;
      }
      // The router takes one slash at the end for none.
      const path = request.path.endsWith('/') ? request.path.slice(0, -1) : request.path;
      if (MULTIPART.has(path) && request.method === 'POST') {
        // Read, and its type judged, by `ReceivesFile`: after the guards, so that who may not hears so first.
        next();
        return;
      }
      if (request.is('application/json') === false) {
        next(new ApiError('unsupported_media_type'));
        return;
      }
      // Translated here: Nest would turn a parser's error into one of its own and lose the reason.
      (path === IMPORT ? importJson : json)(request, response, (error?: unknown) => {
        next(error === undefined ? judgeShape(request.body) : toApiError(error));
      });
    },
  ];
}

/** Bytes that are no text would be stored as question marks. */
function requireText(_request: unknown, _response: unknown, body: Buffer, encoding: string): void {
  if (encoding === 'utf-8' && !isUtf8(body)) {
    throw Object.assign(new Error('not UTF-8'), { type: 'entity.parse.failed' });
  }
}

/**
 * What is wrong with the shape of a parsed body, whatever the route expects of it. The libraries that check bodies
 * walk them recursively, which a body of 1 MB can take deeper than the stack; and they skip names that every object
 * has, so that an unknown key would be dropped in silence.
 */
function judgeShape(body: unknown): ApiError | undefined {
  let level: object[] = isObject(body) ? [body] : [];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > DEPTH_MAX) return refusal('', `At most ${DEPTH_MAX} levels.`);
    if (level.some((value) => Object.keys(value).some(isDropped))) {
      return refusal(pathToDropped(body) ?? '', 'This field is not known here.');
    }
    level = level.flatMap((value) => Object.values(value).filter(isObject));
  }
  return undefined;
}

/** Where the first such name stands. Looked for once it is known to be there, at no great depth. */
function pathToDropped(value: unknown): string | null {
  if (!isObject(value)) return null;
  for (const [key, inner] of Object.entries(value)) {
    if (isDropped(key)) return key;
    const path = pathToDropped(inner);
    if (path !== null) return `${key}.${path}`;
  }
  return null;
}

/** Names that the libraries take away from a body, whoever asks for them. */
const isDropped = (key: string): boolean => key in Object.prototype || key === 'prototype';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function refusal(field: string, message: string): ApiError {
  return new ApiError('validation_failed', { errors: [{ field, message }] });
}

function hasBody(request: Request): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}
