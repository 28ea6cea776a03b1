import { effect, Signal, untracked } from '@angular/core';
import { NavigationBehaviorOptions } from '@angular/router';
import type { LinkPage } from '@signpost/contracts';

/**
 * Replaces a page that has become empty, as after deleting its last links, by the last page of the list. Must be called
 * in an injection context.
 * @param show opens another page of the list.
 */
export function leaveEmptyPage(
  list: Signal<LinkPage | undefined>,
  show: (page: number, extras: NavigationBehaviorOptions) => void,
): void {
  effect(() => {
    const { items, total = 0, page = 1, perPage = 1 } = list() ?? {};
    if (items?.length !== 0 || total === 0 || page === 1) return;
    // Back must not return to the empty page.
    untracked(() => show(Math.max(1, Math.ceil(total / perPage)), { replaceUrl: true }));
  });
}
