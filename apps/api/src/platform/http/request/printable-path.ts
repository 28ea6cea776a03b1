import type { NextFunction, Request, Response } from 'express';
import { ApiError } from '../../errors/index.js';

const ENCODED_CONTROL = /%(?:[01][0-9a-f]|7f)/i;

/** Nothing has a control character in its address: such a path is a 404 before it becomes anybody's parameter. */
export function printablePath(request: Request, _response: Response, next: NextFunction): void {
  next(ENCODED_CONTROL.test(request.path) ? new ApiError('not_found') : undefined);
}
