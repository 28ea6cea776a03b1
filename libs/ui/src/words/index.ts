import { Injectable, Signal, signal } from '@angular/core';

export { dateFormat, numberFormat } from './formats';

/**
 * What the components need from the application's language: texts by key (all keys begin with `ui.`) and the locale for
 * numbers and dates. The application provides its own implementation; this default returns the keys, which is enough
 * for tests.
 */
@Injectable({ providedIn: 'root' })
export class Words {
  /** BCP 47 tag for formatting numbers and dates: the displayed language, with the user's region where it is known. */
  readonly locale: Signal<string> = signal('en');

  /** The text of `key` in the current language; templates that call it update when the language changes. */
  t(key: string, params?: Record<string, string | number>): string {
    return params ? `${key} ${Object.values(params).join(' ')}` : key;
  }
}
