import { linkInFormula } from '../csv-cell.js';
import { keptPathOf, keptPathProblem } from '../link/kept-path.js';
import { parseSlug } from '../link/slug.js';

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

const WHOLE = /^https?:\/\/([^/?#]*)([^?#]*)/i;
/** Without a scheme: a host with a top-level domain in letters or punycode, and a path. */
const HOST_FIRST = /^(?:\/\/)?((?:[\p{L}\p{N}-]+\.)+(?:\p{L}{2,}|xn--[a-z\d-]+)(?::\d+)?)(\/[^?#]*)/iu;

/** Host and path of a cell that holds a whole address, also as a formula that links it; null for a bare code or path. */
export function splitAddress(cell: string): { readonly host: string; readonly path: string } | null {
  const text = linkInFormula(cell.trim());
  const match = WHOLE.exec(text) ?? HOST_FIRST.exec(text);
  return match === null ? null : { host: (match[1] ?? '').toLowerCase(), path: match[2] ?? '' };
}

/** Whether a cell is a whole address, or a host with a path: `https://acme.example`, `acme.example/1`. */
export function isAddress(cell: string): boolean {
  return (splitAddress(cell)?.host ?? '') !== '';
}

/** The path of a short address in any notation, decoded once, in NFC, without leading and trailing slashes. */
export function pathOfAddress(cell: string): string {
  return keptPathOf(splitAddress(cell)?.path ?? cell);
}

/** Whether a whole address has percent signs that encode no UTF-8 (`caf%E9`): no request for it could be told from others. */
export function isUndecodable(cell: string): boolean {
  try {
    decodeURIComponent(splitAddress(cell)?.path ?? '');
    return false;
  } catch {
    return true;
  }
}

/** What the path can become, judged on its own; conflicts with other addresses of the file are checked elsewhere. */
export function formOfPath(path: string): AddressForm {
  if (path === '') return { kind: 'root_address', path };
  const parsed = parseSlug(path);
  if (parsed.ok) return { kind: 'slug', path, slug: parsed.slug };
  const problem = keptPathProblem(path);
  if (problem === null) return { kind: 'kept_path', path };
  return { kind: problem.rule === 'slug_reserved' ? 'reserved_address' : 'unsayable_address', path };
}
