import { parseSlug, RESERVED_SLUGS } from '../link/slug.js';
import { lengthOf } from '../text.js';

/** What a short address of another shortener becomes in Signpost. */
export type AddressForm =
  /** Valid as a slug; visitors may write it in any case. */
  | { readonly kind: 'slug'; readonly path: string; readonly slug: string }
  /** Not valid as a slug, but valid as a kept path. */
  | { readonly kind: 'kept_path'; readonly path: string }
  /** The bare domain, which cannot be a link. */
  | { readonly kind: 'root_address'; readonly path: '' }
  /** A path that Signpost itself serves. */
  | { readonly kind: 'reserved_address'; readonly path: string }
  /** Too long, or contains characters that neither slugs nor kept paths may contain. */
  | { readonly kind: 'unsayable_address'; readonly path: string };

/** Longest kept path, in characters after decoding (decisions 3). */
const KEPT_PATH_LENGTH = 255;

const WHOLE = /^https?:\/\/([^/?#]*)([^?#]*)/i;
const HOST_FIRST = /^((?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d+)?)(\/[^?#]*)/iu;

/** Host and path of a cell that holds a whole address; null for a bare code or path. */
export function splitAddress(cell: string): { readonly host: string; readonly path: string } | null {
  const match = WHOLE.exec(cell.trim()) ?? HOST_FIRST.exec(cell.trim());
  return match === null ? null : { host: (match[1] ?? '').toLowerCase(), path: match[2] ?? '' };
}

/** The path of a short address in any notation, decoded once, in NFC, without leading and trailing slashes. */
export function pathOfAddress(cell: string): string {
  const raw = (splitAddress(cell)?.path ?? cell.trim()).replace(/^\/+|\/+$/g, '');
  try {
    return decodeURIComponent(raw).normalize('NFC');
  } catch {
    return raw.normalize('NFC');
  }
}

/** What the path can become, judged on its own; conflicts with other addresses of the file are checked elsewhere. */
export function formOfPath(path: string): AddressForm {
  if (path === '') return { kind: 'root_address', path };
  const [first = ''] = path.split('/', 1);
  if (RESERVED_SLUGS.has(first.toLowerCase())) return { kind: 'reserved_address', path };
  const parsed = parseSlug(path);
  if (parsed.ok) return { kind: 'slug', path, slug: parsed.slug };
  const isSayable =
    lengthOf(path) <= KEPT_PATH_LENGTH && !/\p{C}/u.test(path) && path.split('/').every((segment) => segment !== '');
  return { kind: isSayable ? 'kept_path' : 'unsayable_address', path };
}
