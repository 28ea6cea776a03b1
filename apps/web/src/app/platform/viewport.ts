import { Injectable, Signal, signal } from '@angular/core';

/** Which shape the screen has, for what style sheets alone cannot decide. */
@Injectable({ providedIn: 'root' })
export class Viewport {
  /** True where the sidebar has become a bottom bar. */
  readonly phone = matching('(max-width: 45em)');
  /** True where a wide sidebar would leave the page too little room. */
  readonly tight = matching('(max-width: 64em)');
}

function matching(condition: string): Signal<boolean> {
  const query = typeof matchMedia === 'function' ? matchMedia(condition) : null;
  const matches = signal(query?.matches ?? false);
  query?.addEventListener('change', (event) => matches.set(event.matches));
  return matches.asReadonly();
}
