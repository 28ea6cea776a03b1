import { TestBed } from '@angular/core/testing';
import { problem, RULES, type RuleName } from '@signpost/contracts';
import german from '../../i18n/rules.de.json';
import { I18n } from '../words/i18n';
import { RuleWords } from './rule-words';

function wordsIn(language: 'en' | 'de'): RuleWords {
  const i18n = {
    language: () => language,
    number: (value: number) => new Intl.NumberFormat(language).format(value),
    list: (items: readonly string[]) => new Intl.ListFormat(language).format(items),
  };
  TestBed.configureTestingModule({ providers: [{ provide: I18n, useValue: i18n }] });
  return TestBed.inject(RuleWords);
}

const placesOf = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort();

describe('rules in words', () => {
  it('are all there in German, and nothing else', () => {
    expect(Object.keys(german).sort()).toEqual(Object.keys(RULES).sort());
  });

  it('take no value in German that they do not take in English', () => {
    const differing = (Object.keys(RULES) as RuleName[]).filter((rule) =>
      placesOf(german[rule]).some((name) => !placesOf(RULES[rule]).includes(name)),
    );
    expect(differing).toEqual([]);
  });

  it('write numbers as the reader does', () => {
    expect(wordsIn('en').text(problem('title', 'too_long', { max: 2000 }))).toBe('Use at most 2,000 characters.');
  });

  it('are said in the language on screen when its words are there', async () => {
    const words = wordsIn('de');
    expect(words.text(problem('title', 'required'))).toBe('This is required.');
    await words.ready();
    expect(words.text(problem('title', 'too_long', { max: 2000 }))).toBe('Höchstens 2.000 Zeichen.');
    expect(words.text(problem('os', 'one_of', { known: ['ios', 'android'] }))).toContain('ios und android');
  });

  it('are the text of the server for an unknown rule', () => {
    expect(wordsIn('en').text({ message: 'The moon is full.' })).toBe('The moon is full.');
  });
});
