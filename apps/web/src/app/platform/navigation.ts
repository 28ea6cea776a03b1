import { effect, inject, Injectable, signal } from '@angular/core';
import { Title } from '@angular/platform-browser';
import { NavigationEnd, Router, RouterStateSnapshot, TitleStrategy } from '@angular/router';
import { filter } from 'rxjs';
import { I18n } from './i18n';

/** Route titles are message keys; the page title is the text, in the language on screen, and the product's name. */
@Injectable({ providedIn: 'root' })
export class RouteTitles extends TitleStrategy {
  private readonly title = inject(Title);
  private readonly i18n = inject(I18n);
  private readonly name = signal<() => string>(() => '');

  constructor() {
    super();
    effect(() => {
      const name = this.name()();
      this.title.setTitle(name === '' ? 'Signpost' : `${name} · Signpost`);
    });
  }

  override updateTitle(state: RouterStateSnapshot): void {
    const key = this.buildTitle(state);
    this.name.set(() => (key ? this.i18n.t(key) : ''));
  }

  /** Names the page by what it shows, once that is known. */
  set(text: string): void {
    this.name.set(() => text);
  }
}

/** After each change of page, focus goes to the new page's heading, so that keyboards and screen readers follow. */
@Injectable({ providedIn: 'root' })
export class Navigation {
  private readonly router = inject(Router);
  private path = '';
  /** Path without query, for what depends on the place. */
  readonly current = signal('');

  follow(): void {
    this.router.events.pipe(filter((event) => event instanceof NavigationEnd)).subscribe((event) => {
      const path = event.urlAfterRedirects.split(/[?#]/)[0] ?? '';
      const moved = this.path !== '' && path !== this.path;
      this.path = path;
      this.current.set(path);
      if (moved) setTimeout(() => focusHeading());
    });
  }
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  if (!heading || document.activeElement?.closest('.cdk-overlay-container')) return;
  heading.setAttribute('tabindex', '-1');
  heading.focus({ preventScroll: true });
}
