import { effect } from '@angular/core';

/** A dialog that lies over the page keeps the keyboard's place: what is under it cannot be reached. */
const DIALOG = '[role=dialog][aria-modal=true]';

/**
 * When what had the keyboard's place goes from the page or is disabled, that place goes on to what `selector` finds once
 * the page is drawn anew; the page's content, unless something else has taken its place. Does nothing when it was not
 * lost.
 */
export function keepFocus(selector = 'main'): void {
  setTimeout(() => {
    const at = document.activeElement;
    if (at !== document.body && at?.matches(':disabled') !== true) return;
    const dialog = [...document.querySelectorAll<HTMLElement>(DIALOG)].at(-1);
    (dialog ?? document.querySelector<HTMLElement>(selector))?.focus();
  });
}

/**
 * The same for lists: whenever what `changes` reads has changed while the keyboard's place is inside `within`, it is
 * kept, for the row may go with the button that was pressed. To be called where effects can be made.
 */
export function keepFocusFrom(within: string, changes: () => unknown, selector?: string): void {
  effect(() => {
    changes();
    if (document.activeElement?.closest(within)) keepFocus(selector);
  });
}
