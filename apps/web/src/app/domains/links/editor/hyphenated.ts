import { hyphenatedName } from '@signpost/domain';

/** German transliterations of letters that slugs do not allow. */
const GERMAN: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/**
 * A name as used in slugs and UTM values: lower case, without accents, words joined by hyphens. "Frühling 2026" →
 * "fruhling-2026", and in German "fruehling-2026". Empty when nothing remains.
 */
export function hyphenated(name: string, language: string): string {
  if (language !== 'de') return hyphenatedName(name);
  const lower = name.normalize('NFC').toLowerCase();
  return hyphenatedName(lower.replace(/[äöü]/g, (letter) => GERMAN[letter] ?? letter));
}
