import type { NextFunction, Request, Response } from 'express';
import { ApiError } from '../../errors/index.js';

const ENCODED_CONTROL = /%(?:[01][0-9a-f]|7f)/i;

/** Answers 404 for paths with control characters, which no address contains, before they are used as parameters. */
export function printablePath(request: Request, _response: Response, next: NextFunction): void {
  next(ENCODED_CONTROL.test(request.path) ? new ApiError('not_found') : undefined);
}
