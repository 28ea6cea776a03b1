import { LIMITS } from '@signpost/contracts';
import { decodedText, normalizeDestination, readableAddress } from '@signpost/domain';
import { bareAddress } from './typed-destination';

/** A file extension. */
const EXTENSION = /\.[a-z][a-z0-9]{1,4}$/i;
/** Separators of words in URLs. */
const JOINTS = /[-_+.~\s]+/;
/** A readable word: at least three letters, no digits, unlike ids. */
const WORD = /^\p{L}[\p{L}\p{M}'’]{2,}$/u;
/** File names that say nothing about the content. */
const NAMELESS = new Set(['index', 'default', 'home']);

/**
 * Suggests a title for a new link from its destination URL alone, without a request: the words of the last path segment
 * that has any, else the host. Null for an invalid destination.
 */
export function suggestedTitle(typed: string): string | null {
  const read = normalizeDestination(bareAddress(typed), { allowPrivate: true });
  if (!read.ok) return null;
  const { pathname } = new URL(read.url);
  const title = pathname
    .split('/')
    .map(wordsOf)
    .findLast((words) => words !== null);
  return title ?? readableAddress(read.url).replace(/^https?:\/\/(?:www\.)?([^/?#:]+).*$/, '$1');
}

/**
 * `2026-spring_sale.html` → `2026 spring sale`; a text that begins with a letter is capitalised: `Spring sale`; null
 * for ids and the like.
 */
function wordsOf(part: string): string | null {
  const words = decodedText(part)
    .replace(EXTENSION, '')
    .split(JOINTS)
    .filter((word) => word !== '');
  const text = words.join(' ');
  if (!words.some((word) => WORD.test(word)) || NAMELESS.has(text.toLowerCase())) return null;
  return (text.charAt(0).toUpperCase() + text.slice(1)).slice(0, LIMITS.titleLength);
}
