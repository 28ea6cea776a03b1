import type { NextFunction, Request, Response } from 'express';
import { ApiError } from '../errors/index.js';

const ENCODED_CONTROL = /%(?:[01][0-9a-f]|7f)/i;

/**
 * Nothing has a control character in its address, or bytes that are no text: such a path is a 404 before it becomes
 * anybody's parameter.
 */
export function printablePath(request: Request, _response: Response, next: NextFunction): void {
  const { path } = request;
  next(ENCODED_CONTROL.test(path) || !isDecodable(path) ? new ApiError('not_found') : undefined);
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
