import { isUtf8 } from 'node:buffer';
import { LIMITS } from '@signpost/contracts';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { ApiError, toApiError } from '../errors/index.js';
import { judgeShape } from './body-shape.js';

/** Routes that take a file (see `ReceivesFile`); everything else takes JSON. */
const MULTIPART = new Set(['/api/links/import/preview', '/api/workspaces/logo']);
const IMPORT = '/api/links/import';

/** Fields and items of lists in one body: many times a selection of five hundred links, or a batch of twenty. */
const VALUES_MAX = 10_000;
/**
 * For signed-in people only, whose bodies nothing else walks before the guards: an import has a thousand rows of eighteen
 * cells, each with the errors of its preview, and a batch that is far too long still hears which rows are wrong.
 */
const VALUES_MAX_OF_ROWS = 100_000;
const TAKES_ROWS = new Set([IMPORT, '/api/links/batch']);

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
      const valuesMax = TAKES_ROWS.has(path) ? VALUES_MAX_OF_ROWS : VALUES_MAX;
      (path === IMPORT ? importJson : json)(request, response, (error?: unknown) => {
        next(error === undefined ? judgeShape(request.body, valuesMax) : toApiError(error));
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

function hasBody(request: Request): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}
