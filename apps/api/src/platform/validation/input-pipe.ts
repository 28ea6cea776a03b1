import { Injectable, ValidationPipe, type ArgumentMetadata } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { ApiError, failField } from '../errors/index.js';
import { fieldErrors } from './check-input.js';

/**
 * Turns bodies and queries into their DTO, or refuses them with 422 naming every bad field by its dotted path.
 * Unknown body keys are refused, so that a typo is not silently dropped; unknown query keys are ignored.
 */
@Injectable()
export class InputPipe extends ValidationPipe {
  private readonly queries = new ValidationPipe({
    transform: true,
    whitelist: true,
    exceptionFactory: refuse,
  });

  constructor() {
    super({ transform: true, whitelist: true, forbidNonWhitelisted: true, exceptionFactory: refuse });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'query') return this.queries.transform(value, metadata);
    if (metadata.type === 'body') {
      // No body at all is one without any field: routes whose fields are all optional need none.
      const body: unknown = value === undefined ? {} : value;
      if (typeof body !== 'object' || body === null || Array.isArray(body)) {
        failField('', 'body_not_object');
      }
      return super.transform(body, metadata);
    }
    return super.transform(value, metadata);
  }
}

function refuse(errors: ValidationError[]): ApiError {
  return new ApiError('validation_failed', { errors: fieldErrors(errors).slice(0, 200) });
}
