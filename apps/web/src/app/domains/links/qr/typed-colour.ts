/** A typed colour as `#rrggbb`: three or six hexadecimal digits, with or without `#`; null when it is invalid. */
export function colourOf(text: string): string | null {
  const [, digits] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim()) ?? [];
  if (digits === undefined) return null;
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`.toLowerCase();
}
