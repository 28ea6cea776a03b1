import de from './i18n/de.json';
import en from './i18n/en.json';

it.each([
  ['English', en],
  ['German', de],
])('what one report shows twice and counts otherwise has two names in %s', (_language, { reports }) => {
  const { metric, label } = reports;
  // The number counts all of them; the outcome those that were led to the destination.
  const words = (text: string): string =>
    text
      .replace('-', ' ')
      .replace(/n\b|s\b/g, '')
      .toLowerCase();
  expect(words(label.outcome.bot_request)).not.toBe(words(metric.botRequests));
});
