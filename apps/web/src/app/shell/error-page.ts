import { Location } from '@angular/common';
import { Component, inject } from '@angular/core';
import { NavigationError, RedirectCommand, Router } from '@angular/router';
import { I18n } from '../platform/words/i18n';
import { ChunkLoadError } from '../platform/navigation/chunk-load-error';

/** Replaces a page that could not be loaded. */
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
 * Shows the error page instead of a page that failed to load, under that page's URL, so that reloading opens it. Back
 * returns to the previous page, as if this one had loaded.
 */
export function toErrorPage(error: NavigationError): RedirectCommand {
  console.warn(error.error);
  const router = inject(Router);
  const location = inject(Location);
  if (router.currentNavigation()?.extras.replaceUrl) location.replaceState(error.url);
  else if (!location.isCurrentPathEqualTo(error.url)) location.go(error.url);
  return new RedirectCommand(router.parseUrl('/problem'), { skipLocationChange: true });
}
