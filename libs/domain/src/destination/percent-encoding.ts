/** Printable ASCII without space: the characters allowed in a `Location` header. */
const PRINTABLE = /^[\x21-\x7e]*$/;

/**
 * Percent-encodes, as UTF-8, every character that is not printable ASCII; everything else, `%` included, stays byte for
 * byte. Idempotent. Lone surrogates become U+FFFD.
 */
export function encodeForHeader(text: string): string {
  if (PRINTABLE.test(text)) return text;
  return text.replace(/[^\x21-\x7e]+/g, (run) => encodeURIComponent(run.toWellFormed()));
}
