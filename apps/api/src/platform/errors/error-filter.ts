import {
  BadRequestException,
  Catch,
  HttpException,
  Logger,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import { ERRORS, type ErrorBody, type ErrorCode } from '@signpost/contracts';
import type { Request, Response } from 'express';
import { ApiError } from './api-error.js';
import { databaseError, isDatabaseBusy, isDatabaseUnavailable, isOfRemovedAccount } from './database-error.js';
import { reasonOf } from './reason.js';

/** Seconds after which a client may retry when the database is unavailable. */
const DATABASE_RETRY_SECONDS = 2;
/** Message if the database is available but has no free connection. */
const DATABASE_BUSY = 'The database is busy: all connections to it are in use. Try again in a moment.';

/** Converts every thrown error into a response. Messages of drivers and stack traces only go to the log. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Error');

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    renderError(thrown, http.getRequest<Request>(), http.getResponse<Response>(), this.logger);
  }
}

/** Writes the error body for any thrown value; also used for requests that fail before they reach Nest. */
export function renderError(thrown: unknown, request: Request, response: Response, logger: Logger): void {
  // The client has left, and the work for it has stopped: there is nobody to answer, and nothing has failed.
  if (response.destroyed && thrown instanceof DOMException && thrown.name === 'AbortError') return;
  const error = toApiError(thrown);
  if (error.code === 'internal_error') logger.error(describe(thrown), request.context.requestId);
  // The response is the same for a database that is refused, silent, busy or slow, so the cause is logged for the operator.
  // Error messages of drivers contain no statement, which they have in another property.
  if (error.status === 503 && error.cause !== undefined) logger.warn(`${error.code}: ${reasonOf(error.cause)}`);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { retryAfter, ...details } = error.details;
  // Error responses of a route whose responses are cacheable must not be cached.
  response.setHeader('Cache-Control', 'no-store');
  if (retryAfter !== undefined) response.setHeader('Retry-After', String(Math.max(1, Math.ceil(retryAfter))));
  // Required by RFC 9110 section 15.5.2. There is no HTTP authentication scheme to name for sessions.
  if (error.code === 'wrong_secret') response.setHeader('WWW-Authenticate', 'Bearer');
  const body: ErrorBody = {
    statusCode: error.status,
    code: error.code,
    ...details,
    message: error.message,
    ...(error.status === 500 ? { requestId: request.context.requestId } : {}),
  };
  response.status(error.status).json(body);
}

/** The error of the catalogue for any thrown value. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (isDatabaseUnavailable(thrown)) {
    const busy = isDatabaseBusy(thrown) ? { message: DATABASE_BUSY } : {};
    return new ApiError('database_unavailable', { ...busy, retryAfter: DATABASE_RETRY_SECONDS }, { cause: thrown });
  }
  // Serialisation failure or deadlock: nothing was changed, and the same request may succeed when repeated.
  const code = databaseError(thrown)?.code;
  if (code === '40001' || code === '40P01') return new ApiError('conflict', {}, { cause: thrown });
  if (isOfRemovedAccount(thrown)) return new ApiError('unauthenticated', {}, { cause: thrown });
  if (isUndecodable(thrown)) return new ApiError('not_found', {}, { cause: thrown });
  const fromParser = bodyParserCode(thrown);
  if (fromParser !== null) return new ApiError(fromParser, {}, { cause: thrown });
  if (thrown instanceof HttpException) return new ApiError(codeOfStatus(thrown.getStatus()), {}, { cause: thrown });
  return new ApiError('internal_error', {}, { cause: thrown });
}

/** A path with invalid percent-encoding cannot exist. The router throws for it, and Nest wraps the error. */
function isUndecodable(thrown: unknown): boolean {
  return thrown instanceof BadRequestException && thrown.message.startsWith('Failed to decode param');
}

/** Errors of express's body parsers have a type, or only a status. */
function bodyParserCode(thrown: unknown): ErrorCode | null {
  if (typeof thrown !== 'object' || thrown === null) return null;
  const { type, status } = thrown as { type?: unknown; status?: unknown };
  switch (type) {
    case 'entity.parse.failed':
      return 'malformed_json';
    case 'entity.too.large':
      return 'payload_too_large';
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return 'unsupported_media_type';
  }
  return typeof status === 'number' && status >= 400 && status < 500 ? codeOfStatus(status) : null;
}

function codeOfStatus(status: number): ErrorCode {
  switch (status) {
    case 401:
      return 'unauthenticated';
    case 403:
      return 'permission_denied';
    case 404:
      return 'not_found';
    case 405:
      return 'method_not_allowed';
    case 413:
      return 'payload_too_large';
    case 414:
      return 'uri_too_long';
    case 415:
      return 'unsupported_media_type';
    case 422:
      return 'validation_failed';
    case 429:
      return 'rate_limited';
  }
  return status >= 400 && status < 500 ? 'bad_request' : 'internal_error';
}

/** The stack without bound parameters: they may hold personal data. */
function describe(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : ERRORS.internal_error.message;
}
