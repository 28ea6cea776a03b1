import type { CanDeactivateFn } from '@angular/router';

/** A page that may refuse to be left, for unsaved changes. */
export interface GuardsLeaving {
  /** Whether another page may come: false keeps this one, a promise until it says so. */
  mayLeave(): boolean | Promise<boolean>;
}

/** Asks the page on screen before another one comes. */
export const mayLeave: CanDeactivateFn<GuardsLeaving> = (page) => page.mayLeave();

/** The same for whatever page it is; one that guards nothing lets go. */
export function mayLeavePage(page: object): boolean | Promise<boolean> {
  return !isGuard(page) || page.mayLeave();
}

function isGuard(page: object): page is GuardsLeaving {
  return 'mayLeave' in page;
}
