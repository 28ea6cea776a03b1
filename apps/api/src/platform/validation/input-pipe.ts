import { Injectable, ValidationPipe, type ArgumentMetadata, type Type } from '@nestjs/common';
import { getMetadataStorage, type ValidationError } from 'class-validator';
import { ApiError, failField } from '../errors/index.js';
import { checkInput, fieldErrors } from './check-input.js';
import { isJudgedFurther, keepProblems } from './judged-further.js';
import { emptyAllowedOf, lostFilters } from './lost-filters.js';

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
    if (metadata.type === 'query') {
      refuseLostFilters(value, metadata);
      return this.queries.transform(value, metadata);
    }
    if (metadata.type === 'body') {
      // No body at all is one without any field: routes whose fields are all optional need none.
      const body: unknown = value === undefined ? {} : value;
      if (typeof body !== 'object' || body === null || Array.isArray(body)) {
        failField('', 'body_not_object');
      }
      const { metatype } = metadata;
      if (metatype === undefined || !isJudgedFurther(metatype)) return super.transform(body, metadata);
      const { input, errors } = checkInput(metatype as Type<object>, body);
      keepProblems(input, errors);
      return input;
    }
    return super.transform(value, metadata);
  }
}

function refuse(errors: ValidationError[]): ApiError {
  return new ApiError('validation_failed', { errors: fieldErrors(errors).slice(0, 200) });
}

function refuseLostFilters(query: unknown, { metatype }: ArgumentMetadata): void {
  const mayBeEmpty = metatype === undefined ? null : emptyAllowedOf(metatype);
  if (metatype === undefined || mayBeEmpty === null || typeof query !== 'object' || query === null) return;
  const rules = getMetadataStorage().getTargetValidationMetadatas(metatype, '', true, false);
  const known = [...new Set(rules.map(({ propertyName }) => propertyName))];
  const errors = lostFilters(query as Record<string, unknown>, known, mayBeEmpty);
  if (errors.length > 0) throw new ApiError('validation_failed', { errors });
}
