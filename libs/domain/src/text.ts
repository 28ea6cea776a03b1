/** `plain`: no control characters at all. `multiline`: line breaks and tabs are text (notes, a report's reason). */
export type TextKind = 'plain' | 'multiline';

export type ParsedText =
  /** Trimmed; null when nothing is left. */
  { ok: true; value: string | null } | { ok: false; reason: 'control_character' | 'malformed' | 'too_long' };

// C0, DEL and C1, of which JSON lets all but a few through and PostgreSQL refuses one (NUL).
const CONTROL: Readonly<Record<TextKind, RegExp>> = {
  // eslint-disable-next-line no-control-regex
  plain: /[\u0000-\u001f\u007f-\u009f]/,
  // eslint-disable-next-line no-control-regex
  multiline: /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/,
};

/**
 * A text field as it is stored (decisions 1): trimmed, an empty one is null. Refused, never repaired: control
 * characters and lone surrogates, which the database cannot hold, and text beyond `maximum` UTF-16 code units.
 * Not for passwords, which are taken as they come.
 */
export function parseText(input: string, maximum: number, kind: TextKind = 'plain'): ParsedText {
  const value = input.trim();
  const reason = textProblem(value, kind);
  if (reason !== null) return { ok: false, reason };
  if (value.length > maximum) return { ok: false, reason: 'too_long' };
  return { ok: true, value: value === '' ? null : value };
}

/** What makes a string unfit to be stored, or null. */
export function textProblem(text: string, kind: TextKind = 'plain'): 'control_character' | 'malformed' | null {
  if (CONTROL[kind].test(text)) return 'control_character';
  return text.isWellFormed() ? null : 'malformed';
}

/** Trimmed, and null when nothing is left. Anything but a string passes unchanged, for the validation to judge. */
export function trimToNull(input: unknown): unknown {
  return typeof input === 'string' ? input.trim() || null : input;
}
