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
