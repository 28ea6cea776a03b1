import { LIMITS, type RuleName } from '@signpost/contracts';
import { classifyHost } from './ip-address.js';
import { encodeForHeader } from './percent-encoding.js';
import { textProblem, withoutAround } from '../text.js';

/** Rules of the instance for destinations. */
export interface DestinationRules {
  /** Whether loopback, private and link-local hosts are allowed (`ALLOW_PRIVATE_DESTINATIONS`). */
  allowPrivate?: boolean;
}

/** A destination in its stored form, or the rule that it violates. */
export type NormalizedDestination =
  /** `host`: host name without port and without a trailing dot; IPv6 addresses in brackets. */
  { ok: true; url: string; host: string } | { ok: false; rule: UrlRule };

/** Why an address is refused; `url_too_long` has the parameter `max`. */
export type UrlRule = Extract<RuleName, `url_${string}`>;

const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
/**
 * `example.com:8443/x` and `localhost:3000`: the text after the colon is a port, so the text before it is a host, not a
 * scheme.
 */
const HOST_AND_PORT = /^[^:/?#]+:\d{1,5}(?:[/?#]|$)/;
const LABEL = /^[a-z0-9_-]{1,63}$/;

/**
 * Invisible characters at either end of a URL; variation selectors are excluded because they belong to an emoji at the
 * end.
 */
const UNSEEN = /^(?!\p{Variation_Selector})[\s\p{Cf}\p{Default_Ignorable_Code_Point}]$/u;
const QUOTED = /^["'`<(\p{Pi}\p{Pf}‚„]/u;
/** `https;//`, `https//`, `https:/` and `http:example.com`, but not a host name that begins with `http`. */
const MISTYPED_SCHEME = /^https?(?:[;,]|:?\/|:(?!\d))/i;
const DOUBLE_SCHEME = /^https?:\/\/https?(?:[:;]|\/\/)/i;

const refuse = (rule: UrlRule): NormalizedDestination => ({ ok: false, rule });

/**
 * The stored form of a destination (decisions 4 and the fine points): `https://` is assumed when no scheme is given;
 * only http and https are accepted; no user-info; scheme and host in lower case, international names in punycode,
 * default port dropped; everything after the host byte for byte, except what no `Location` header can carry: spaces and
 * non-ASCII characters after the host are percent-encoded as UTF-8. White space and invisible characters at both ends
 * are removed. At most 2,048 characters, before and after. Idempotent.
 *
 * Refused unless `allowPrivate`: IP addresses that are not publicly routable, in every notation, `localhost`,
 * `*.localhost`, `*.local`, `*.internal`.
 */
export function normalizeDestination(input: string, rules: DestinationRules = {}): NormalizedDestination {
  const text = withoutAround(input, (character) => UNSEEN.test(character));
  if (text === '') return refuse('url_empty');
  if (text.length > LIMITS.destinationLength) return tooLong();
  // Refused rather than encoded: no legitimate URL contains a control character.
  if (textProblem(text) !== null) return refuse('url_characters');

  const slip = slipIn(text);
  if (slip !== null) return refuse(slip);
  const split = splitScheme(text);
  if (split === null) return refuse('url_scheme');
  const authority = /^[^/?#]*/.exec(split.rest)?.[0] ?? '';
  if (authority.includes('@')) return refuse('url_user_info');
  const host = parseAuthority(split.scheme, authority);
  if (host === null) return refuse('url_invalid');
  const refusal = refusalOfHost(host.name, rules.allowPrivate === true);
  if (refusal !== null) return refuse(refusal);

  const url = `${split.scheme}://${host.authority}${encodeForHeader(split.rest.slice(authority.length))}`;
  if (url.length > LIMITS.destinationLength) return tooLong();
  return { ok: true, url, host: host.name };
}

function tooLong(): NormalizedDestination {
  return refuse('url_too_long');
}

/** The typing or pasting mistake in a URL, or null. */
function slipIn(text: string): UrlRule | null {
  if (QUOTED.test(text)) return 'url_quoted';
  if (DOUBLE_SCHEME.test(text)) return 'url_scheme_twice';
  const isMistyped = MISTYPED_SCHEME.test(text) && !/^https?:\/\/(?:[^/]|$)/i.test(text);
  return isMistyped ? 'url_scheme_mistyped' : null;
}

/** Scheme and the text after `//`; null when the text names another scheme. */
function splitScheme(text: string): { scheme: 'http' | 'https'; rest: string } | null {
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase();
  if ((scheme === 'http' || scheme === 'https') && text.startsWith('//', scheme.length + 1)) {
    return { scheme, rest: text.slice(scheme.length + 3) };
  }
  if (scheme !== undefined && !HOST_AND_PORT.test(text)) return null;
  return { scheme: 'https', rest: text };
}

/**
 * The host as the URL standard parses it, which covers every notation of an IP address and is how browsers parse it.
 * Null when the authority is invalid. `name` lacks port and trailing dot, `authority` is what is stored.
 */
function parseAuthority(scheme: string, authority: string): { name: string; authority: string } | null {
  // Browsers end the host at a backslash and other parsers do not, so the two would disagree on the host.
  if (authority === '' || authority.includes('\\')) return null;
  let url: URL;
  try {
    url = new URL(`${scheme}://${authority}/`);
  } catch {
    return null;
  }
  if (url.hostname === '' || url.port === '0') return null;
  return { name: url.hostname.replace(/\.$/, ''), authority: url.host };
}

function refusalOfHost(name: string, allowPrivate: boolean): UrlRule | null {
  const kind = classifyHost(name);
  if (kind !== 'name') return kind === 'closed-address' && !allowPrivate ? PRIVATE_REFUSED : null;
  if (name === 'localhost' || /\.(?:localhost|local|internal)$/.test(name)) {
    if (!allowPrivate) return PRIVATE_REFUSED;
    if (name === 'localhost') return null;
  }
  const labels = name.split('.');
  const valid = labels.length > 1 && name.length <= 253 && labels.every((label) => LABEL.test(label));
  return valid ? null : 'url_host';
}

const PRIVATE_REFUSED = 'url_private' satisfies UrlRule;
