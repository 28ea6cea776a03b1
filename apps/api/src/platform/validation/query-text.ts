import { Buffer, isUtf8 } from 'node:buffer';
import { parse, type ParsedUrlQuery } from 'node:querystring';
import { problem, type FieldError } from '@signpost/contracts';

/** Marks a text whose bytes are not UTF-8: a lone surrogate, which no valid UTF-8 contains. */
const MARK = '\ud800';

/**
 * Express's query parser, like its simple one except for bytes that are not UTF-8: with replacement characters the query would be
 * answered for another text. They are marked for {@link notUtf8}, which reports the parameters that a route uses.
 */
export function parseQuery(query: string | null | undefined): ParsedUrlQuery {
  // No limit on the number of keys, because keys beyond it would be lost; the length of a request target is limited anyway.
  return parse(query ?? '', '&', '=', { decodeURIComponent: decode, maxKeys: 0 });
}

/** Decodes percent-encoding; a percent sign that starts no code is literal, as in `100%`. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    const decoded = text.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
    const bytes = Buffer.from(decoded, 'latin1');
    return bytes.toString('utf8') + (isUtf8(bytes) ? '' : MARK);
  }
}

/** Problems of the parameters in `known` whose bytes are not UTF-8. */
export function notUtf8(query: Readonly<Record<string, unknown>>, known: readonly string[]): FieldError[] {
  const isBroken = (value: unknown): boolean => typeof value === 'string' && !value.isWellFormed();
  return known
    .filter((name) => Object.hasOwn(query, name) && [query[name]].flat().some(isBroken))
    .map((name) => problem(name, 'not_utf8'));
}

/** The first problem of each field, because a value that cannot be decoded, or is empty, also fails the other rules. */
export function firstOfEach(errors: readonly FieldError[]): FieldError[] {
  return [...new Map([...errors].reverse().map((error) => [error.field, error])).values()].reverse();
}
