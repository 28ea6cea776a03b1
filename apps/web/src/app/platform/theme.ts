import { effect, Injectable, signal } from '@angular/core';
import { readSetting, writeSetting } from './settings';

/** A theme, or that of the system. */
export type ThemeChoice = 'system' | 'light' | 'dark';

/** Light, dark, or the system's theme; stored. `public/theme.js` applies it before the first paint. */
@Injectable({ providedIn: 'root' })
export class Theme {
  readonly choice = signal<ThemeChoice>(stored());

  constructor() {
    effect(() => {
      const choice = this.choice();
      if (choice === 'system') document.documentElement.removeAttribute('data-theme');
      else document.documentElement.setAttribute('data-theme', choice);
      writeSetting('theme', choice === 'system' ? null : choice);
    });
  }
}

function stored(): ThemeChoice {
  const value = readSetting('theme');
  return value === 'light' || value === 'dark' ? value : 'system';
}
