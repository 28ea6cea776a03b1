import type { Readable } from 'node:stream';
import { Logger, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { renderError } from '../../errors/index.js';

const logger = new Logger('Error');

type FileOptions = ConstructorParameters<typeof StreamableFile>[1];

/**
 * A file that is made while it is sent. If making it fails before the first byte, the answer is the usual error; afterwards the
 * connection is cut, so that a part is not taken for the whole.
 */
export function streamedFile(stream: Readable, options: FileOptions): StreamableFile {
  return new StreamableFile(stream, options).setErrorHandler((error, answer) => {
    const response = answer as Response;
    if (response.destroyed) return;
    if (!response.headersSent) {
      for (const name of ['Content-Type', 'Content-Disposition', 'Content-Length']) response.removeHeader(name);
    }
    renderError(error, response.req, response, logger);
  });
}
