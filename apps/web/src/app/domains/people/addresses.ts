/**
 * Unique email addresses in a pasted text, separated by commas, semicolons, spaces or lines, also with names in mail
 * syntax, `"Doe, Ann" <ann@example.com>`. Invalid parts are returned unchanged.
 */
export function addressesIn(text: string): string[] {
  const found = text
    .replace(/"[^"\n]*"\s*(?=<)/g, '')
    .split(/[,;\r\n]+/)
    .flatMap(addressesOf)
    .map((word) => (looksLikeAddress(word) ? word.toLowerCase() : word))
    .filter((word) => word !== '');
  return [...new Set(found)];
}

function addressesOf(part: string): string[] {
  const bracketed = [...part.matchAll(/<([^<>\s]+@[^<>\s]+)>/g)].map(([, address]) => address ?? '');
  if (bracketed.length > 0) return bracketed;
  return part.includes('@') ? part.split(/\s+/) : [part.trim()];
}

/** Whether a text can be an email address at all; the server decides. */
export function looksLikeAddress(text: string): boolean {
  return /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text);
}
