import { effect } from '@angular/core';

/** A modal dialog over the page traps the focus: what is under it cannot be reached. */
const DIALOG = '[role=dialog][aria-modal=true]';

/** The topmost modal dialog. */
export function topDialog(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(DIALOG)].at(-1);
}

/**
 * When the focused element is removed from the page or disabled, moves the focus, after the next rendering, to the
 * element that `selector` finds, or to `main` where it finds none. Does nothing when the focus was not lost.
 */
export function keepFocus(selector = 'main'): void {
  onceLost(() => document.querySelector<HTMLElement>(selector));
}

/** The same for an element that `next` returns at that moment; `main` where it returns none. */
export function onceLost(next: () => HTMLElement | null | undefined, options?: FocusOptions): void {
  setTimeout(() => {
    const at = document.activeElement;
    if (at !== document.body && at?.matches(':disabled') !== true) return;
    const dialog = topDialog();
    const found = next();
    if (dialog && !(found && dialog.contains(found))) dialog.focus();
    else (found ?? document.querySelector<HTMLElement>('main'))?.focus(options);
  });
}

/**
 * The same for lists: checks whenever a value read by `changes` changes while the focus is inside `within`, since the
 * row may be removed together with the button that was clicked. Must be called where effects can be created.
 */
export function keepFocusFrom(within: string, changes: () => unknown, selector?: string): void {
  effect(() => {
    changes();
    if (document.activeElement?.closest(within)) keepFocus(selector);
  });
}

/**
 * The same for rows that are removed one at a time: the focus moves to the last `control` of the row that took the
 * place of the removed one, else of the row before, else to the page's heading. Where the next change brings the row
 * back before a key is pressed, as when deleting it failed, the focus returns to its control, which is recognised by
 * its `aria-label`. A key means that the user goes on from where the focus is, or undoes the removal.
 */
export function keepFocusInRows(rows: string, control: string, changes: () => unknown): void {
  const controlOf = (row: Element | null | undefined): HTMLElement | undefined =>
    [...(row?.querySelectorAll<HTMLElement>(control) ?? [])].at(-1);
  let moved: { readonly name: string; readonly to: HTMLElement } | null = null;
  effect(() => {
    changes();
    if (moved) returnTo(moved);
    moved = null;
    const row = placeOf(document.activeElement)?.closest(rows);
    if (!row) return;
    const name = controlOf(row)?.getAttribute('aria-label');
    const before = [...document.querySelectorAll(rows)];
    const above = before.slice(0, before.indexOf(row));
    onceLost(() => {
      const now = document.querySelectorAll(rows);
      const place = above.filter(({ isConnected }) => isConnected).length;
      const next = controlOf(now[place] ?? now[place - 1]) ?? heading();
      if (name && next) {
        moved = { name, to: next };
        document.addEventListener('keydown', () => (moved = null), { once: true, capture: true });
      }
      return next;
    });
  });

  function returnTo({ name, to }: { readonly name: string; readonly to: HTMLElement }): void {
    if (document.activeElement !== to) return;
    setTimeout(() => {
      const back = [...document.querySelectorAll(rows)]
        .map(controlOf)
        .find((one) => one?.getAttribute('aria-label') === name);
      if (document.activeElement === to) back?.focus();
    });
  }
}

/** For the focus inside a menu: the button that opened it. */
function placeOf(at: Element | null): Element | null {
  return at?.closest('[role=menu]') ? document.querySelector('[aria-haspopup=menu][aria-expanded=true]') : at;
}

function heading(): HTMLElement | null {
  const found = document.querySelector<HTMLElement>('main h1');
  found?.setAttribute('tabindex', '-1');
  return found;
}
