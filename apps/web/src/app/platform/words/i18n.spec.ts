import { TestBed } from '@angular/core/testing';
import { TranslocoService } from '@jsverse/transloco';
import { I18n } from './i18n';
import { MESSAGES } from '../messages';

/** Texts and formats in a browser with these preferred languages, the first of which becomes the displayed one. */
function inBrowser(...languages: string[]): I18n {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  TestBed.configureTestingModule({ providers: [{ provide: TranslocoService, useValue: {} }] });
  return TestBed.inject(I18n);
}

describe('numbers and dates', () => {
  // Noon of the reader, whose zone may be any.
  const NEW_YEARS_EVE = new Date(2026, 11, 31, 12).getTime();

  it.each([
    [['en-GB', 'en-US'], '31 Dec 2026'],
    [['fr-FR', 'en-US', 'en-GB'], 'Dec 31, 2026'],
    [['de-AT', 'en-GB'], '31.12.2026'],
    [['en'], 'Dec 31, 2026'],
    // Some systems name the language of a minimal installation like this.
    [['en-US@posix'], 'Dec 31, 2026'],
    [['fr-FR'], 'Dec 31, 2026'],
  ])('%s → %s', (languages, date) => {
    expect(inBrowser(...languages).date(NEW_YEARS_EVE)).toBe(date);
  });

  it('a day of the calendar is the same day for every reader', () => {
    vi.stubEnv('TZ', 'America/Los_Angeles');
    expect(inBrowser('en-ZA').date('2026-12-31', 'UTC')).toBe('31 Dec 2026');
    vi.unstubAllEnvs();
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

it.each([
  ['3 hours ago', 3],
  ['yesterday', 24],
  ['', 30 * 24],
])('a moment is told by its distance and exactly, or exactly alone: %s', (distance, hours) => {
  const i18n = inBrowser('en');
  const now = Date.UTC(2026, 10, 21, 12);
  const at = now - hours * 3_600_000;
  expect(i18n.moment(at, now)).toBe([distance, i18n.dateTime(at)].filter(Boolean).join(', '));
});

it('tomorrow and yesterday are the next dates of the calendar, also around a clock change', () => {
  vi.stubEnv('TZ', 'America/New_York');
  const i18n = inBrowser('en');
  const at = (text: string): number => new Date(text).getTime();
  const late = at('2026-11-20T23:00');
  expect(i18n.relative(at('2026-11-22T00:30'), late)).toBe('in 2 days');
  expect(i18n.relative(at('2026-11-21T23:30'), late)).toBe('tomorrow');
  expect(i18n.relative(at('2026-11-19T01:00'), at('2026-11-20T16:00'))).toBe('yesterday');
  // The day of 25 hours in between.
  expect(i18n.relative(at('2026-11-02T00:30'), at('2026-10-31T23:30'))).toBe('in 2 days');
  vi.unstubAllEnvs();
});

it('a name that is written from right to left, or turns the direction, cannot reorder the sentence around it', () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en']);
  const translate = (key: string, params: Record<string, string>): string => `${key} ${params['name'] ?? ''}!`;
  TestBed.configureTestingModule({ providers: [{ provide: TranslocoService, useValue: { translate } }] });
  const i18n = TestBed.inject(I18n);
  const texts = ['Spring', '\u05d0\u05d1 (1)', 'a\u202ecod.exe', 'a\u2069\u202eb'].map((name) =>
    i18n.t('Tag', { name }),
  );
  expect(texts).toEqual(['Tag Spring!', 'Tag \u2068\u05d0\u05d1 (1)\u2069!', 'Tag acod.exe!', 'Tag ab!']);
});

it('names stand in the order of the language, numbers in them by size', () => {
  const names = ['Zebra', 'Welle 10', 'Änderung', 'Welle 9', 'apfel'].map((name) => ({ name }));
  const sorted = inBrowser('de').sorted(names, ({ name }) => name);
  expect(sorted.map(({ name }) => name)).toEqual(['Änderung', 'apfel', 'Welle 9', 'Welle 10', 'Zebra']);
});

describe('a change of language', () => {
  const GERMAN = { default: { tags: { title: 'Schlagwörter' } } };

  /** The loaded texts by language, in a browser with English as its language. */
  function arrange(): { i18n: I18n; texts: Record<string, object[]> } {
    const texts: Record<string, object[]> = { en: [], de: [] };
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en']);
    const transloco = {
      setTranslation: (text: object, language: string) => texts[language]?.push(text),
      setActiveLang: () => undefined,
    };
    TestBed.configureTestingModule({ providers: [{ provide: TranslocoService, useValue: transloco }] });
    return { i18n: TestBed.inject(I18n), texts };
  }

  afterEach(() => {
    vi.restoreAllMocks();
    localStorage.clear();
  });

  it('waits for the texts of a screen that opens meanwhile', async () => {
    const { i18n, texts } = arrange();
    const german = Promise.withResolvers<typeof GERMAN>();
    vi.spyOn(MESSAGES.links, 'de').mockReturnValue(german.promise as never);
    vi.spyOn(MESSAGES.tags, 'de').mockResolvedValue(GERMAN as never);
    await i18n.use('links');
    const switched = i18n.switchTo('de');
    await i18n.use('tags');
    expect([i18n.language(), texts['de']]).toEqual(['en', []]);
    german.resolve(GERMAN);
    await switched;
    expect([i18n.language(), texts['de']?.length]).toEqual(['de', 2]);
  });

  it('is made by the choice that was the last, whichever texts come first', async () => {
    const { i18n } = arrange();
    const german = Promise.withResolvers<typeof GERMAN>();
    vi.spyOn(MESSAGES.tags, 'de').mockReturnValue(german.promise as never);
    await i18n.use('tags');
    const switched = i18n.switchTo('de');
    await i18n.switchTo('en');
    german.resolve(GERMAN);
    await switched;
    expect(i18n.language()).toBe('en');
  });

  it('is refused where its texts do not arrive, and can be tried again', async () => {
    const { i18n } = arrange();
    await i18n.use('tags');
    vi.spyOn(MESSAGES.tags, 'de').mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await expect(i18n.switchTo('de')).rejects.toThrow('Failed to fetch');
    expect(i18n.language()).toBe('en');
    await i18n.switchTo('de');
    expect(i18n.language()).toBe('de');
  });
});
