/** German transliterations of letters that slugs do not allow. */
const GERMAN: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/**
 * A name as used in slugs and UTM values: lower case, without accents, words joined by hyphens. "Frühling 2026" →
 * "fruhling-2026", and in German "fruehling-2026". Empty when nothing remains.
 */
export function hyphenated(name: string, language: string): string {
  const lower = name.normalize('NFC').toLowerCase();
  const spelled = language === 'de' ? lower.replace(/[äöü]/g, (letter) => GERMAN[letter] ?? letter) : lower;
  return spelled
    .replace(/ß/g, 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}
