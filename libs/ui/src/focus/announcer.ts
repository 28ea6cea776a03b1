import { DestroyRef, inject, Injectable } from '@angular/core';
import { topDialog } from './keep-focus';

/**
 * How long the live region stays empty before the text is set: screen readers must notice a new region, and the same
 * text again.
 */
const PAUSE_MS = 100;

/**
 * Announces what has no status element of its own on the screen. The CDK's LiveAnnouncer does the same, but would add
 * the HTML sanitizer to the first load.
 */
@Injectable({ providedIn: 'root' })
export class Announcer {
  private readonly place = document.createElement('p');
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.place.className = 'sr-only';
    this.place.setAttribute('role', 'status');
    inject(DestroyRef).onDestroy(() => {
      clearTimeout(this.timer);
      this.place.remove();
    });
  }

  /** Announced politely: after what the screen reader is reading. */
  announce(text: string): void {
    clearTimeout(this.timer);
    this.place.textContent = '';
    // While a modal dialog is open, only content inside of it is read out.
    (topDialog() ?? document.body).append(this.place);
    this.timer = setTimeout(() => (this.place.textContent = text), PAUSE_MS);
  }
}
