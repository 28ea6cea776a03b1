import { Injectable, ValidationPipe, type ArgumentMetadata } from '@nestjs/common';
import type { FieldError } from '@signpost/contracts';
import type { ValidationError } from 'class-validator';
import { ApiError, failField } from '../errors/index.js';

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
      const body: unknown = value ?? {};
      if (typeof body !== 'object' || Array.isArray(body)) failField('', 'The body must be a JSON object.');
      return super.transform(body, metadata);
    }
    return super.transform(value, metadata);
  }
}

function refuse(errors: ValidationError[]): ApiError {
  return new ApiError('validation_failed', { errors: flatten(errors, '').slice(0, 200) });
}

function flatten(errors: readonly ValidationError[], parent: string): FieldError[] {
  return errors.flatMap((error) => {
    const field = parent === '' ? error.property : `${parent}.${error.property}`;
    const [message] = Object.entries(error.constraints ?? {}).map(([rule, text]) =>
      rule === 'whitelistValidation' ? 'This field is not known here.' : text,
    );
    return [...(message === undefined ? [] : [{ field, message }]), ...flatten(error.children ?? [], field)];
  });
}
