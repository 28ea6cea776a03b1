import { foldCase, keptPathIn, requestedKeptPath, RESERVED_SLUGS } from '@signpost/domain';
import { parseShortPath, parseTarget, type RequestTarget, type ShortPath } from './short-path.js';

/** An address inside what was asked for. */
export interface PastedAddress {
  readonly path: ShortPath;
  /** The same as a visitor would have asked for it, with the query that was meant. */
  readonly target: RequestTarget;
}

/** What stands around an address in a text and is no part of it. No letter or digit of any script, and never `-` or `_`. */
const STUCK = /(?:(?![-_])[\p{P}\p{S}\p{Z}\p{C}\p{Me}\p{Default_Ignorable_Code_Point}])+$/u;
/** Where an address in a text ends, whatever follows: quotes are all that Unicode calls so, and brackets. */
const END = /[?#&"'`<>|\s\p{Pi}\p{Pf}\p{Ps}\p{Pe}]/u;

/**
 * The addresses that a target which leads nowhere may have been meant to be, the likelier first (decisions 5): without
 * repeated slashes and without what stuck to its end when it was pasted, and then up to the first character that ends an
 * address in a text. After `?` and `&` the rest is the visitor's query and comes before the one of the request.
 */
export function pastedAddresses(asked: RequestTarget): PastedAddress[] {
  return pastedTexts(asked).flatMap(({ text, query }) => addressOf(text, query) ?? []);
}

/** A target's path decoded, without repeated slashes and what stuck to it, and the same up to where an address ends in a text. */
function pastedTexts(asked: RequestTarget): { text: string; query: string }[] {
  const text = decoded(asked.path);
  const end = text.search(END);
  const whole = { text: bare(text), query: asked.query };
  return end === -1 ? [whole] : [whole, { text: bare(text.slice(0, end)), query: queryBehind(asked, text, end) }];
}

const bare = (text: string): string => text.replace(/\/{2,}/g, '/').replace(STUCK, '');

/**
 * The same without what was tried already; words of the product are no addresses.
 * @param tried null when the target is none as it stands.
 */
export function othersOf(asked: RequestTarget, tried: ShortPath | null): PastedAddress[] {
  const seen = new Set([nameOf(tried)]);
  return pastedAddresses(asked).filter(({ path }) => {
    const name = nameOf(path);
    if (seen.has(name) || isReserved(path)) return false;
    seen.add(name);
    return true;
  });
}

/**
 * Every address that a target may be where a workspace has kept paths, in the order in which a redirect tries them: as it was
 * printed for a former shortener, as a slug, both without what stuck to it, and last kept paths without regard to case.
 * Kept paths have a slash in front of them in the place of the slug, two where case does not matter.
 */
export function addressesWithKept(asked: RequestTarget): PastedAddress[] {
  const slug = parseShortPath(asked.path);
  const exact = requestedKeptPath(asked.path);
  const pasted = pastedKeptPaths(asked).filter(({ kept }) => kept !== exact);
  // A slug is spelt in small letters; a path may have been printed with capitals.
  const spelt = slug === null ? null : slug.prefix === '' ? slug.slug : `${slug.prefix}/${slug.slug}`;
  const whole = exact ?? spelt;
  return [
    ...(exact === null ? [] : [keptAddress(`/${exact}`, asked)]),
    ...(slug === null ? [] : [{ path: slug, target: asked }]),
    ...pasted.map(({ kept, target }) => keptAddress(`/${kept}`, target)),
    ...othersOf(asked, slug),
    ...(whole === null ? [] : [keptAddress(`//${foldCase(whole)}`, asked)]),
    ...pasted.map(({ kept, target }) => keptAddress(`//${foldCase(kept)}`, target)),
  ];
}

const keptAddress = (slug: string, target: RequestTarget): PastedAddress => ({ path: { prefix: '', slug }, target });

/** The kept paths that a target without what stuck to it may be. */
function pastedKeptPaths(asked: RequestTarget): { kept: string; target: RequestTarget }[] {
  const seen = new Set<string>();
  return pastedTexts(asked).flatMap(({ text, query }) => {
    const kept = text.includes('\ufffd') ? null : keptPathIn(text);
    if (kept === null || seen.has(kept)) return [];
    seen.add(kept);
    return [{ kept, target: { path: `/${kept.split('/').map(encodeURIComponent).join('/')}`, query } }];
  });
}

/** Every address that a path with its query may be, in the order in which a redirect tries them. */
export function shortPathsIn(pathWithQuery: string): ShortPath[] {
  const target = parseTarget(pathWithQuery);
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
  // It is decoded: what a percent sign is left of it is no code.
  const parsed = path.includes('%') ? null : parseShortPath(path);
  return parsed === null ? null : { path: parsed, target: { path, query } };
}

/** The query that stood behind an address: as it was sent where its `&` was, else decoded like the rest. */
function queryBehind(asked: RequestTarget, text: string, end: number): string {
  const mark = text[end];
  if (mark !== '?' && mark !== '&') return asked.query;
  const ampersand = asked.path.indexOf('&');
  const isAsSent = mark === '&' && ampersand !== -1 && decoded(asked.path.slice(0, ampersand)).length === end;
  const behind = isAsSent ? asked.path.slice(ampersand) : text.slice(end).replace(/#.*$/s, '');
  return [behind.replace(/^[?&]+/, ''), asked.query].filter((part) => part !== '').join('&');
}

/** Percent-encoding decoded once. Bytes that are no UTF-8 become replacement characters, which stick to no address. */
function decoded(path: string): string {
  const bytes = path.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
