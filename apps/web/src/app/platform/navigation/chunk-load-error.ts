import { Component, effect, inject } from '@angular/core';
import { Connection } from '../requests/connection';
import { I18n } from '../words/i18n';

const KEY = 'signpost.reloaded';
/** Minimum time between two automatic reloads, in milliseconds: a page that keeps failing must not reload in a loop. */
const CALM_MS = 60_000;

/**
 * Shown when a page or a part of one could not be loaded: the server is unavailable, or a new version has replaced the
 * files. Reloads the page by itself. Written without the component library: it belongs to the first load, because
 * nothing can be loaded when it is needed.
 */
@Component({
  selector: 'app-chunk-load-error',
  template: `<p class="muted">
      {{ i18n.t(connection.isDatabaseUnavailable() ? 'shell.databaseUnavailable' : 'problem.text') }}
    </p>
    <button type="button" (click)="reload()">{{ i18n.t('problem.reload') }}</button>`,
  host: { role: 'alert' },
  styles: `
    :host {
      display: grid;
      justify-items: center;
      gap: 8px;
      padding: 16px;
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
export class ChunkLoadError {
  protected readonly i18n = inject(I18n);
  protected readonly connection = inject(Connection);

  constructor() {
    const connection = this.connection;
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
      // Storage is unavailable: reloading is still right.
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
