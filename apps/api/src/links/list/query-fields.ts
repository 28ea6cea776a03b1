import { applyDecorators } from '@nestjs/common';
import { IsString } from 'class-validator';
import { change, OneOf, withRule } from '../../platform/validation/index.js';

/** One of the given words in a query, or in a body, which sends flags as booleans. */
export const Word = (words: readonly string[]) =>
  applyDecorators(
    change((value) => (typeof value === 'boolean' ? String(value) : value)),
    OneOf(words),
    IsString(withRule('given_twice')),
  );
