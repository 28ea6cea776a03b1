import { effect } from '@angular/core';

/** A dialog that lies over the page keeps the keyboard's place: what is under it cannot be reached. */
const DIALOG = '[role=dialog][aria-modal=true]';

/** The dialog that lies over the page, above all others. */
export function topDialog(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(DIALOG)].at(-1);
}

/**
 * When what had the keyboard's place goes from the page or is disabled, that place goes on to what `selector` finds once
 * the page is drawn anew; the page's content, unless something else has taken its place. Does nothing when it was not
 * lost.
 */
export function keepFocus(selector = 'main'): void {
  onceLost(() => document.querySelector<HTMLElement>(selector));
}

/** The same for a place that `next` finds when it comes to that; the page's content where it finds none. */
export function onceLost(next: () => HTMLElement | null | undefined): void {
  setTimeout(() => {
    const at = document.activeElement;
    if (at !== document.body && at?.matches(':disabled') !== true) return;
    const dialog = topDialog();
    const found = next();
    if (dialog && !(found && dialog.contains(found))) dialog.focus();
    else (found ?? document.querySelector<HTMLElement>('main'))?.focus();
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

/**
 * The same for rows that go one by one: the keyboard's place goes on to the last `control` of the row that took the
 * place of the one that went, else of the row before, else to the page's heading.
 */
export function keepFocusInRows(rows: string, control: string, changes: () => unknown): void {
  effect(() => {
    changes();
    const row = placeOf(document.activeElement)?.closest(rows);
    if (!row) return;
    const before = [...document.querySelectorAll(rows)];
    const above = before.slice(0, before.indexOf(row));
    onceLost(() => {
      const now = document.querySelectorAll(rows);
      const place = above.filter(({ isConnected }) => isConnected).length;
      const next = now[place] ?? now[place - 1];
      return [...(next?.querySelectorAll<HTMLElement>(control) ?? [])].at(-1) ?? heading();
    });
  });
}

/** Who is in a menu is at the button that opened it. */
function placeOf(at: Element | null): Element | null {
  return at?.closest('[role=menu]') ? document.querySelector('[aria-haspopup=menu][aria-expanded=true]') : at;
}

function heading(): HTMLElement | null {
  const found = document.querySelector<HTMLElement>('main h1');
  found?.setAttribute('tabindex', '-1');
  return found;
}
