import { hyphenated } from './hyphenated';

describe('a name as it can stand in an address', () => {
  it.each([
    ['Spring Sale', 'en', 'spring-sale'],
    ['  Frühling & Ostern!  ', 'en', 'fruhling-ostern'],
    ['  Frühling & Ostern!  ', 'de', 'fruehling-ostern'],
    ['Größe ÄÖ', 'de', 'groesse-aeoe'],
    ['Straße', 'en', 'strasse'],
    ['Łódź & Øresund', 'en', 'lodz-oresund'],
    ['Ærø, Œuvre, Đakovo', 'de', 'aero-oeuvre-dakovo'],
    ['', 'en', ''],
    ['东京', 'de', ''],
  ])('%s (%s) → %s', (name, language, text) => {
    expect(hyphenated(name, language)).toBe(text);
  });
});
