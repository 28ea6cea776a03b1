import { Location } from '@angular/common';
import { Component, effect, inject } from '@angular/core';
import { NavigationError, RedirectCommand, Router } from '@angular/router';
import { Connection } from '../platform/connection';
import { I18n } from '../platform/i18n';

const KEY = 'signpost.reloaded';
/** A page that is broken for good must not load itself over and over. */
const CALM_MS = 60_000;

/**
 * A page could not be loaded: the server is away, or a new version has replaced the files. Loads again by itself. Drawn
 * without the building blocks: it is part of the first transfer, as nothing can be fetched when it is needed.
 */
@Component({
  selector: 'app-error-page',
  template: `<main>
    <h1>{{ i18n.t('problem.title') }}</h1>
    <p class="muted">{{ i18n.t('problem.text') }}</p>
    <button type="button" (click)="reload()">{{ i18n.t('problem.reload') }}</button>
  </main>`,
  styles: `
    main {
      display: grid;
      justify-items: center;
      gap: 8px;
      max-inline-size: 44ch;
      margin-inline: auto;
      padding: 20vh 24px;
      text-align: center;
    }
    button {
      min-block-size: var(--control);
      margin-block-start: 8px;
      padding-inline: 12px;
      border: 1px solid var(--line);
      border-radius: var(--r-control);
      background: var(--surface);
      font-weight: 550;
    }
  `,
})
export class ErrorPage {
  protected readonly i18n = inject(I18n);

  constructor() {
    const connection = inject(Connection);
    const before = connection.recovered();
    connection.lost();
    effect(() => {
      if (connection.recovered() > before && isCalm()) this.reload();
    });
  }

  protected reload(): void {
    try {
      sessionStorage.setItem(KEY, String(Date.now()));
    } catch {
      // Storage is closed: loading again is still right.
    }
    location.reload();
  }
}

function isCalm(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(KEY) ?? 0) > CALM_MS;
  } catch {
    return false;
  }
}

/**
 * Shows the error page in place of a page that failed to load, at that page's address, so that loading again leads there.
 * Back leads to the page before, as it would had this one loaded.
 */
export function toErrorPage(error: NavigationError): RedirectCommand {
  console.warn(error.error);
  const router = inject(Router);
  const location = inject(Location);
  if (router.currentNavigation()?.extras.replaceUrl) location.replaceState(error.url);
  else if (!location.isCurrentPathEqualTo(error.url)) location.go(error.url);
  return new RedirectCommand(router.parseUrl('/problem'), { skipLocationChange: true });
}
