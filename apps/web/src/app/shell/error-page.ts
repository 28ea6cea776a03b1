import { Location } from '@angular/common';
import { Component, inject } from '@angular/core';
import { NavigationError, RedirectCommand, Router } from '@angular/router';
import { I18n } from '../platform/words/i18n';
import { ChunkLoadError } from '../platform/navigation/chunk-load-error';

/** In place of a page that could not be loaded. */
@Component({
  selector: 'app-error-page',
  imports: [ChunkLoadError],
  template: `<main>
    <h1>{{ i18n.t('problem.title') }}</h1>
    <app-chunk-load-error />
  </main>`,
  styles: `
    main {
      max-inline-size: 44ch;
      margin-inline: auto;
      padding: 20vh 8px;
      text-align: center;
    }
  `,
})
export class ErrorPage {
  protected readonly i18n = inject(I18n);
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
