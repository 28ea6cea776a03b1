import { computed, effect, inject, Injectable, signal, untracked } from '@angular/core';
import { ResolveFn } from '@angular/router';
import { TranslocoService } from '@jsverse/transloco';
import { isolatedName } from '@signpost/domain';
import { dateFormat, numberFormat, Words } from '@signpost/ui/words';
import { MESSAGES, Scope } from '../messages';
import { nextTask } from '../next-task';
import { readSetting, writeSetting } from '../settings';

/** Languages that every message file is available in. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];
/** Each language's name in itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

/** The stored language, else the browser's first supported one, else English. */
export function startingLanguage(): Language {
  const preferred = [readSetting('language'), ...navigator.languages].map((tag) => tag?.slice(0, 2));
  return (
    LANGUAGES.find((language) => language === preferred.find((tag) => LANGUAGES.some((known) => known === tag))) ?? 'en'
  );
}

/**
 * The language with the user's region, from the browser's first preference for that language: en-GB readers expect
 * 31/12.
 */
function regional(language: Language): string {
  return navigator.languages.find((tag) => tag.split('-')[0] === language && isLocale(tag)) ?? language;
}

/** Whether a moment is less than 30 days from `now`, so that it is shown relative to it. */
function isNear(value: string | number, now: number): boolean {
  return Math.abs(new Date(value).getTime() - now) < 30 * 86_400_000;
}

/** The same parameters; none of them can reorder the sentence around it. */
function isolated(params: Params): Params {
  const isolate = (value: string | number): string | number =>
    typeof value === 'string' ? isolatedName(value) : value;
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, isolate(value)]));
}

/** How many days later in the user's calendar, so that “tomorrow” is the next date; rounded because of clock changes. */
export function daysBetween(earlier: number, later: string | number): number {
  return Math.round((new Date(later).setHours(0, 0, 0, 0) - new Date(earlier).setHours(0, 0, 0, 0)) / 86_400_000);
}

/** Some systems report invalid locales, such as `en-US@posix`. */
function isLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

type Params = Readonly<Record<string, string | number>>;

/**
 * Texts, plurals, numbers and dates in the displayed language. Messages are in files per domain, loaded when a route
 * needs them (`useMessages`). Templates that call `t` update when the language changes.
 */
@Injectable({ providedIn: 'root' })
export class I18n extends Words {
  private readonly transloco = inject(TranslocoService);
  private readonly spoken = signal<Language>(startingLanguage());
  /** The displayed language; numbers and dates are formatted for {@link locale}. */
  readonly language = this.spoken.asReadonly();
  /** Incremented when texts are loaded, so that rendered templates read them again. */
  private readonly version = signal(0);
  /** The domains requested by screens, each with the languages whose texts are loaded. */
  private readonly scopes = new Map<Scope, Set<Language>>();
  /** The language chosen last; {@link language} changes when its texts are loaded. */
  private chosen = this.spoken();
  override readonly locale = computed(() => regional(this.language()));
  private readonly plurals = computed(() => new Intl.PluralRules(this.language()));
  private readonly relatives = computed(() => new Intl.RelativeTimeFormat(this.locale(), { numeric: 'auto' }));
  private readonly lists = computed(() => new Intl.ListFormat(this.locale()));
  private readonly regions = computed(() => new Intl.DisplayNames(this.locale(), { type: 'region', fallback: 'code' }));

  constructor() {
    super();
    effect(() => {
      document.documentElement.lang = this.language();
    });
  }

  /** Loads what the first screen needs. */
  start(): Promise<void> {
    void this.warmUp();
    return this.use('shell');
  }

  /** Makes the messages of a domain available in the current language. */
  async use(scope: Scope): Promise<void> {
    const languages = this.scopes.get(scope) ?? new Set();
    // From now on a change of language waits for these texts too.
    this.scopes.set(scope, languages);
    if (languages.has(untracked(this.language))) return;
    try {
      await this.load(untracked(this.language), scope);
    } catch (error) {
      if (languages.size === 0) this.scopes.delete(scope);
      throw error;
    }
    this.version.update((n) => n + 1);
  }

  /** Switches the language and stores it. Rejects when its texts cannot be loaded; then nothing has changed. */
  async switchTo(language: Language): Promise<void> {
    this.chosen = language;
    // Screens that open meanwhile request more domains.
    for (let missing = this.missing(language); missing.length > 0; missing = this.missing(language)) {
      await Promise.all(missing.map((scope) => this.load(language, scope)));
    }
    if (this.chosen !== language) return;
    writeSetting('language', language);
    this.transloco.setActiveLang(language);
    this.spoken.set(language);
  }

  override t(key: string, params?: Params): string {
    this.version();
    return this.transloco.translate(key, params && isolated(params), this.language());
  }

  /** The plural form of `key` for `count`: `key.one`, `key.other`; `count` is formatted into `{{ count }}`. */
  tn(key: string, count: number, params?: Params): string {
    const form = this.plurals().select(count);
    return this.t(`${key}.${form}`, { ...params, count: this.number(count) });
  }

  /** The text of `key` if there is one, else null: for codes that a newer server may add. */
  known(key: string): string | null {
    const text = this.t(key);
    return text === key || text === '' ? null : text;
  }

  /** Sorted by name in the language's collation order, numbers by value. */
  sorted<T>(items: readonly T[], nameOf: (item: T) => string): T[] {
    const { compare } = new Intl.Collator(this.locale(), { numeric: true });
    return items.toSorted((a, b) => compare(nameOf(a), nameOf(b)));
  }

  number(value: number): string {
    return numberFormat(this.locale()).format(value);
  }

  /** 12,300 → 12K: for narrow columns. */
  compact(value: number): string {
    return numberFormat(this.locale(), { notation: 'compact', maximumFractionDigits: 1 }).format(value);
  }

  /** A date, in the user's time zone unless `timeZone` is given. */
  date(value: string | number, timeZone?: 'UTC'): string {
    return dateFormat(this.locale(), { dateStyle: 'medium', timeZone }).format(new Date(value));
  }

  dateTime(value: string | number, timeZone?: 'UTC'): string {
    return dateFormat(this.locale(), { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(value));
  }

  /** "3 hours ago, Nov 21, 2026, 5:12 PM"; only the time when more than thirty days from now. */
  moment(value: string | number, now = Date.now()): string {
    const time = this.dateTime(value);
    return isNear(value, now) ? `${this.relative(value, now)}, ${time}` : time;
  }

  /** "3 hours ago", "in 2 days"; a date when more than thirty days from now. */
  relative(value: string | number, now = Date.now()): string {
    const seconds = (new Date(value).getTime() - now) / 1000;
    const format = this.relatives();
    const size = Math.abs(seconds);
    if (size < 60) return format.format(Math.round(seconds), 'second');
    if (size < 3600) return format.format(Math.round(seconds / 60), 'minute');
    if (size < 86_400) return format.format(Math.round(seconds / 3600), 'hour');
    if (isNear(value, now)) return format.format(daysBetween(now, value), 'day');
    return this.date(value);
  }

  /** "Title, tags, and destination". */
  list(items: readonly string[]): string {
    return this.lists().format(items);
  }

  /** Name of a country by its ISO code; other values are returned unchanged. */
  country(code: string): string {
    if (!/^[A-Z]{2}$/.test(code)) return this.known(`ui.label.${code}`) ?? code;
    return this.regions().of(code) ?? code;
  }

  /**
   * Creates the first formats while the texts load, each in a task of its own: the browser then loads its locale data,
   * which takes a phone 50 ms that would otherwise delay the first screen.
   */
  private async warmUp(): Promise<void> {
    for (const first of [() => this.number(0), () => this.date(0)]) {
      await nextTask();
      untracked(first);
    }
  }

  private missing(language: Language): readonly Scope[] {
    return [...this.scopes].filter(([, languages]) => !languages.has(language)).map(([scope]) => scope);
  }

  private async load(language: Language, scope: Scope): Promise<void> {
    const messages = await MESSAGES[scope][language]();
    this.transloco.setTranslation(messages.default, language, { merge: true, emitChange: false });
    this.scopes.get(scope)?.add(language);
  }
}

/** Route resolver that loads a domain's messages before its screen shows. */
export function useMessages(...scopes: Scope[]): ResolveFn<boolean> {
  return async () => {
    const i18n = inject(I18n);
    await Promise.all(scopes.map((scope) => i18n.use(scope)));
    // The next task creates the screen.
    await nextTask();
    return true;
  };
}
