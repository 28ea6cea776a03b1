import { Injectable, ValidationPipe, type ArgumentMetadata, type Type } from '@nestjs/common';
import type { FieldError } from '@signpost/contracts';
import { isRecord } from '@signpost/domain';
import { ApiError, failField } from '../errors/index.js';
import { checkInput } from './check-input.js';
import { isValidatedFurther, keepProblems } from './validated-further.js';
import { problemsTogether } from './validated-together.js';
import { emptyAllowedOf, filterNames, lostFilters } from './lost-filters.js';
import { firstOfEach, notUtf8 } from './query-text.js';

/** Maximum number of problems in one response. */
export const MOST_NAMED = 200;

/**
 * Converts bodies and queries to their DTO, or rejects them with 422 listing every invalid field by its dotted path.
 * Unknown body keys are rejected, so that a typo is not silently ignored; unknown query keys are ignored.
 */
@Injectable()
export class InputPipe extends ValidationPipe {
  constructor() {
    super({ transform: true });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { metatype, type } = metadata;
    if (type === 'body') {
      // A missing body counts as an empty object, for routes whose fields are all optional.
      const body: unknown = value === undefined ? {} : value;
      if (!isRecord(body)) failField('', 'body_not_object');
      return this.hasRules(metadata) ? bodyOf(metatype as Type<object>, body) : body;
    }
    if (type === 'query' && this.hasRules(metadata) && typeof value === 'object' && value !== null) {
      return queryOf(metatype as Type<object>, { ...value });
    }
    return super.transform(value, metadata);
  }

  /** Whether the argument's class has validation rules. */
  private hasRules(metadata: ArgumentMetadata): boolean {
    return metadata.metatype !== undefined && this.toValidate(metadata);
  }
}

function bodyOf(type: Type<object>, body: object): object {
  const { input, errors } = checkInput(type, body);
  errors.push(...problemsTogether(type, input, errors));
  if (isValidatedFurther(type)) keepProblems(input, errors);
  else refuse(errors);
  return input;
}

function queryOf(type: Type<object>, query: Readonly<Record<string, unknown>>): object {
  const { input, errors } = checkInput(type, query, 'unknown keys are ignored');
  const problems = firstOfEach([...notUtf8(query, filterNames(type)), ...lostIn(type, query), ...errors]);
  refuse([...problems, ...problemsTogether(type, input, problems)]);
  return input;
}

function refuse(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw new ApiError('validation_failed', { errors: errors.slice(0, MOST_NAMED) });
}

/** Problems of empty filters, for a class of filters. */
function lostIn(type: Type<object>, query: Readonly<Record<string, unknown>>): FieldError[] {
  const mayBeEmpty = emptyAllowedOf(type);
  if (mayBeEmpty === null) return [];
  return lostFilters(query, filterNames(type), mayBeEmpty);
}
