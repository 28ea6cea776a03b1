import { RESERVED_SLUGS } from '@signpost/domain';
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
  const text = decoded(asked.path);
  const whole = addressOf(text, asked.query);
  const end = text.search(END);
  const cut = end === -1 ? null : addressOf(text.slice(0, end), queryBehind(asked, text, end));
  return [whole, cut].filter((found): found is PastedAddress => found !== null);
}

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

/** Every address that a path with its query may be, in the order in which a redirect tries them. */
export function shortPathsIn(pathWithQuery: string): ShortPath[] {
  const target = parseTarget(pathWithQuery);
  if (target === null) return [];
  const path = parseShortPath(target.path);
  const others = othersOf(target, path).map((other) => other.path);
  return path === null || isReserved(path) ? others : [path, ...others];
}

function isReserved({ prefix, slug }: ShortPath): boolean {
  return RESERVED_SLUGS.has(prefix === '' ? slug : prefix);
}

function nameOf(path: ShortPath | null): string {
  return path === null ? '' : `${path.prefix}/${path.slug}`;
}

function addressOf(text: string, query: string): PastedAddress | null {
  const path = text.replace(/\/{2,}/g, '/').replace(STUCK, '');
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
