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
