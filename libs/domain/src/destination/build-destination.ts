import { encodeForHeader } from './percent-encoding.js';

/** Effective UTM values of a link; null or empty means not set. */
export interface UtmValues {
  source: string | null;
  medium: string | null;
  campaign: string | null;
  term: string | null;
  content: string | null;
}

/** UTM values of a link. */
export interface LinkUtm {
  utmSource: string | null;
  utmMedium: string | null;
  utmCampaign: string | null;
  utmTerm: string | null;
  utmContent: string | null;
}

/** UTM values of a campaign. */
export interface CampaignUtm {
  utmCampaign: string;
  utmMedium: string | null;
}

/**
 * UTM values that a link adds to its destination (decisions 5): `utm_campaign` from the campaign, else from the link;
 * `utm_medium` from the link, else from the campaign; source, term and content from the link.
 */
export function effectiveUtm(link: LinkUtm, campaign: CampaignUtm | null): UtmValues {
  return {
    source: link.utmSource,
    medium: link.utmMedium ?? campaign?.utmMedium ?? null,
    campaign: campaign?.utmCampaign ?? link.utmCampaign,
    term: link.utmTerm,
    content: link.utmContent,
  };
}

interface Parameter {
  /** Decoded; compared case-sensitively. */
  key: string;
  /** As written to the `Location` header: printable ASCII only. */
  raw: string;
}

/**
 * The URL that a visitor is redirected to for a main or targeted destination (decisions 5): the destination's own
 * query, overridden by UTM values, overridden by the visitor's query string. Parameters that are not overridden keep
 * their bytes and their position. A later source replaces every value of its key: its parameters are placed where the
 * first replaced one was; new keys are appended. The fragment stays last. If nothing is added, the destination is
 * returned byte for byte.
 *
 * Everything before the query comes from `destination` alone, so the host cannot change. The visitor's query is made
 * safe for a header: everything but printable ASCII is percent-encoded, and so is `#`, which would start a fragment and
 * cut the query off.
 * @param visitorQuery raw, without `?`. A string whose characters are bytes (latin1, as Node reads a request line) must
 *   be decoded as UTF-8 by the caller first.
 */
export function buildDestination(destination: string, utm: UtmValues | null, visitorQuery: string): string {
  const withUtm = utm === null ? destination : mergeQuery(destination, utmParameters(utm));
  return visitorQuery === '' ? withUtm : mergeQuery(withUtm, visitorParameters(visitorQuery));
}

function utmParameters(utm: UtmValues): Parameter[] {
  const parameters: Parameter[] = [];
  addUtm(parameters, 'utm_source', utm.source);
  addUtm(parameters, 'utm_medium', utm.medium);
  addUtm(parameters, 'utm_campaign', utm.campaign);
  addUtm(parameters, 'utm_term', utm.term);
  addUtm(parameters, 'utm_content', utm.content);
  return parameters;
}

function addUtm(parameters: Parameter[], key: string, value: string | null): void {
  if (value !== null && value !== '') {
    parameters.push({ key, raw: `${key}=${encodeURIComponent(value.toWellFormed())}` });
  }
}

function visitorParameters(query: string): Parameter[] {
  const parameters: Parameter[] = [];
  for (const piece of query.split('&')) {
    if (piece !== '') parameters.push({ key: keyOf(piece), raw: encodeForHeader(piece).replaceAll('#', '%23') });
  }
  return parameters;
}

function mergeQuery(destination: string, added: readonly Parameter[]): string {
  if (added.length === 0) return destination;
  const hash = destination.indexOf('#');
  const fragment = hash === -1 ? '' : destination.slice(hash);
  const address = hash === -1 ? destination : destination.slice(0, hash);
  const mark = address.indexOf('?');
  if (mark === -1) return `${address}?${joinRaw(added)}${fragment}`;
  const own = address.slice(mark + 1);
  const query = own === '' ? joinRaw(added) : overrideQuery(own, added);
  return `${address.slice(0, mark)}?${query}${fragment}`;
}

function joinRaw(parameters: readonly Parameter[]): string {
  return parameters.map((parameter) => parameter.raw).join('&');
}

/** The destination's own query with every value of the added keys replaced; other pieces stay unchanged. */
function overrideQuery(own: string, added: readonly Parameter[]): string {
  const addedByKey = Map.groupBy(added, (parameter) => parameter.key);
  const placed = new Set<string>();
  const pieces: string[] = [];
  for (const piece of own.split('&')) {
    const key = keyOf(piece);
    const replacing = addedByKey.get(key);
    if (piece === '' || replacing === undefined) {
      pieces.push(piece);
    } else if (!placed.has(key)) {
      placed.add(key);
      pieces.push(joinRaw(replacing));
    }
  }
  for (const parameter of added) if (!placed.has(parameter.key)) pieces.push(parameter.raw);
  return pieces.join('&');
}

/** Decoded key of one `key=value` piece: `+` is a space, malformed percent-encoding stays as it is. */
function keyOf(piece: string): string {
  const equals = piece.indexOf('=');
  const raw = equals === -1 ? piece : piece.slice(0, equals);
  return raw.includes('%') || raw.includes('+') ? decodeKey(raw) : raw;
}

function decodeKey(raw: string): string {
  const spaced = raw.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    // Some part is not valid UTF-8: only the valid runs are decoded, so that equal spellings of a key still compare as
    // equal.
    return spaced.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
      try {
        return decodeURIComponent(run);
      } catch {
        return run.toUpperCase();
      }
    });
  }
}
