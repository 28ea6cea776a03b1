import { applyDecorators } from '@nestjs/common';
import { Transform, type TransformFnParams } from 'class-transformer';
import { IsIn, IsString } from 'class-validator';
import { Optional, withRule } from '../../platform/validation/index.js';

/** Transforms a value before validation. */
export const change = (to: (value: unknown) => unknown) =>
  Transform(({ value }: TransformFnParams): unknown => to(value));

/** One of the given words. */
export const OneOf = (words: readonly string[]) =>
  applyDecorators(
    // Bodies send flags as booleans, queries as words.
    change((value) => (typeof value === 'boolean' ? String(value) : value)),
    Optional(),
    IsIn(words, withRule('one_of', { known: words })),
    IsString(withRule('given_twice')),
  );
