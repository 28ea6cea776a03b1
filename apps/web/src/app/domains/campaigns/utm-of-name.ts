/** A name as a UTM value: lower case, accents off, words joined by hyphens. "Frühling 2026" → "fruhling-2026". */
export function utmOfName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}
