import { BOT_CLASSES, OUTCOMES } from '@signpost/domain';
import de from './i18n/de.json';
import en from './i18n/en.json';
import { barsOf } from './labels';
import type { I18n } from '../../platform/words/i18n';

it.each([
  ['English', en],
  ['German', de],
])('what one report shows twice and counts otherwise has two names in %s', (_language, { reports }) => {
  const { metric, label } = reports;
  // The count includes all requests; the result only those redirected to the destination.
  const words = (text: string): string =>
    text
      .replace('-', ' ')
      .replace(/n\b|s\b/g, '')
      .toLowerCase();
  expect(words(label.outcome.bot_request)).not.toBe(words(metric.botRequests));
});

it.each([
  ['English', en],
  ['German', de],
])('every outcome and every kind of bot has its words in %s', (_language, { reports }) => {
  expect(Object.keys(reports.label.outcome).sort()).toEqual([...OUTCOMES].sort());
  expect(Object.keys(reports.label.botClass).sort()).toEqual([...BOT_CLASSES].sort());
});

it('shows a referring host in its letters, and what is stored beside it', () => {
  const i18n = { known: () => null, country: (label: string) => label } as unknown as I18n;
  const rows = ['xn--mnchen-3ya.example', 'xn--pple-43d.example', 'a.example'].map((label) => ({ label, count: 1 }));
  expect(barsOf('referrer', rows, i18n).map(({ label, title }) => [label, title])).toEqual([
    ['münchen.example', 'xn--mnchen-3ya.example'],
    ['xn--pple-43d.example', null],
    ['a.example', null],
  ]);
});
