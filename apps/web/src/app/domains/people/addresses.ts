/** Mail addresses out of what somebody pasted: parted by commas, semicolons, spaces or lines, each once. */
export function addressesIn(text: string): string[] {
  const found = text
    .split(/[\s,;]+/)
    .map((part) => part.replace(/^<|>$/g, '').toLowerCase())
    .filter((part) => part !== '');
  return [...new Set(found)];
}

/** Whether a text can be a mail address at all; the server decides. */
export function looksLikeAddress(text: string): boolean {
  return /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text);
}
