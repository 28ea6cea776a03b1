/** `plain`: no control characters at all. `multiline`: line breaks and tabs are text (notes, a report's reason). */
export type TextKind = 'plain' | 'multiline';

// C0, DEL and C1, of which JSON lets all but a few through and PostgreSQL refuses one (NUL).
const CONTROL: Readonly<Record<TextKind, RegExp>> = {
  // eslint-disable-next-line no-control-regex
  plain: /[\u0000-\u001f\u007f-\u009f]/,
  // eslint-disable-next-line no-control-regex
  multiline: /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/,
};

/** What makes a string unfit to be stored, or null. */
export function textProblem(text: string, kind: TextKind = 'plain'): 'control_character' | 'malformed' | null {
  if (CONTROL[kind].test(text)) return 'control_character';
  return text.isWellFormed() ? null : 'malformed';
}

/** Trimmed, and null when nothing is left. Anything but a string passes unchanged, for the validation to judge. */
export function trimToNull(input: unknown): unknown {
  return typeof input === 'string' ? input.trim() || null : input;
}
