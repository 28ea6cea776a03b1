import { inject, Injectable, signal } from '@angular/core';
import { RULES, type FieldError, type RuleName, type RuleParams } from '@signpost/contracts';
import { I18n, Language } from '../words/i18n';

/** What each rule says; `{name}` stands for a parameter. */
type Dictionary = Readonly<Partial<Record<RuleName, string>>>;

/** English stands in the catalogue itself; each other language has a file, which a test holds to the catalogue. */
const DICTIONARIES: Readonly<Partial<Record<Language, () => Promise<{ default: Dictionary }>>>> = {
  de: () => import('../../i18n/rules.de.json'),
};

/** Says in the language on screen which rule an input breaks. */
@Injectable({ providedIn: 'root' })
export class RuleWords {
  private readonly i18n = inject(I18n);
  private readonly known = signal<{ language: Language; dictionary: Dictionary } | null>(null);
  private loading: Promise<void> | null = null;

  /**
   * The rule in words, numbers as the reader writes them; the server's own words for what this version of the dashboard
   * does not know, and until the dictionary is there. Read in a template it follows along.
   */
  say({ message = '', rule, params }: Pick<FieldError, 'rule' | 'params'> & { readonly message?: string }): string {
    const language = this.i18n.language();
    const english: Dictionary = RULES;
    const known = this.known();
    if (DICTIONARIES[language] && known?.language !== language) void this.ready();
    const words = known?.language === language ? known.dictionary : english;
    const text = rule === undefined ? undefined : (words[rule] ?? english[rule]);
    return text === undefined ? message : this.filled(text, params ?? {});
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
        ({ default: dictionary }) => this.known.set({ language, dictionary }),
        // Without its dictionary the catalogue's own words are still better than none.
        () => undefined,
      )
      .finally(() => (this.loading = null));
    return this.loading;
  }

  private filled(text: string, params: RuleParams): string {
    const written = (value: string | number): string => (typeof value === 'number' ? this.i18n.number(value) : value);
    return text.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = params[name] ?? '';
      return typeof value === 'object' ? this.i18n.list(value.map(written)) : written(value);
    });
  }
}
