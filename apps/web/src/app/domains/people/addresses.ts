/**
 * Mail addresses out of what somebody pasted, each once: parted by commas, semicolons, spaces or lines, and with names as
 * mail programs write them, `"Doe, Ann" <ann@example.com>`. What is no address stays as it was written.
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

/** Whether a text can be a mail address at all; the server decides. */
export function looksLikeAddress(text: string): boolean {
  return /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text);
}
