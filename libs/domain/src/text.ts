/** `plain`: no control characters at all. `multiline`: line breaks and tabs are text (notes, a report's reason). */
export type TextKind = 'plain' | 'multiline';

/**
 * C0, DEL and C1 control characters, for use between the brackets of a regular expression. JSON permits most of them, and
 * PostgreSQL rejects NUL.
 */
export const CONTROL_CHARACTERS: Readonly<Record<TextKind, string>> = {
  plain: '\\x00-\\x1f\\x7f-\\x9f',
  multiline: '\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f',
};

const CONTROL: Readonly<Record<TextKind, RegExp>> = {
  plain: new RegExp(`[${CONTROL_CHARACTERS.plain}]`),
  multiline: new RegExp(`[${CONTROL_CHARACTERS.multiline}]`),
};

/** Why a string cannot be stored, or null. */
export function textProblem(text: string, kind: TextKind = 'plain'): 'control_character' | 'malformed' | null {
  if (CONTROL[kind].test(text)) return 'control_character';
  return text.isWellFormed() ? null : 'malformed';
}

// Format characters and characters without a glyph: zero-width spaces, direction marks, soft hyphens, Hangul fillers.
// They are allowed inside text: several emoji are joined by one.
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const VISIBLE = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** Whether the text contains an invisible character. */
export function hasInvisible(text: string): boolean {
  return INVISIBLE.test(text);
}

/** Number of characters (code points), the unit of all limits on the length of texts. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

/**
 * The text without the characters at its end for which `isLeftOut` holds. A regular expression that ends in `+$` would try each
 * run inside of the text anew: a third of a second for a path of 8,000 characters, minutes for a text of some hundred thousand.
 */
export function withoutEnd(text: string, isLeftOut: (character: string) => boolean): string {
  let end = text.length;
  while (end > 0) {
    // A low surrogate has no code point of its own.
    const pair = String.fromCodePoint(text.codePointAt(end - 2) ?? 0);
    const character = pair.length === 2 ? pair : text.charAt(end - 1);
    if (!isLeftOut(character)) break;
    end -= character.length;
  }
  return text.slice(0, end);
}

/** {@link withoutEnd}, at both ends. */
export function withoutAround(text: string, isLeftOut: (character: string) => boolean): string {
  let start = 0;
  while (start < text.length) {
    const character = String.fromCodePoint(text.codePointAt(start) ?? 0);
    if (!isLeftOut(character)) break;
    start += character.length;
  }
  return withoutEnd(text.slice(start), isLeftOut);
}

/** The text without white space at both ends; empty when the text has no visible character. */
export function trimmed(text: string): string {
  return VISIBLE.test(text) ? text.trim() : '';
}

/** Trimmed, and null when nothing is left. Anything but a string passes unchanged, for the validation to check. */
export function trimToNull(input: unknown): unknown {
  return typeof input === 'string' ? trimmed(input) || null : input;
}

/** Case-folded by Unicode's full folding (`ß` becomes `ss`) and in NFC: for comparison, not for display. */
export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase().toUpperCase().normalize('NFC');
}

// Characters that embed, override or isolate a direction, and a text with letters written from right to left.
const EMBEDDING = /[\u202a-\u202e\u2066-\u2069]/g;
const RIGHT_TO_LEFT = /^.*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc].*$/s;

/** A name for display in a sentence, which it cannot reorder: one in Hebrew or Arabic is isolated (U+2068 … U+2069). */
export function isolatedName(name: string): string {
  return name.replace(EMBEDDING, '').replace(RIGHT_TO_LEFT, '\u2068$&\u2069');
}
