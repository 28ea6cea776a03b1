import { applyDecorators } from '@nestjs/common';
import { LIMITS, type RuleName, type RuleParams } from '@signpost/contracts';
import { CONTROL_CHARACTERS, lengthOf, textProblem, trimmed } from '@signpost/domain';
import { changeText, Documented, rule, Text } from '../../platform/validation/index.js';

// Lists of tags are separated by commas in queries and by vertical bars in files.
const SEPARATOR = /[,|]/;
const EXCLUDED = `,|${CONTROL_CHARACTERS.plain}`;
/** The rule as a JSON Schema pattern, with at least one visible character. */
export const TAG_PATTERN = `^[^${EXCLUDED}]*[^\\s${EXCLUDED}][^${EXCLUDED}]*$`;

/** A tag name in its stored form: trimmed, and in NFC. */
export function tagNameOf(text: string): string {
  return trimmed(text).normalize('NFC');
}

/** The rule that a trimmed tag name violates, or null: 1 to 40 characters, no comma, no vertical bar. */
export function tagNameProblem(name: string): { rule: RuleName; params?: RuleParams } | null {
  if (name === '') return { rule: 'tag_empty' };
  if (lengthOf(name) > LIMITS.tagNameLength) return { rule: 'too_long', params: { max: LIMITS.tagNameLength } };
  if (textProblem(name) !== null) return { rule: 'control_characters' };
  return SEPARATOR.test(name) ? { rule: 'tag_separator' } : null;
}

/** Validates a tag name in a request body. */
export const TagName = () =>
  applyDecorators(
    // Length and control characters are validated by `Text`.
    rule('tagName', (value) => typeof value === 'string' && !SEPARATOR.test(value), 'tag_separator'),
    Text({ max: LIMITS.tagNameLength }),
    Documented({ pattern: TAG_PATTERN }),
    changeText(tagNameOf),
  );

/** Distinct names in the order given, compared case-insensitively: the first spelling is kept. */
export function distinctTagNames(names: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const name of names) {
    const key = name.toLowerCase();
    if (!byKey.has(key)) byKey.set(key, name);
  }
  return [...byKey.values()];
}
