import type { Provider } from '@angular/core';
import { I18n } from './i18n';

const key = (name: string): string => name;

const PLAIN: Partial<Record<keyof I18n, unknown>> = {
  t: key,
  tn: (name: string, count: number) => `${name} ${count}`,
  known: key,
  number: String,
  compact: String,
  date: String,
  dateTime: String,
  moment: String,
  relative: String,
  list: String,
  country: key,
  sorted: (items: unknown) => items,
  language: () => 'en',
  locale: () => 'en',
  use: () => Promise.resolve(),
};

/** Returns keys as texts, and values unformatted: for components whose texts are not under test. */
export function keysForWords(over: Partial<Record<keyof I18n, unknown>> = {}): Provider {
  return { provide: I18n, useValue: { ...PLAIN, ...over } };
}
