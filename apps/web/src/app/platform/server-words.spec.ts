import { TestBed } from '@angular/core/testing';
import { I18n } from './i18n';
import { ServerWords, translator } from './server-words';

describe('what the server says', () => {
  it.each([
    ['At most 2147483647.', 'At most 2,147,483,647.'],
    ['At least 1000 characters.', 'At least 1,000 characters.'],
    ['The column "at most 2000" is there twice.', 'The column "at most 2000" is there twice.'],
    ['Open ticket 12345.', 'Open ticket 12345.'],
  ])('writes limits as the reader does: %s', (text, expected) => {
    const i18n = { language: () => 'en', number: (value: number) => new Intl.NumberFormat('en').format(value) };
    TestBed.configureTestingModule({ providers: [{ provide: I18n, useValue: i18n }] });
    expect(TestBed.inject(ServerWords).say(text)).toBe(expected);
  });
});

describe('translator', () => {
  const translate = translator({
    'This is required.': 'Bitte ausfüllen.',
    'At most {{ }} characters.': 'Höchstens {{ }} Zeichen.',
    'The column "{{ }}" is there twice.': 'Die Spalte „{{ }}“ kommt zweimal vor.',
    'This word is taken. Choose another.': 'Dieses Wort ist vergeben. Wählen Sie ein anderes.',
    'Mails that wait: {{ }}.': 'Mails, die warten: {{ }}.',
    'Reason: {{ }}': 'Grund: {{ }}',
  });

  it.each([
    ['a sentence', 'This is required.', 'Bitte ausfüllen.'],
    ['a sentence with a value', 'At most 200 characters.', 'Höchstens 200 Zeichen.'],
    ['a value of several words', 'The column "my (own)" is there twice.', 'Die Spalte „my (own)“ kommt zweimal vor.'],
    ['a field before it', 'utmSource: This is required.', 'utmSource: Bitte ausfüllen.'],
    [
      'several fields',
      'slug: This word is taken. Choose another. tags.0: At most 40 characters.',
      'slug: Dieses Wort ist vergeben. Wählen Sie ein anderes. tags.0: Höchstens 40 Zeichen.',
    ],
    [
      'a sentence and its reason, which stays as it is',
      'Mails that wait: 3. Reason: connect ECONNREFUSED. At most 2 characters.',
      'Mails, die warten: 3. Grund: connect ECONNREFUSED. At most 2 characters.',
    ],
    ['a sentence nobody knows', 'The moon is full.', 'The moon is full.'],
    ['nothing', '', ''],
  ])('%s', (_, text, expected) => {
    expect(translate(text)).toBe(expected);
  });
});
