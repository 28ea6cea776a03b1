import { computed, effect, inject, Injectable, signal, untracked } from '@angular/core';
import { ResolveFn } from '@angular/router';
import { TranslocoService } from '@jsverse/transloco';
import { dateFormat, numberFormat, Words } from '@signpost/ui/words';
import { MESSAGES, Scope } from '../messages';
import { nextTask } from '../next-task';
import { readSetting, writeSetting } from '../settings';

/** Languages that every message file exists in. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The remembered language, else the browser's first that we speak, else English. */
export function startingLanguage(): Language {
  const wished = [readSetting('language'), ...navigator.languages].map((tag) => tag?.slice(0, 2));
  return (
    LANGUAGES.find((language) => language === wished.find((tag) => LANGUAGES.some((known) => known === tag))) ?? 'en'
  );
}

/** The language as the reader's region writes it, by the browser's first wish for it: who reads en-GB expects 31/12. */
function regional(language: Language): string {
  return navigator.languages.find((tag) => tag.split('-')[0] === language && isLocale(tag)) ?? language;
}

/** Whether days tell how far away it is, not the date. */
function isNear(value: string | number, now: number): boolean {
  return Math.abs(new Date(value).getTime() - now) < 30 * 86_400_000;
}

/** Some systems name what is no locale, such as `en-US@posix`. */
function isLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

/**
 * Texts, plurals, numbers and dates in the language on screen. Messages come in files per domain, loaded when a route
 * needs them (`useMessages`). `t` read in a template follows a change of language.
 */
@Injectable({ providedIn: 'root' })
export class I18n extends Words {
  private readonly transloco = inject(TranslocoService);
  private readonly spoken = signal<Language>(startingLanguage());
  /** The language on screen; numbers and dates are written by {@link locale}. */
  readonly language = this.spoken.asReadonly();
  /** Rises when texts arrive, so that templates that were drawn before read again. */
  private readonly version = signal(0);
  /** The domains that screens have asked for, each with the languages that its texts are here in. */
  private readonly scopes = new Map<Scope, Set<Language>>();
  /** The language that was chosen last; the one on screen until its texts are here. */
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

  /** Switches language now and remembers it. Rejects when its texts cannot be fetched; then nothing has changed. */
  async switchTo(language: Language): Promise<void> {
    this.chosen = language;
    // Screens that open meanwhile ask for more.
    for (let missing = this.missing(language); missing.length > 0; missing = this.missing(language)) {
      await Promise.all(missing.map((scope) => this.load(language, scope)));
    }
    if (this.chosen !== language) return;
    writeSetting('language', language);
    this.transloco.setActiveLang(language);
    this.spoken.set(language);
  }

  override t(key: string, params?: Record<string, string | number>): string {
    this.version();
    return this.transloco.translate(key, params, this.language());
  }

  /** The plural form of `key` for `count`: `key.one`, `key.other`; `count` is formatted into `{{ count }}`. */
  tn(key: string, count: number, params?: Record<string, string | number>): string {
    const form = this.plurals().select(count);
    return this.t(`${key}.${form}`, { ...params, count: this.number(count) });
  }

  /** The text of `key` when there is one, else null: for codes that the server may add. */
  known(key: string): string | null {
    const text = this.t(key);
    return text === key || text === '' ? null : text;
  }

  /** In the order that readers of the language look names up in, numbers by their size. */
  sorted<T>(items: readonly T[], nameOf: (item: T) => string): T[] {
    const { compare } = new Intl.Collator(this.locale(), { numeric: true });
    return items.toSorted((a, b) => compare(nameOf(a), nameOf(b)));
  }

  number(value: number): string {
    return numberFormat(this.locale()).format(value);
  }

  /** 12,300 → 12K: for places where a column is narrow. */
  compact(value: number): string {
    return numberFormat(this.locale(), { notation: 'compact', maximumFractionDigits: 1 }).format(value);
  }

  /** A share of 0–1. */
  percent(share: number): string {
    return numberFormat(this.locale(), { style: 'percent', maximumFractionDigits: 1 }).format(share);
  }

  /** A day, in the reader's time zone unless said otherwise. */
  date(value: string | number, timeZone?: 'UTC'): string {
    return dateFormat(this.locale(), { dateStyle: 'medium', timeZone }).format(new Date(value));
  }

  dateTime(value: string | number, timeZone?: 'UTC'): string {
    return dateFormat(this.locale(), { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(value));
  }

  /** "3 hours ago, Nov 21, 2026, 5:12 PM"; the time alone when more than thirty days away. */
  moment(value: string | number, now = Date.now()): string {
    const time = this.dateTime(value);
    return isNear(value, now) ? `${this.relative(value, now)}, ${time}` : time;
  }

  /** "3 hours ago", "in 2 days"; a date when more than thirty days away. */
  relative(value: string | number, now = Date.now()): string {
    const seconds = (new Date(value).getTime() - now) / 1000;
    const format = this.relatives();
    const size = Math.abs(seconds);
    if (size < 60) return format.format(Math.round(seconds), 'second');
    if (size < 3600) return format.format(Math.round(seconds / 60), 'minute');
    if (size < 86_400) return format.format(Math.round(seconds / 3600), 'hour');
    if (isNear(value, now)) return format.format(Math.round(seconds / 86_400), 'day');
    return this.date(value);
  }

  /** "Title, tags, and destination". */
  list(items: readonly string[]): string {
    return this.lists().format(items);
  }

  /** Name of a country by its ISO code; codes that are no country stay as they are. */
  country(code: string): string {
    if (!/^[A-Z]{2}$/.test(code)) return this.known(`ui.label.${code}`) ?? code;
    return this.regions().of(code) ?? code;
  }

  /**
   * Makes the first formats while the texts are on their way, each in a task of its own: the browser reads its tables
   * then, for which a phone needs a twentieth of a second that the first screen would otherwise wait.
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
    // What comes next creates the screen.
    await nextTask();
    return true;
  };
}
