import { LIMITS } from '@signpost/contracts';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { ApiError, toApiError } from '../errors/index.js';

/** Routes that take a file; everything else takes JSON. */
const MULTIPART = new Set(['/api/links/import/preview', '/api/workspaces/logo']);
const IMPORT = '/api/links/import';

/** Parses JSON bodies within their limit, and refuses other media types with 415 before anything reads them. */
export function bodyParsers(): RequestHandler[] {
  const json = express.json({ limit: LIMITS.jsonBodyBytes, strict: false, type: () => true });
  const importJson = express.json({ limit: LIMITS.importBodyBytes, strict: false, type: () => true });
  return [
    (request: Request, response: Response, next: NextFunction): void => {
      if (!hasBody(request)) {
        next();
        return;
      }
      const path = request.path.replace(/\/+$/, '');
      const isMultipart = request.is('multipart/form-data') !== false;
      if (MULTIPART.has(path) && request.method === 'POST') {
        next(isMultipart ? undefined : new ApiError('unsupported_media_type'));
        return;
      }
      if (request.is('application/json') === false) {
        next(new ApiError('unsupported_media_type'));
        return;
      }
      // Translated here: Nest would turn a parser's error into one of its own and lose the reason.
      (path === IMPORT ? importJson : json)(request, response, (error?: unknown) => {
        next(error === undefined ? undefined : toApiError(error));
      });
    },
  ];
}

function hasBody(request: Request): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}
