import { LIMITS } from '@signpost/contracts';
import { decodedText, normalizeDestination, readableAddress } from '@signpost/domain';
import { bareAddress } from './typed-destination';

/** The end of a file's name that says what it holds. */
const EXTENSION = /\.[a-z][a-z0-9]{1,4}$/i;
/** What joins words in addresses. */
const JOINTS = /[-_+.~\s]+/;
/** A word that people read: three letters in a row, and not digits and letters mixed, as in ids. */
const WORD = /^\p{L}[\p{L}\p{M}'’]{2,}$/u;
/** Names of pages that say nothing of what is on them. */
const NAMELESS = new Set(['index', 'default', 'home']);

/**
 * A title for a new link, read off its destination alone: the words of the last part of the path that has any, else the
 * host. Nobody is asked. Null while what is typed is no destination.
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

/** `2026-spring_sale.html` → `2026 spring sale`, `Spring sale` for what begins with a letter; null for ids and the like. */
function wordsOf(part: string): string | null {
  const words = decodedText(part)
    .replace(EXTENSION, '')
    .split(JOINTS)
    .filter((word) => word !== '');
  const text = words.join(' ');
  if (!words.some((word) => WORD.test(word)) || NAMELESS.has(text.toLowerCase())) return null;
  return (text.charAt(0).toUpperCase() + text.slice(1)).slice(0, LIMITS.titleLength);
}
