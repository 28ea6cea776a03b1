import { LIMITS } from '@signpost/contracts';
import { RESERVED_SLUGS, RESERVED_WORKSPACE_SLUGS } from './reserved-words.js';

export { RESERVED_SLUGS } from './reserved-words.js';

/** Alphabet of generated slugs (decisions 3): no 0/o, 1/i/l, which people confuse when they copy by hand. */
export const SLUG_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';

// Explicit letter ranges and no `i` flag: toLowerCase() turns the Kelvin sign into `k`, so the check comes before it.
const LINK_SLUG = /^[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?$/;
const HYPHENATED = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

/** Why a slug or prefix is refused: invalid form, or reserved for the product. */
export type SlugRefusal = { ok: false; reason: 'invalid' | 'reserved' };
/** A slug in its stored form, or why it is refused. */
export type ParsedSlug = { ok: true; slug: string } | SlugRefusal;
/** A link prefix in its stored form, or why it is refused. */
export type ParsedPrefix = { ok: true; prefix: string } | SlugRefusal;

const INVALID: SlugRefusal = Object.freeze({ ok: false, reason: 'invalid' });
const RESERVED: SlugRefusal = Object.freeze({ ok: false, reason: 'reserved' });

/**
 * A random slug of `length` characters from {@link SLUG_ALPHABET}, never a reserved word. Unbiased: bytes beyond the
 * largest multiple of the alphabet size are discarded instead of being reduced by modulo.
 * @param randomBytes a cryptographic source that returns `n` fresh bytes.
 * @throws RangeError when `length` is not an integer from 1 to 64; Error when the source keeps returning unusable
 *   bytes.
 */
export function generateSlug(length: number, randomBytes: (n: number) => Uint8Array): string {
  if (!Number.isInteger(length) || length < 1 || length > LIMITS.slugLength) {
    throw new RangeError('A slug has 1 to 64 characters.');
  }
  const limit = 256 - (256 % SLUG_ALPHABET.length);
  let slug = '';
  for (let draw = 0; draw < 1000; draw += 1) {
    for (const byte of randomBytes(length - slug.length)) {
      if (byte < limit && slug.length < length) slug += SLUG_ALPHABET.charAt(byte % SLUG_ALPHABET.length);
    }
    if (slug.length === length) {
      if (!RESERVED_SLUGS.has(slug)) return slug;
      slug = '';
    }
  }
  throw new Error('The random source gives no usable bytes.');
}

/** A custom link slug (decisions 3): trimmed, lower-cased, 1–64 of `[a-z0-9_-]`, no hyphen at either end. */
export function parseSlug(input: string): ParsedSlug {
  const text = input.trim();
  if (text.length > LIMITS.slugLength || !LINK_SLUG.test(text)) return INVALID;
  const slug = text.toLowerCase();
  return RESERVED_SLUGS.has(slug) ? RESERVED : { ok: true, slug };
}

/**
 * A link prefix (decisions 3): trimmed, 1–32 of `[a-z0-9]` with inner hyphens. Capitals are refused, since only slugs
 * are lower-cased; requested paths are still matched case-insensitively.
 */
export function parsePrefix(input: string): ParsedPrefix {
  const prefix = input.trim();
  if (prefix.length > LIMITS.prefixLength || !HYPHENATED.test(prefix)) return INVALID;
  return RESERVED_SLUGS.has(prefix) ? RESERVED : { ok: true, prefix };
}

/** A workspace slug (decisions 2): trimmed, 3–63 of `[a-z0-9-]`, no hyphen at either end; punycode labels are reserved. */
export function parseWorkspaceSlug(input: string): ParsedSlug {
  const slug = input.trim();
  const { workspaceSlugMin: min, workspaceSlugMax: max } = LIMITS;
  if (slug.length < min || slug.length > max || !HYPHENATED.test(slug)) return INVALID;
  return slug.startsWith('xn--') || RESERVED_WORKSPACE_SLUGS.has(slug) ? RESERVED : { ok: true, slug };
}

// Letters that NFKD does not decompose into a base letter and a mark.
// prettier-ignore
const SPELLED_OUT: Readonly<Record<string, string>> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i',
};

/**
 * A name in the letters of addresses: lower case, without accents and apostrophes, everything else as single hyphens,
 * none at either end. Empty when nothing remains.
 */
export function hyphenatedName(name: string): string {
  return (
    name
      .toLowerCase()
      .replace(/[ßæœøđðłþı]/g, (letter) => SPELLED_OUT[letter] ?? letter)
      .normalize('NFKD')
      .replace(/[\u0300-\u036f'’]/g, '')
      .toLowerCase()
      // Each run becomes a single hyphen, so that the result can never begin with `xn--`.
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
  );
}

/**
 * Derives a workspace slug from a name; the result always passes {@link parseWorkspaceSlug}. It may already be taken:
 * on a unique violation, call again with `attempt` 2, 3, … for `acme-2`, `acme-3`, …
 */
export function workspaceSlugFromName(name: string, attempt = 1): string {
  const suffix = attempt > 1 ? `-${attempt}` : '';
  const base = hyphenatedName(name)
    .slice(0, LIMITS.workspaceSlugMax - suffix.length)
    .replace(/-$/, '');
  if (base === '') return `team${suffix}`;
  // Only a reserved word or a text below three characters can be refused here.
  return base + (parseWorkspaceSlug(base).ok ? '' : '-workspace') + suffix;
}
