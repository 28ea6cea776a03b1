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
import { databaseError, isDatabaseAway, isDatabaseBusy } from './database-error.js';
import { reasonOf } from './reason.js';

/** Seconds after which a caller may try again when the database is away. */
const DATABASE_RETRY_SECONDS = 2;
/** What is said in place of its being away where it is there and has no connection for the caller. */
const DATABASE_BUSY = 'The database is busy: all connections to it are in use. Try again in a moment.';

/** The one place that turns a thrown error into a reply. Texts of drivers and stacks stay in the log. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Error');

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    renderError(thrown, http.getRequest<Request>(), http.getResponse<Response>(), this.logger);
  }
}

/** Writes the error body for whatever was thrown; also used where a request fails before Nest sees it. */
export function renderError(thrown: unknown, request: Request, response: Response, logger: Logger): void {
  const error = toApiError(thrown);
  if (error.code === 'internal_error') logger.error(describe(thrown), request.context.requestId);
  // Refused, silent, out of connections or too slow to give one: the answer is the same, the remedy is not.
  // What drivers say holds no statement: they keep that apart from their message.
  if (error.status === 503 && error.cause !== undefined) logger.warn(`${error.code}: ${reasonOf(error.cause)}`);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { retryAfter, ...details } = error.details;
  // A route whose answers may be kept for a while must not have its refusals kept too.
  response.setHeader('Cache-Control', 'no-store');
  if (retryAfter !== undefined) response.setHeader('Retry-After', String(Math.max(1, Math.ceil(retryAfter))));
  // RFC 9110 section 15.5.2. Sessions have no scheme of HTTP's that could be named.
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

/** The catalogue's word for whatever was thrown. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (isDatabaseAway(thrown)) {
    const busy = isDatabaseBusy(thrown) ? { message: DATABASE_BUSY } : {};
    return new ApiError('database_unavailable', { ...busy, retryAfter: DATABASE_RETRY_SECONDS }, { cause: thrown });
  }
  // A serialisation failure or a deadlock: nothing was changed, and the same request may succeed at once.
  const code = databaseError(thrown)?.code;
  if (code === '40001' || code === '40P01') return new ApiError('conflict', {}, { cause: thrown });
  if (isUndecodable(thrown)) return new ApiError('not_found', {}, { cause: thrown });
  const fromParser = bodyParserCode(thrown);
  if (fromParser !== null) return new ApiError(fromParser, {}, { cause: thrown });
  if (thrown instanceof HttpException) return new ApiError(codeOfStatus(thrown.getStatus()), {}, { cause: thrown });
  return new ApiError('internal_error', {}, { cause: thrown });
}

/** A path whose percent codes are no text is nobody's address. The router finds that out, and Nest makes it an error of its own. */
function isUndecodable(thrown: unknown): boolean {
  return thrown instanceof BadRequestException && thrown.message.startsWith('Failed to decode param');
}

/** Errors of express's body parsers carry a type, or a status alone. */
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
