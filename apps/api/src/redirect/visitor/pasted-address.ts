import {
  behindUnlockPages,
  foldCase,
  keptPathIn,
  requestedKeptPath,
  RESERVED_SLUGS,
  withoutEnd,
} from '@signpost/domain';
import { parseShortPath, parseTarget, type RequestTarget, type ShortPath } from './short-path.js';

/** An address found inside a request target. */
export interface PastedAddress {
  readonly path: ShortPath;
  /** The request target that the visitor meant, with its query. */
  readonly target: RequestTarget;
}

/**
 * Characters at the end that belong to the surrounding text: footnote numbers and apostrophes that Unicode calls letters
 * too, but no letter or decimal digit of any script, and never `-` or `_`.
 */
const STUCK = /^(?![-_])[\p{P}\p{S}\p{Z}\p{C}\p{Me}\p{No}\u02b9-\u02df\u02ec\u02ee\p{Default_Ignorable_Code_Point}]$/u;
/** Ends an address inside a text: every quotation mark and bracket of Unicode, white space, and marks that URLs reserve. */
const END = /[?#&"'`<>|\s\p{White_Space}\p{Pi}\p{Pf}\p{Ps}\p{Pe}\u05f4\uff02\uff07]/u;

/**
 * The addresses that an unknown target may have been meant as, the likelier first (decisions 5): without repeated slashes and
 * without characters of the surrounding text at its end, then cut at the first character that ends an address in a text.
 * After `?` or `&` the rest is the visitor's query, which is put before the query of the request.
 */
export function pastedAddresses(target: RequestTarget): PastedAddress[] {
  return pastedTexts(target).flatMap(({ text, query }) => addressOf(text, query) ?? []);
}

/** The decoded path without repeated slashes and trailing characters of the text, then the same cut at {@link END}. */
function pastedTexts(target: RequestTarget): { text: string; query: string }[] {
  const text = decoded(target.path);
  const end = text.search(END);
  const whole = { text: bare(text), query: target.query };
  return end === -1 ? [whole] : [whole, { text: bare(text.slice(0, end)), query: queryBehind(target, text, end) }];
}

const bare = (text: string): string => withoutEnd(text.replace(/\/{2,}/g, '/'), (character) => STUCK.test(character));

/**
 * {@link pastedAddresses} without the address already tried and without reserved words.
 * @param tried null when the target itself is not an address.
 */
export function othersOf(target: RequestTarget, tried: ShortPath | null): PastedAddress[] {
  const seen = new Set([nameOf(tried)]);
  return pastedAddresses(target).filter(({ path }) => {
    const name = nameOf(path);
    if (seen.has(name) || isReserved(path)) return false;
    seen.add(name);
    return true;
  });
}

/**
 * Every address that a target may mean in a workspace with kept paths, in the order in which a redirect tries them: the exact
 * kept path, the slug, both without trailing characters of the text, and last kept paths without regard to case.
 * In place of the slug, a kept path has one leading slash; two when it is matched without regard to case.
 */
export function addressesWithKept(requested: RequestTarget): PastedAddress[] {
  const slug = parseShortPath(requested.path);
  const exact = requestedKeptPath(requested.path);
  const pasted = pastedKeptPaths(requested).filter(({ kept }) => kept !== exact);
  // A slug is lower case; a kept path may have been printed with capitals, and a slug is never an exact one.
  const slugPath = slug === null ? null : slug.prefix === '' ? slug.slug : `${slug.prefix}/${slug.slug}`;
  const whole = exact ?? slugPath;
  return [
    ...(exact === null ? [] : [keptAddress(`/${exact}`, requested)]),
    ...(slug === null ? [] : [{ path: slug, target: requested }]),
    ...pasted.flatMap(({ kept, isSlug, target }) => (isSlug ? [] : [keptAddress(`/${kept}`, target)])),
    ...othersOf(requested, slug),
    ...(whole === null ? [] : [keptAddress(`//${foldCase(whole)}`, requested)]),
    ...pasted.flatMap(({ kept, target }) =>
      whole !== null && foldCase(kept) === foldCase(whole) ? [] : [keptAddress(`//${foldCase(kept)}`, target)],
    ),
  ];
}

const keptAddress = (slug: string, target: RequestTarget): PastedAddress => ({ path: { prefix: '', slug }, target });

/** The kept paths that a target may mean without trailing characters of the text; also slugs, which differ from one by case. */
function pastedKeptPaths(requested: RequestTarget): { kept: string; isSlug: boolean; target: RequestTarget }[] {
  const seen = new Set<string>();
  return pastedTexts(requested).flatMap(({ text, query }) => {
    const path = text.includes('\ufffd') ? null : keptPathIn(text);
    const kept = path ?? addressOf(text, query)?.path.slug ?? null;
    if (kept === null || seen.has(kept)) return [];
    seen.add(kept);
    const target = { path: `/${kept.split('/').map(encodeURIComponent).join('/')}`, query };
    return [{ kept, isSlug: path === null, target }];
  });
}

/** Every address that a path with its query may lead to, in the order in which a redirect tries them. */
export function shortPathsIn(pathWithQuery: string): ShortPath[] {
  const target = parseTarget(behindUnlockPages(pathWithQuery));
  if (target === null) return [];
  return addressesWithKept(target)
    .map(({ path }) => path)
    .filter((path) => path.slug.startsWith('/') || !isReserved(path));
}

function isReserved({ prefix, slug }: ShortPath): boolean {
  return RESERVED_SLUGS.has(prefix === '' ? slug : prefix);
}

function nameOf(path: ShortPath | null): string {
  return path === null ? '' : `${path.prefix}/${path.slug}`;
}

function addressOf(path: string, query: string): PastedAddress | null {
  // The path is already decoded, so a percent sign left in it starts no percent-encoding.
  const parsed = path.includes('%') ? null : parseShortPath(path);
  return parsed === null ? null : { path: parsed, target: { path, query } };
}

/** The query that followed an address: as sent if its `&` was not percent-encoded, otherwise decoded like the rest. */
function queryBehind(target: RequestTarget, text: string, end: number): string {
  const mark = text[end];
  if (mark !== '?' && mark !== '&') return target.query;
  const ampersand = target.path.indexOf('&');
  const isAsSent = mark === '&' && ampersand !== -1 && decoded(target.path.slice(0, ampersand)).length === end;
  const behind = isAsSent ? target.path.slice(ampersand) : text.slice(end).replace(/#.*$/s, '');
  return [behind.replace(/^[?&]+/, ''), target.query].filter((part) => part !== '').join('&');
}

/** Decodes percent-encoding once. Bytes that are not UTF-8 become replacement characters, which no address contains. */
function decoded(path: string): string {
  const bytes = path.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
