/** Whether every character is printable ASCII without space: what may stand in a `Location` header. */
const PRINTABLE = /^[\x21-\x7e]*$/;

/**
 * Percent-encodes, as UTF-8, every character that is not printable ASCII; everything else stays byte for byte, `%`
 * too. Idempotent. Lone surrogates become U+FFFD, as they would in any UTF-8 output.
 */
export function encodeForHeader(text: string): string {
  if (PRINTABLE.test(text)) return text;
  return text.replace(/[^\x21-\x7e]+/g, (run) => encodeURIComponent(run.toWellFormed()));
}
