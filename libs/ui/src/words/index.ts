import { Injectable, Signal, signal } from '@angular/core';

export { dateFormat, numberFormat } from './formats';

/**
 * What the building blocks need from the application's language: words by key (all keys begin with `ui.`) and the
 * locale for numbers and dates. The application provides its own; without one the keys show, which is enough for tests.
 */
@Injectable({ providedIn: 'root' })
export class Words {
  /** BCP 47 tag that numbers and dates are written by: the language on screen, where it is known with the reader's region. */
  readonly locale: Signal<string> = signal('en');

  /** The text of `key` in the current language; reading it in a template follows a change of language. */
  t(key: string, params?: Record<string, string | number>): string {
    return params ? `${key} ${Object.values(params).join(' ')}` : key;
  }
}
