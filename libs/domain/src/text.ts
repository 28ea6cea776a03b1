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

// Format characters and what fonts draw as nothing: zero-width spaces, direction marks, soft hyphens, Hangul fillers. Inside
// text they are text: an emoji may be several joined by one.
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const VISIBLE = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** Whether some character of the text is not seen where it is shown. */
export function hasInvisible(text: string): boolean {
  return INVISIBLE.test(text);
}

/** Without the space around it; nothing where nothing can be seen. */
export function trimmed(text: string): string {
  return VISIBLE.test(text) ? text.trim() : '';
}

/** Trimmed, and null when nothing is left. Anything but a string passes unchanged, for the validation to check. */
export function trimToNull(input: unknown): unknown {
  return typeof input === 'string' ? trimmed(input) || null : input;
}

/** A text without regard to case, as Unicode folds it in full (`ß` is `ss`), and in NFC: for comparing, not for showing. */
export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase().toUpperCase().normalize('NFC');
}
