import { problem } from '@signpost/contracts';
import { mixin, type CallHandler, type ExecutionContext, type NestInterceptor, type Type } from '@nestjs/common';
import type { Request, Response } from 'express';
import multer from 'multer';
import type { Observable } from 'rxjs';
import { ApiError, fail, failField } from '../errors/index.js';
import { keepRoomUntil, roomOfFiles, takeRoom } from './body-room.js';
import { declaresMoreThan, isEncoded, sizeOf } from './body.js';

/**
 * Reads the form field `file` of a multipart body into memory, as `request.file`. Runs after the access guard, so that callers
 * without access cannot upload anything.
 * Answers 415 for a body that is not a form, 413 above `maxBytes`, 503 while too many bodies are being read, 422 on `file` if it
 * is missing, and 422 for a malformed form.
 */
export function ReceivesFile(maxBytes: number): Type<NestInterceptor> {
  const receive = multer({
    storage: multer.memoryStorage(),
    limits: { fileSize: maxBytes, files: 1, fields: 10, fieldSize: 1000, parts: 12 },
  }).single('file');

  class FileInterceptor implements NestInterceptor {
    async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
      const http = context.switchToHttp();
      const request = http.getRequest<Request>();
      const isEmpty = request.headers['content-type'] === undefined && request.headers['content-length'] === '0';
      // `is` returns false for another type, and null for a request without a body.
      const isForm = request.is('multipart/form-data') !== false && !isEncoded(request);
      if (!isEmpty && !isForm) fail('unsupported_media_type', { message: EXPECTED });
      if (declaresMoreThan(request, maxBytes + FORM_BYTES)) fail('file_too_large');
      const response = http.getResponse<Response>();
      takeRoom(roomOfFiles, request, response, sizeOf(request, maxBytes));
      await new Promise<void>((resolve, reject) => {
        receive(request, response, (error: unknown) => {
          if (error === undefined || error === null) resolve();
          else reject(formError(error));
        });
      });
      if (request.file === undefined) failField('file', 'required');
      return keepRoomUntil(request, next.handle());
    }
  }
  return mixin(FileInterceptor);
}

/** Allowance for the rest of a form: boundaries, headers, some short fields. */
const FORM_BYTES = 100 * 1024;

const EXPECTED = 'Send a form: Content-Type: multipart/form-data with the field `file`, without a Content-Encoding.';

function formError(error: unknown): ApiError {
  const code = (error as { code?: unknown }).code;
  if (code === 'LIMIT_FILE_SIZE') return new ApiError('file_too_large', {}, { cause: error });
  const rule = code === 'LIMIT_UNEXPECTED_FILE' ? 'file_one' : 'form_unreadable';
  return new ApiError('validation_failed', { errors: [problem('file', rule)] }, { cause: error });
}
