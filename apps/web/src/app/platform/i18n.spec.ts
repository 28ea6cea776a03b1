import { TestBed } from '@angular/core/testing';
import { TranslocoService } from '@jsverse/transloco';
import { I18n } from './i18n';

/** The words of numbers and dates in a browser with these wishes, the first of which is spoken. */
function inBrowser(...languages: string[]): I18n {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  TestBed.configureTestingModule({ providers: [{ provide: TranslocoService, useValue: {} }] });
  return TestBed.inject(I18n);
}

describe('numbers and dates', () => {
  const NEW_YEARS_EVE = Date.UTC(2026, 11, 31, 12);

  it.each([
    [['en-GB', 'en-US'], '31 Dec 2026'],
    [['fr-FR', 'en-US', 'en-GB'], 'Dec 31, 2026'],
    [['de-AT', 'en-GB'], '31.12.2026'],
    [['en'], 'Dec 31, 2026'],
    // What some systems call the language of a bare installation.
    [['en-US@posix'], 'Dec 31, 2026'],
    [['fr-FR'], 'Dec 31, 2026'],
  ])('%s → %s', (languages, date) => {
    expect(inBrowser(...languages).date(NEW_YEARS_EVE)).toBe(date);
  });

  it('are those of the region, texts those of the language', () => {
    const i18n = inBrowser('de-CH');
    expect([i18n.language(), i18n.locale(), i18n.number(1_000_000)]).toEqual([
      'de',
      'de-CH',
      new Intl.NumberFormat('de-CH').format(1_000_000),
    ]);
  });
});

it('names stand in the order of the language, numbers in them by size', () => {
  const names = ['Zebra', 'Welle 10', 'Änderung', 'Welle 9', 'apfel'].map((name) => ({ name }));
  const sorted = inBrowser('de').sorted(names, ({ name }) => name);
  expect(sorted.map(({ name }) => name)).toEqual(['Änderung', 'apfel', 'Welle 9', 'Welle 10', 'Zebra']);
});
