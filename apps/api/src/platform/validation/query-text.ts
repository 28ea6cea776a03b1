import { Buffer, isUtf8 } from 'node:buffer';
import { parse, type ParsedUrlQuery } from 'node:querystring';
import { problem, type FieldError } from '@signpost/contracts';

/** Marks a text whose bytes are not UTF-8: half a character, for which UTF-8 has no bytes, so that none that is sent holds it. */
const MARK = '\ud800';

/**
 * Express's query parser, as its simple one but for bytes that are not UTF-8: what makes a replacement character of them would
 * answer another question than was asked. They are marked for {@link notUtf8}, which names the parameter where it counts.
 */
export function parseQuery(query: string | null | undefined): ParsedUrlQuery {
  // No bound of its own on keys: the length of a request target is one, and what stands behind a bound would be lost.
  return parse(query ?? '', '&', '=', { decodeURIComponent: decode, maxKeys: 0 });
}

/** A percent sign that begins no code stands for itself, as in `100%`. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    const decoded = text.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
    const bytes = Buffer.from(decoded, 'latin1');
    return bytes.toString('utf8') + (isUtf8(bytes) ? '' : MARK);
  }
}

/** The parameters whose bytes are not UTF-8, of those that a route knows. */
export function notUtf8(query: Readonly<Record<string, unknown>>, known: readonly string[]): FieldError[] {
  const isBroken = (value: unknown): boolean => typeof value === 'string' && !value.isWellFormed();
  return known
    .filter((name) => Object.hasOwn(query, name) && [query[name]].flat().some(isBroken))
    .map((name) => problem(name, 'not_utf8'));
}

/** One problem a field, the first: what cannot be read, or says nothing, is also none of what may be given. */
export function firstOfEach(errors: readonly FieldError[]): FieldError[] {
  return [...new Map([...errors].reverse().map((error) => [error.field, error])).values()].reverse();
}
