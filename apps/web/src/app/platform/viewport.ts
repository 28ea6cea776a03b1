import { Injectable, Signal, signal } from '@angular/core';

/** Screen size classes, for decisions that style sheets alone cannot make. */
@Injectable({ providedIn: 'root' })
export class Viewport {
  /** True where the sidebar is replaced by a bottom bar. */
  readonly phone = matching('(max-width: 45em)');
  /** True where a wide sidebar would leave too little space for the page. */
  readonly tight = matching('(max-width: 64em)');
}

function matching(condition: string): Signal<boolean> {
  const query = typeof matchMedia === 'function' ? matchMedia(condition) : null;
  const matches = signal(query?.matches ?? false);
  query?.addEventListener('change', (event) => matches.set(event.matches));
  return matches.asReadonly();
}
