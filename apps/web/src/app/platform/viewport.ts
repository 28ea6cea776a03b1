import { Injectable, signal } from '@angular/core';

/** Which shape the screen has, for what style sheets alone cannot decide. */
@Injectable({ providedIn: 'root' })
export class Viewport {
  private readonly query = typeof matchMedia === 'function' ? matchMedia('(max-width: 45em)') : null;
  private readonly narrow = signal(this.query?.matches ?? false);
  /** True where the sidebar has become a bottom bar. */
  readonly phone = this.narrow.asReadonly();

  constructor() {
    this.query?.addEventListener('change', (event) => this.narrow.set(event.matches));
  }
}
