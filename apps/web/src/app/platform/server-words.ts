import { inject, Injectable, signal } from '@angular/core';
import { I18n, Language } from './i18n';

/** Sentences of the server by their translation; `{{ }}` stands for a value, which is taken over as it is. */
type Dictionary = Readonly<Record<string, string>>;

/** The server speaks English. A test holds each dictionary against the server's code (tools/server-words.spec.ts). */
const DICTIONARIES: Readonly<Partial<Record<Language, () => Promise<{ default: Dictionary }>>>> = {
  de: () => import('../i18n/server.de.json'),
};

/** Says what the server has written in the language on screen: problems of fields and rows, words to operators. */
@Injectable({ providedIn: 'root' })
export class ServerWords {
  private readonly i18n = inject(I18n);
  private readonly known = signal<{ language: Language; translate: Translate } | null>(null);
  private loading: Promise<void> | null = null;

  /**
   * The translation, or the server's own words until the dictionary is there; limits as the reader writes numbers. Read in
   * a template it follows along.
   */
  say(said: string): string {
    const text = said.replace(LIMIT, (digits) => this.i18n.number(Number(digits)));
    const language = this.i18n.language();
    if (!DICTIONARIES[language]) return text;
    const known = this.known();
    if (known?.language === language) return known.translate(text);
    void this.ready();
    return text;
  }

  /** Whether {@link say} knows the language on screen. */
  isReady(): boolean {
    const language = this.i18n.language();
    return !DICTIONARIES[language] || this.known()?.language === language;
  }

  /** Resolves when {@link say} knows the language on screen; never rejects. */
  ready(): Promise<void> {
    const language = this.i18n.language();
    const load = DICTIONARIES[language];
    if (!load || this.isReady()) return Promise.resolve();
    this.loading ??= load()
      .then(
        ({ default: dictionary }) => this.known.set({ language, translate: translator(dictionary) }),
        // Without its dictionary the server's own words are still better than none.
        () => undefined,
      )
      .finally(() => (this.loading = null));
    return this.loading;
  }
}

type Translate = (text: string) => string;

/**
 * Reads sentences by a dictionary. Several problems in one text stand behind the names of their fields, and at the end
 * of a text may stand a reason in the words of a library, which are taken over as they are.
 */
export function translator(dictionary: Dictionary): Translate {
  const patterns = Object.entries(dictionary)
    .filter(([text]) => text.includes(VALUE))
    .map(([text, translation]) => ({ pattern: patternOf(text), translation }));
  const sentence = (text: string): string => {
    const whole = dictionary[text];
    if (whole !== undefined) return whole;
    for (const { pattern, translation } of patterns) {
      const values = pattern.exec(text)?.slice(1);
      if (values)
        return translation.split(VALUE).reduce((said, part, index) => said + (values[index - 1] ?? '') + part);
    }
    return text;
  };
  return (text) =>
    text
      .split(BETWEEN_PARTS)
      .map((part) => {
        const [, field = '', words = part] = /^([a-z][\w.]*: )(.*)$/s.exec(part) ?? [];
        return field + sentence(words);
      })
      .join(' ');
}

/** The number of a limit, such as that of "At most 2147483647."; other numbers may be parts of names. */
const LIMIT = /(?<=\bat (?:least|most) )\d+(?=\.| [a-z])/gi;
const VALUE = '{{ }}';
const BETWEEN_PARTS = /(?<=[.)]) (?=(?:[a-z][\w.]*|Reason): )/;

function patternOf(text: string): RegExp {
  const parts = text.split(VALUE).map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  return new RegExp(`^${parts.join('(.+)')}$`, 's');
}
