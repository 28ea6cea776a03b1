import { DestroyRef, inject, Injectable } from '@angular/core';
import { topDialog } from './keep-focus';

/** How long its place stands empty before it speaks: a reader has to notice a new one, and the same words again. */
const PAUSE_MS = 100;

/**
 * Says what no part of the screen has a status for that was there before. The CDK's does the same, and brings the sanitizer
 * of HTML into the first transfer.
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

  /** When the reader has finished what is being read. */
  say(text: string): void {
    clearTimeout(this.timer);
    this.place.textContent = '';
    // Nothing is read out that is not in the dialog.
    (topDialog() ?? document.body).append(this.place);
    this.timer = setTimeout(() => (this.place.textContent = text), PAUSE_MS);
  }
}
