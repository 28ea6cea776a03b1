import { applyDecorators } from '@nestjs/common';
import { Transform, type TransformFnParams } from 'class-transformer';
import { IsIn, IsInt, IsString, Max, Min } from 'class-validator';
import { Optional } from '../platform/validation/index.js';

/** Rewrites a value before it is judged. */
export const change = (to: (value: unknown) => unknown) =>
  Transform(({ value }: TransformFnParams): unknown => to(value));

/** A whole number written in digits, as queries have it. */
export const Digits = (min: number, max: number) =>
  applyDecorators(
    change((value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value)),
    Optional(),
    Max(max, { message: `At most ${max}.` }),
    Min(min, { message: `At least ${min}.` }),
    IsInt({ message: 'This must be a whole number.' }),
  );

/** One of a few words. */
export const OneOf = (words: readonly string[]) =>
  applyDecorators(
    // Bodies write switches as booleans, queries as words.
    change((value) => (typeof value === 'boolean' ? String(value) : value)),
    Optional(),
    IsIn(words, { message: `One of ${words.join(', ')}.` }),
    IsString({ message: 'This may be given once.' }),
  );
