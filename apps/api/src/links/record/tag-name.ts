import { applyDecorators } from '@nestjs/common';
import { LIMITS } from '@signpost/contracts';
import { textProblem, trimmed } from '@signpost/domain';
import { ValidateBy } from 'class-validator';
import { Transform, type TransformFnParams } from 'class-transformer';
import { Text } from '../../platform/validation/index.js';

// Lists of tags are written with commas in queries and with bars in files.
const SEPARATOR = /[,|]/;

/** A tag name as it is stored: trimmed, and an accented letter as one character whatever keyboard it came from. */
export function tagNameOf(text: string): string {
  return trimmed(text).normalize('NFC');
}

/** What is wrong with a trimmed tag name, or null: 1 to 40 characters, no comma, no bar. */
export function tagNameProblem(name: string): string | null {
  if (name === '') return 'A tag needs a name.';
  if (Array.from(name).length > LIMITS.tagNameLength) return `At most ${LIMITS.tagNameLength} characters.`;
  if (textProblem(name) !== null) return 'Control characters are not allowed.';
  return SEPARATOR.test(name) ? 'A tag name holds no comma and no bar (|).' : null;
}

/** The name of a tag in a body. */
export const TagName = () =>
  applyDecorators(
    ValidateBy({
      name: 'tagName',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && tagNameProblem(value) === null,
        defaultMessage: (args) => (typeof args?.value === 'string' ? (tagNameProblem(args.value) ?? '') : ''),
      },
    }),
    Text({ max: LIMITS.tagNameLength }),
    Transform(({ value }: TransformFnParams): unknown => (typeof value === 'string' ? tagNameOf(value) : value)),
  );

/** Names in the order given, each once without regard to case: of two spellings the first one stays. */
export function distinctTagNames(names: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const name of names) {
    const key = name.toLowerCase();
    if (!byKey.has(key)) byKey.set(key, name);
  }
  return [...byKey.values()];
}
