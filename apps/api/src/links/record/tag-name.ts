import { applyDecorators } from '@nestjs/common';
import { LIMITS, type RuleName, type RuleParams } from '@signpost/contracts';
import { textProblem, trimmed } from '@signpost/domain';
import { Transform, type TransformFnParams } from 'class-transformer';
import { Documented, rule, Text } from '../../platform/validation/index.js';

// Lists of tags are written with commas in queries and with bars in files.
const SEPARATOR = /[,|]/;
/** The same in the words of JSON Schema, with something to be seen in it. */
export const TAG_PATTERN = '^[^,|]*[^\\s,|][^,|]*$';

/** A tag name as it is stored: trimmed, and an accented letter as one character whatever keyboard it came from. */
export function tagNameOf(text: string): string {
  return trimmed(text).normalize('NFC');
}

/** Which rule a trimmed tag name breaks, or null: 1 to 40 characters, no comma, no bar. */
export function tagNameProblem(name: string): { rule: RuleName; params?: RuleParams } | null {
  if (name === '') return { rule: 'tag_empty' };
  if (Array.from(name).length > LIMITS.tagNameLength)
    return { rule: 'too_long', params: { max: LIMITS.tagNameLength } };
  if (textProblem(name) !== null) return { rule: 'control_characters' };
  return SEPARATOR.test(name) ? { rule: 'tag_separator' } : null;
}

/** The name of a tag in a body. */
export const TagName = () =>
  applyDecorators(
    // Length and control characters are validated by the rules of a text.
    rule('tagName', (value) => typeof value === 'string' && !SEPARATOR.test(value), 'tag_separator'),
    Text({ max: LIMITS.tagNameLength }),
    Documented({ pattern: TAG_PATTERN }),
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
