import { inject, Injectable, signal } from '@angular/core';
import { RULES, type FieldError, type RuleName, type RuleParams } from '@signpost/contracts';
import { I18n, Language } from '../words/i18n';

/** Text of each rule; `{name}` is replaced by a parameter. */
type Dictionary = Readonly<Partial<Record<RuleName, string>>>;

/**
 * English texts are in the rule catalogue itself; each other language has a file, which a test compares with the
 * catalogue.
 */
const DICTIONARIES: Readonly<Partial<Record<Language, () => Promise<{ default: Dictionary }>>>> = {
  de: () => import('../../i18n/rules.de.json'),
};

/** Translates the rule that an input violates into the displayed language. */
@Injectable({ providedIn: 'root' })
export class RuleWords {
  private readonly i18n = inject(I18n);
  private readonly known = signal<{ language: Language; dictionary: Dictionary } | null>(null);
  private loading: Promise<void> | null = null;

  /**
   * The text of a rule, with numbers in the user's format; the server's own text for a rule that this version of the
   * dashboard does not know, and until the dictionary is loaded. Templates that call it update when the language
   * changes.
   */
  text({ message = '', rule, params }: Pick<FieldError, 'rule' | 'params'> & { readonly message?: string }): string {
    const language = this.i18n.language();
    const english: Dictionary = RULES;
    const known = this.known();
    if (DICTIONARIES[language] && known?.language !== language) void this.ready();
    const words = known?.language === language ? known.dictionary : english;
    const text = rule === undefined ? undefined : (words[rule] ?? english[rule]);
    return text === undefined ? message : this.filled(text, params ?? {});
  }

  /** Whether the texts of the displayed language are loaded. */
  isReady(): boolean {
    const language = this.i18n.language();
    return !DICTIONARIES[language] || this.known()?.language === language;
  }

  /** Resolves when the texts of the displayed language are loaded, or failed to load; never rejects. */
  ready(): Promise<void> {
    const language = this.i18n.language();
    const load = DICTIONARIES[language];
    if (!load || this.isReady()) return Promise.resolve();
    this.loading ??= load()
      .then(
        ({ default: dictionary }) => this.known.set({ language, dictionary }),
        // Without its dictionary, the English text is still better than none.
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
