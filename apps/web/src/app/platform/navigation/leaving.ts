import type { CanDeactivateFn } from '@angular/router';

/** A page that may refuse to be left, for unsaved changes. */
export interface GuardsLeaving {
  /** Whether the user may leave: false stays, a promise stays until it resolves to true. */
  mayLeave(): boolean | Promise<boolean>;
}

/** Asks the current page before navigating to another one. */
export const mayLeave: CanDeactivateFn<GuardsLeaving> = (page) => page.mayLeave();

/** The same for any page component; true for one without a guard. */
export function mayLeavePage(page: object): boolean | Promise<boolean> {
  return !isGuard(page) || page.mayLeave();
}

function isGuard(page: object): page is GuardsLeaving {
  return 'mayLeave' in page;
}
