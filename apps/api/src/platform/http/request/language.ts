/** Languages of visitor pages and mails. */
export const LANGUAGES = ['en', 'de'] as const;
/** A language of pages and mails. */
export type Language = (typeof LANGUAGES)[number];

/** The language preferred by a request: German if it ranks before English, otherwise English. */
export function languageOf(acceptLanguage: string | undefined): Language {
  const wanted = (acceptLanguage ?? '')
    .split(',', 20)
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const weight = parameters.map((parameter) => /^\s*q=([\d.]+)/.exec(parameter)?.[1]).find((q) => q !== undefined);
      return { tag: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ tag, weight }) => (tag === 'de' || tag === 'en') && weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return wanted[0]?.tag === 'de' ? 'de' : 'en';
}
