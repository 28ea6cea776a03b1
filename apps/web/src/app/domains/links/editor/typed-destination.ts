import { normalizeDestination } from '@signpost/domain';

/** Quotes and brackets that texts put around a URL. */
const AROUND = /^\s*[<"'`“”„‘’‚«»‹›]+([^]+?)[>"'`“”„‘’‚«»‹›]+\s*$/;

/** A URL without the quotes or brackets copied with it. Text with them on one side only is unchanged. */
export function bareAddress(typed: string): string {
  return AROUND.exec(typed)?.[1]?.trim() ?? typed;
}

/** Text that must be a URL: it has a scheme, or begins with a host that has a dot and ends with letters. */
const ADDRESS = /^(?:https?:\/\/\S+|(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[/?#:]\S*)?)$/iu;

/** The URL that the whole text consists of, for a new link; null for all other texts. */
export function pastedAddress(text: string): string | null {
  const address = bareAddress(text).trim();
  return ADDRESS.test(address) &&
    !areSeveralAddresses(address) &&
    normalizeDestination(address, { allowPrivate: true }).ok
    ? address
    : null;
}

/** What stands before a URL in running text without a space, and the punctuation after it. */
const BEFORE = /^(?:.*?(?=https?:\/\/)|[^\p{L}\p{N}]+)/iu;
const AFTER = /[.,;:!?…'"`“”„‘’‚«»‹›<>\]}]+$/u;

/** The first URL of a text, as apps share them: "Title (https://example.com/a)."; null where there is none. */
export function addressIn(text: string): string | null {
  const whole = pastedAddress(text);
  if (whole !== null) return whole;
  for (const word of text.split(/\s+/)) {
    const address = pastedAddress(withoutPunctuation(word.replace(BEFORE, '')));
    if (address !== null) return address;
  }
  return null;
}

/** A closing bracket belongs to the URL only where it closes one of it. */
function withoutPunctuation(word: string): string {
  const bare = word.replace(AFTER, '');
  const isOpen = bare.endsWith(')') && bare.split(')').length > bare.split('(').length;
  return isOpen ? withoutPunctuation(bare.slice(0, -1)) : bare;
}

/** The one URL that a text breaks over several lines, as mails do; null for all other texts. */
export function unwrappedAddress(text: string): string | null {
  if (!/[\r\n]/.test(text.trim()) || pastedAddresses(text) !== null) return null;
  const joined = bareAddress(text)
    .trim()
    .replace(/\s*[\r\n]\s*/g, '');
  return /^https?:/i.test(joined) ? pastedAddress(joined) : null;
}

/** The URLs of a text that consists only of several URLs, one per line; null for all other texts. */
export function pastedAddresses(text: string): string[] | null {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const found = lines.map((line) => pastedAddress(line)).filter((address) => address !== null);
  return lines.length > 1 && found.length === lines.length ? found : null;
}

/** Whether a text contains more than one URL, as when two lines are pasted into a single-line field. */
export function areSeveralAddresses(typed: string): boolean {
  return /(?!^)[\s"'<>“”„«»][,;]?\s*["'<“„«]?https?:\/\//i.test(typed.trim());
}
